/** Addresses that may read the data interface where the operator limits them, and proxies that are believed. */
import assert from "node:assert/strict";
import { request } from "node:http";
import type { RequestOptions } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { networkInterfaces } from "node:os";
import { after, before, describe, it } from "node:test";
import { Type } from "typebox";
import { parseRanges } from "../../../src/base/address-ranges.ts";
import { createAllowlistAdmission, dataErrorFormat } from "../../../src/http/data/refusal.ts";
import type { Endpoint } from "../../../src/http/operation/endpoint.ts";
import { createServer } from "../../../src/http/server/server.ts";
import { startTestExchange } from "../../support/exchange.ts";
import type { TestExchange } from "../../support/exchange.ts";
import { testEndpoint } from "../../support/test-endpoint.ts";

const GUARDED = ["/positions", "/closed-positions", "/traded", "/activity", "/trades", "/holders"];
const OPEN = ["/", "/value", "/oi", "/live-volume", "/v1/leaderboard"];

const endpoints: readonly Endpoint[] = [...GUARDED, ...OPEN].map((path) =>
  testEndpoint({
    method: "GET",
    path,
    summary: "Answer something",
    query: Type.Object({ user: Type.String() }),
    answer: Type.Unknown(),
    handle: () => ({ body: "here" }),
  }),
);

const kept = testEndpoint({
  method: "GET",
  path: "/kept",
  summary: "Answer something that may be kept",
  answer: Type.Unknown(),
  maxAgeSeconds: 5,
  handle: () => ({ body: "here" }),
});

let exchange: TestExchange;

before(async () => {
  exchange = await startTestExchange({ endpoints: [kept] });
});
after(() => exchange.close());

type DataRequest = {
  readonly path?: string;
  readonly method?: string;
  readonly forwarded?: string | string[];
};
type DataReply = { readonly status: number; readonly body: unknown };
type Settings = { readonly allowlist: string; readonly proxies?: string; readonly host?: string };

/** Runs with an address that has these settings, in a mount with a prefix as on the one port. */
async function withAddress(
  { allowlist, proxies = "", host = "127.0.0.1" }: Settings,
  run: (ask: (asked?: DataRequest) => Promise<DataReply>, port: number) => Promise<void>,
): Promise<void> {
  const admission = createAllowlistAdmission({
    dataAllowlist: parseRanges(allowlist),
    trustedProxies: parseRanges(proxies),
  });
  const server = createServer(exchange.context, [
    {
      dialect: "spec",
      prefix: "/spec/data",
      endpoints: [...endpoints, kept],
      form: dataErrorFormat,
      admission,
    },
  ]);
  await server.listen({ host, port: 0 });
  const { port } = server.server.address() as AddressInfo;
  try {
    const ask = ({ path = "/positions?user=x", method = "GET", forwarded }: DataRequest = {}) =>
      send({
        host: host === "::1" ? "::1" : "127.0.0.1",
        port,
        method,
        path: `/spec/data${path}`,
        agent: false,
        ...(forwarded !== undefined && { headers: { "x-forwarded-for": forwarded } }),
      });
    await run(ask, port);
  } finally {
    await server.close();
  }
}

async function send(options: RequestOptions): Promise<DataReply> {
  const { promise, resolve, reject } = Promise.withResolvers<DataReply>();
  request(options, (response) => {
    const { statusCode: status = 0 } = response;
    text(response).then((body) => resolve({ status, body: body === "" ? "" : JSON.parse(body) }), reject);
  })
    .on("error", reject)
    .end();
  return promise;
}

const REFUSED = { status: 401, body: { error: "unauthorized: ip_not_allowlisted" } };
const ADMITTED = { status: 200, body: "here" };

describe("an allowlist", () => {
  it("that is not set admits everyone", async () => {
    assert.equal(
      createAllowlistAdmission({ dataAllowlist: undefined, trustedProxies: parseRanges("") }),
      undefined,
    );
    assert.equal(exchange.context.config.dataAllowlist, undefined);
  });

  it("keeps answers out of caches that others ask too", async () => {
    const { headers } = await exchange.get("/kept");
    assert.equal(headers.get("cache-control"), "public, max-age=5");
    await withAddress({ allowlist: "127.0.0.1" }, async (_ask, port) => {
      const listed = await fetch(`http://127.0.0.1:${port}/spec/data/kept`);
      assert.equal(listed.headers.get("cache-control"), "private, max-age=0");
    });
  });

  it("closes what is about wallets, and nothing else", async () => {
    await withAddress({ allowlist: "192.0.2.0/24" }, async (ask) => {
      for (const path of GUARDED) assert.deepEqual(await ask({ path: `${path}?user=x` }), REFUSED, path);
      for (const path of OPEN) assert.deepEqual(await ask({ path: `${path}?user=x` }), ADMITTED, path);
    });
  });

  it("comes before all that may be wrong with a request, but after its route and method", async () => {
    await withAddress({ allowlist: "192.0.2.0/24" }, async (ask) => {
      for (const query of ["", "?user=x&colour=red", "?user=%00", "?user=x&user=x"])
        assert.deepEqual(await ask({ path: `/positions${query}` }), REFUSED, query);
      assert.equal((await ask({ method: "HEAD" })).status, 401);
      assert.equal((await ask({ method: "POST" })).status, 405);
      assert.equal((await ask({ path: "/nothing" })).status, 404);
    });
  });

  it("admits the addresses that are on it", async () => {
    await withAddress({ allowlist: "192.0.2.0/24,127.0.0.1" }, async (ask) =>
      assert.deepEqual(await ask(), ADMITTED),
    );
    await withAddress({ allowlist: "127.0.0.2,127.0.0.4/30" }, async (ask) =>
      assert.deepEqual(await ask(), REFUSED),
    );
  });
});

type Row = readonly [forwarded: string | string[] | undefined, expected: DataReply];

describe("X-Forwarded-For", () => {
  const listed = "203.0.113.7";

  it("inc-43: counts for nothing without trusted proxies", async () => {
    await withAddress({ allowlist: listed }, async (ask) => {
      assert.deepEqual(await ask({ forwarded: listed }), REFUSED);
    });
    await withAddress({ allowlist: "127.0.0.1" }, async (ask) => {
      assert.deepEqual(await ask({ forwarded: "198.51.100.1" }), ADMITTED);
    });
  });

  it("inc-43: counts for nothing from an address that is no trusted proxy", async () => {
    await withAddress({ allowlist: listed, proxies: "127.0.0.2" }, async (ask) => {
      assert.deepEqual(await ask({ forwarded: listed }), REFUSED);
    });
  });

  const ROWS: readonly Row[] = [
    [listed, ADMITTED],
    [` ${listed} `, ADMITTED],
    [`${listed}:4711`, ADMITTED],
    [`::ffff:${listed}`, ADMITTED],
    [`[::ffff:${listed}]:4711`, ADMITTED],
    ["2001:db8::7", ADMITTED],
    ["[2001:DB8:0::7]", ADMITTED],
    ["[2001:db8::7]:4711", ADMITTED],
    ["2001:db9::7", REFUSED],
    ["198.51.100.1", REFUSED],
    // What the caller wrote itself stands to the left of what the proxies added.
    [`${listed}, 198.51.100.1`, REFUSED],
    [`198.51.100.1, ${listed}`, ADMITTED],
    [`unknown, ${listed}`, ADMITTED],
    [`${listed}, unknown`, REFUSED],
    [`${listed}, 10.0.0.9`, ADMITTED],
    [`${listed}, 198.51.100.1, 10.0.0.9, 10.0.0.8`, REFUSED],
    [[`${listed}`, "10.0.0.9"], ADMITTED],
    [[`${listed}`, "198.51.100.1"], REFUSED],
    [`${listed},`, ADMITTED],
    // Nobody but proxies: the first of them asks.
    ["10.0.0.9", REFUSED],
    ["", REFUSED],
    [",", REFUSED],
    [undefined, REFUSED],
    ["203.0.113.7.", REFUSED],
    ["203.0.113.7 198.51.100.1", REFUSED],
    ["203.0.113.7/32", REFUSED],
  ];
  it("inc-43: counts as far as trusted proxies wrote it", async () => {
    const settings = { allowlist: `${listed},2001:db8::/32`, proxies: "127.0.0.1,10.0.0.0/8" };
    await withAddress(settings, async (ask) => {
      for (const [forwarded, expected] of ROWS)
        assert.deepEqual(
          await ask(forwarded === undefined ? {} : { forwarded }),
          expected,
          String(forwarded),
        );
    });
  });

  it("does not make a trusted proxy the caller when it is no address", async () => {
    await withAddress({ allowlist: "127.0.0.1", proxies: "127.0.0.1" }, async (ask) => {
      assert.deepEqual(await ask(), ADMITTED);
      assert.deepEqual(await ask({ forwarded: "nonsense" }), REFUSED);
    });
  });
});

const hasIpv6 = Object.values(networkInterfaces()).some((all) =>
  all?.some(({ address }) => address === "::1"),
);

describe("an address of IPv6", { skip: !hasIpv6 && "this machine has none" }, () => {
  it("is compared as such", async () => {
    await withAddress({ allowlist: "::1", host: "::1" }, async (ask) =>
      assert.deepEqual(await ask(), ADMITTED),
    );
    await withAddress({ allowlist: "0.0.0.0/0,2001:db8::/32", host: "::1" }, async (ask) =>
      assert.deepEqual(await ask(), REFUSED),
    );
  });

  it("that holds one of IPv4 is that one", async () => {
    await withAddress({ allowlist: "127.0.0.0/8", host: "::" }, async (ask) =>
      assert.deepEqual(await ask(), ADMITTED),
    );
    await withAddress({ allowlist: "::/0", host: "::" }, async (ask) =>
      assert.deepEqual(await ask(), REFUSED),
    );
  });
});
