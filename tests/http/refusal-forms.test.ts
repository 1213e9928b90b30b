/** Each interface says no in its own form, on its own address and under its prefix of the one-port address. */
import assert from "node:assert/strict";
import { connect } from "node:net";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { after, before, describe, it } from "node:test";
import { Type } from "typebox";
import { reject } from "../../src/core/rejection.ts";
import { catalogErrorFormat } from "../../src/http/catalog/refusal.ts";
import { dataErrorFormat } from "../../src/http/data/refusal.ts";
import { DIALECTS } from "../../src/http/dialects/dialect.ts";
import { createServer } from "../../src/http/server/server.ts";
import { tradingErrorFormat } from "../../src/http/trading/error-format.ts";
import { NotAttempted, StoreUnavailable, TablesBehind } from "../../src/store/sql/unavailable.ts";
import { startTestExchange } from "../support/exchange.ts";
import type { TestExchange } from "../support/exchange.ts";
import { testEndpoint } from "../support/test-endpoint.ts";

const SLOW = "the thread of something did not answer in 10 s";
const shared = { summary: "Answer something", answer: Type.Unknown() } as const;
const ENDPOINTS = [
  testEndpoint({ ...shared, method: "GET", path: "/", handle: () => ({ body: "here" }) }),
  testEndpoint({
    ...shared,
    method: "GET",
    path: "/things/:id",
    params: Type.Object({ id: Type.String({ maxLength: 5 }) }),
    query: Type.Object({ limit: Type.Integer({ default: 1 }), need: Type.String() }),
    handle: ({ params }) => {
      if (params.id === "bug") throw new Error("a secret of the server");
      if (params.id === "late") throw new TablesBehind(3);
      if (params.id === "slow") throw new NotAttempted(SLOW);
      if (params.id === "away") throw new StoreUnavailable();
      if (params.id === "no") return { rejection: reject("unknown_market", "no market") };
      if (params.id === "gone") return { status: 410, body: { gone: true } };
      return { body: params.id };
    },
  }),
  testEndpoint({ ...shared, method: "POST", path: "/orders", handle: () => ({ body: "placed" }) }),
  ...(["placement", "write"] as const).map((kind) =>
    testEndpoint({
      ...shared,
      method: "POST",
      kind,
      once: kind === "write",
      path: `/${kind}/:id`,
      params: Type.Object({ id: Type.String() }),
      handle: ({ params }) => {
        if (params.id === "slow") throw new NotAttempted(SLOW);
        throw params.id === "late" ? new TablesBehind(3) : new StoreUnavailable();
      },
    }),
  ),
];

const NAMES = ["trading", "data", "catalog"] as const;
type Form = (typeof NAMES)[number];
const FORMS = { trading: tradingErrorFormat, data: dataErrorFormat, catalog: catalogErrorFormat };

let exchange: TestExchange;
let onePort: ReturnType<typeof createServer>;
let base: string;
const own: { [form in Form]?: ReturnType<typeof createServer> } = {};

before(async () => {
  exchange = await startTestExchange({ endpoints: [] });
  onePort = createServer(exchange.context, [
    { dialect: "spec", prefix: "", endpoints: ENDPOINTS.slice(0, 1), form: tradingErrorFormat },
    ...DIALECTS.flatMap((dialect) =>
      NAMES.map((name) => ({
        dialect,
        prefix: `/${dialect}/${name}`,
        endpoints: ENDPOINTS,
        form: FORMS[name],
      })),
    ),
  ]);
  base = await onePort.listen({ host: "127.0.0.1", port: 0 });
  for (const form of NAMES) {
    own[form] = createServer(exchange.context, [
      { dialect: "polymarket", prefix: "", endpoints: ENDPOINTS, form: FORMS[form] },
    ]);
    await own[form].listen({ host: "127.0.0.1", port: 0 });
  }
});
after(async () => {
  await Promise.all([onePort, ...NAMES.map((name) => own[name]!)].map((server) => server.close()));
  await exchange.close();
});

const portOf = (server: ReturnType<typeof createServer>): number =>
  (server.server.address() as AddressInfo).port;

/** The answer to bytes as they are: clients would not send these. */
async function sendRaw(port: number, request: string): Promise<{ status: number; body: unknown }> {
  const socket = connect(port, "127.0.0.1");
  socket.end(request);
  const answer = await text(socket);
  return { status: Number(answer.split(" ")[1]), body: JSON.parse(answer.split("\r\n\r\n")[1]!) };
}

/** The answer without its request's id, which is compared with the header's. */
async function ask(path: string, method = "GET", headers: Readonly<Record<string, string>> = {}) {
  const response = await fetch(base + path, { method, headers });
  const body = (await response.json()) as Record<string, unknown>;
  const id = response.headers.get("x-request-id");
  assert.match(id ?? "", /^[0-9a-f-]{36}$/, path);
  if ("request_id" in body) assert.equal(body["request_id"], id);
  const { request_id: _id, ...rest } = body;
  return {
    status: response.status,
    body: rest,
    allow: response.headers.get("allow"),
    retryAfter: response.headers.get("retry-after"),
  };
}

const NOT_FOUND: Record<Form, unknown> = {
  trading: { error: "not found", code: "not_found" },
  data: { error: "not found" },
  catalog: { type: "not found error", error: "not found" },
};

/** Reads that the store leaves without an answer, by the id that provokes it. */
const UNANSWERED: Readonly<Record<string, string>> = {
  late: "the read tables are behind the journal by 3 batches; nothing is lost; try again",
  slow: `${SLOW}; nothing is lost; try again`,
  away: "the database did not answer in time; nothing is lost; try again",
};
const UNANSWERED_IN: Record<Form, (hint: string) => unknown> = {
  trading: (hint) => ({ error: "the read cannot be answered right now", code: "read_unavailable", hint }),
  data: (hint) => ({ error: `unavailable: ${hint}` }),
  catalog: (hint) => ({ type: "unavailable", error: hint }),
};

describe("a read that the store leaves without an answer", () => {
  for (const dialect of DIALECTS)
    for (const form of NAMES)
      it(`is refused as a read, with the reason, in the form of ${dialect} ${form}`, async () => {
        for (const [id, hint] of Object.entries(UNANSWERED)) {
          const { status, body, retryAfter } = await ask(`/${dialect}/${form}/things/${id}?need=x`);
          assert.deepEqual([status, retryAfter, body], [503, "1", UNANSWERED_IN[form](hint)]);
        }
      });
});

const BEHIND = "the read tables are behind the journal by 3 batches; nothing was done, try again";
const UNKNOWN = "the database did not answer in time: whether this is done is not known";
/** Changes that the store leaves without an answer. */
const UNANSWERED_CHANGES = [
  ["/placement/late", undefined, "not_accepting", BEHIND],
  ["/write/slow", undefined, "not_accepting", `${SLOW}; nothing was done, try again`],
  ["/write/late", undefined, "not_accepting", BEHIND],
  [
    "/placement/away",
    undefined,
    "outcome_unknown",
    `${UNKNOWN}; send the same signed order again: it is carried out once`,
  ],
  [
    "/write/away",
    "key",
    "outcome_unknown",
    `${UNKNOWN}; send it again with the same Idempotency-Key: it is carried out once`,
  ],
  ["/write/away", undefined, "outcome_unknown", `${UNKNOWN}; look before you send it again`],
] as const;

describe("a change that the store leaves without an answer", () => {
  for (const [path, key, code, hint] of UNANSWERED_CHANGES)
    it(`is refused as ${code} with what to do: POST ${path}${key === undefined ? "" : " with a key"}`, async () => {
      const { status, body, retryAfter } = await ask(
        `/spec/trading${path}`,
        "POST",
        key === undefined ? {} : { "idempotency-key": key },
      );
      assert.deepEqual([status, retryAfter, body["code"], body["hint"]], [503, "1", code, hint]);
    });
});

describe("what reaches no operation", () => {
  for (const dialect of DIALECTS) {
    for (const form of NAMES) {
      const prefix = `/${dialect}/${form}`;
      it(`is refused in the form of ${prefix}`, async () => {
        for (const path of ["/nothing", "/things", "/things/1/2", "/nothing?x=1", "/%zz", "/things/%"]) {
          for (const method of ["GET", "POST"]) {
            const { status, body } = await ask(prefix + path, method);
            const { hint, ...fixed } = body;
            assert.deepEqual([status, fixed], [404, NOT_FOUND[form]], `${method} ${path}`);
            if (form === "trading")
              assert.match(String(hint), /^expected a (route of|path whose) .*, got (GET|POST) /);
            else assert.equal(hint, undefined);
          }
        }
        const wrong = await ask(`${prefix}/things/1`, "POST");
        assert.deepEqual([wrong.status, wrong.allow], [405, "GET, HEAD"]);
        const strange = await ask(`${prefix}/things/1`, "PROPFIND");
        assert.deepEqual([strange.status, strange.allow], [405, "GET, HEAD"]);
        assert.equal(wrong.body["error"], "method not allowed");
        assert.equal("type" in wrong.body, form === "catalog");
        assert.equal((await ask(`${prefix}/orders`)).allow, "POST");
      });
    }
  }

  it("is refused in the trading form outside of every interface", async () => {
    for (const path of ["/nothing", "/spec", "/spec/", "/spec/database", "/spec/catalogue", "/%zz"]) {
      const { status, body } = await ask(path);
      assert.deepEqual([status, body["error"]], [404, "not found"], path);
      assert.match(
        String(body["hint"]),
        /^expected a (route of GET \/openapi.json|path whose .*), got GET \//,
      );
    }
  });

  it("is refused in the form of its address when it names the whole URL", async () => {
    for (const form of NAMES) {
      const request = "GET http://example.org/nothing HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n";
      const answer = await sendRaw(portOf(own[form]!), request);
      const { hint: _, request_id: _id, ...fixed } = Object(answer.body);
      assert.deepEqual([answer.status, fixed], [404, NOT_FOUND[form]]);
    }
  });
});

describe("what an operation refuses", () => {
  const invalid = { error: "invalid payload", code: "invalid_payload" };
  const TRADING: readonly (readonly [string, number, unknown])[] = [
    ["1?need=x&limit=x", 400, { ...invalid, hint: 'limit: expected an integer, got "x"' }],
    ["1?limit=2", 400, { ...invalid, hint: "need: expected text, got nothing" }],
    ["longer?need=x", 400, { ...invalid, hint: 'id: expected text of at most 5 characters, got "longer"' }],
    ["no?need=x", 404, { error: "market not found", code: "unknown_market", hint: "no market" }],
    ["gone?need=x", 410, { gone: true }],
    ["bug?need=x", 500, { error: "internal_error", code: "internal_error" }],
  ];
  const CATALOG: readonly (readonly [string, number, unknown])[] = [
    ["1?need=x&limit=x", 400, { type: "bad request", error: "limit is invalid" }],
    ["1?limit=2", 400, { type: "bad request", error: "need is required" }],
    ["longer?need=x", 400, { type: "bad request", error: "id is invalid" }],
    ["no?need=x", 400, { type: "bad request", error: "no market" }],
    ["gone?need=x", 410, { gone: true }],
    ["bug?need=x", 500, { type: "internal error", error: "internal error" }],
  ];
  const DATA: readonly (readonly [string, number, unknown])[] = [
    ["1?need=x&limit=x", 400, { error: "invalid_field: limit" }],
    ["1?limit=x", 400, { error: "missing_field: need" }],
    ["1?limit=x&colour=red", 400, { error: "unknown_field: colour" }],
    ["longer?need=x", 400, { error: "invalid_field: id" }],
    ["no?need=x", 400, { error: "unknown_market: no market" }],
    ["gone?need=x", 410, { gone: true }],
  ];
  for (const [form, rows] of [
    ["trading", TRADING],
    ["catalog", CATALOG],
    ["data", DATA],
  ] as const) {
    for (const [path, status, body] of rows) {
      it(`is said in the ${form} form: ${path}`, async () => {
        const answer = await ask(`/spec/${form}/things/${path}`);
        assert.deepEqual({ status: answer.status, body: answer.body }, { status, body });
      });
    }
  }

  it("tells of a bug nothing but the request's id", async () => {
    const response = await fetch(`${base}/spec/data/things/bug?need=x`);
    const id = response.headers.get("x-request-id");
    assert.deepEqual(
      [response.status, await response.json()],
      [500, { error: `internal_error: unexpected failure, request ${id}` }],
    );
  });

  it("follows the dialect", async () => {
    const { status, body } = await ask("/polymarket/catalog/things/1?need=x&limit=x");
    assert.deepEqual([status, body], [422, { type: "validation error", error: "limit is invalid" }]);
    const trading = await ask("/polymarket/trading/things/1?need=x&limit=x");
    assert.deepEqual([trading.status, trading.body["error"]], [400, "Invalid payload"]);
  });
});
