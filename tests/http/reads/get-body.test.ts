/** GET /last-trades-prices as some clients ask it: with the body of the POST. Other reads leave such a body alone. */
import assert from "node:assert/strict";
import { request } from "node:http";
import { after, before, test } from "node:test";
import { lots } from "../../../src/core/units.ts";
import { DIALECTS } from "../../../src/http/dialects/dialect.ts";
import type { Dialect } from "../../../src/http/dialects/dialect.ts";
import { tradingEndpoints } from "../../../src/http/trading/endpoints.ts";
import { hashOf, startTestExchange, testListing, tokenOf, walletOf } from "../../support/exchange.ts";
import type { Reply, TestExchange } from "../../support/exchange.ts";

const PATH = "/last-trades-prices";
const YES = tokenOf("rain yes");
const NO = tokenOf("rain no");
const LIMIT = 256 * 1024;

let exchange: TestExchange;

before(async () => {
  exchange = await startTestExchange({ endpoints: tradingEndpoints("sandbox") });
  await exchange.list(testListing([{ name: "rain" }]));
  const [maker, taker] = [walletOf("maker"), walletOf("taker")];
  for (const address of [maker, taker]) {
    await exchange.open(address, "1000");
    await exchange.submit({
      type: "split",
      address,
      owner: address,
      conditionId: hashOf("rain"),
      lots: lots(10_000),
    });
  }
  await exchange.place({ account: maker, tokenId: YES, side: "SELL", price: "0.4", size: "5" });
  await exchange.place({ account: taker, tokenId: YES, side: "BUY", price: "0.4", size: "5" });
});
after(() => exchange.close());

type RawRequest = {
  readonly path?: string;
  readonly dialect?: Dialect;
  /** Sent one after the other without a length, when there are several. */
  readonly parts: readonly string[];
  readonly type?: string | undefined;
};

type RawReply = Pick<Reply, "body"> & { readonly status: number | undefined; readonly closes: boolean };

/** A GET with a body, which `fetch` refuses to send. */
const ask = ({
  path = PATH,
  dialect = "spec",
  parts,
  type = "application/json",
}: RawRequest): Promise<RawReply> =>
  new Promise((resolve, reject) => {
    const length = parts.length === 1 ? { "content-length": Buffer.byteLength(parts[0]!) } : {};
    const chunked = parts.length > 1 ? { "transfer-encoding": "chunked" } : {};
    const headers = { ...(type !== "" && { "content-type": type }), ...length, ...chunked };
    const sent = request(`${exchange.url[dialect]}${path}`, { method: "GET", headers }, (reply) => {
      const chunks: Buffer[] = [];
      reply.on("data", (chunk: Buffer) => chunks.push(chunk));
      reply.on("end", () => {
        const closes = reply.headers.connection === "close";
        resolve({ status: reply.statusCode, body: JSON.parse(Buffer.concat(chunks).toString()), closes });
      });
      reply.on("error", reject);
    });
    sent.on("error", reject);
    for (const part of parts) sent.write(part);
    sent.end();
  });

const TOKENS = JSON.stringify([
  { token_id: NO },
  { token_id: tokenOf("none") },
  { token_id: YES, side: "BUY" },
]);
const TRADED = [
  { token_id: NO, price: "0.6", side: "SELL" },
  { token_id: YES, price: "0.4", side: "BUY" },
];

const TAKEN: readonly (readonly [string, Omit<RawRequest, "dialect">])[] = [
  ["as JSON", { parts: [TOKENS] }],
  ["of no type", { parts: [TOKENS], type: "" }],
  ["of another type", { parts: [TOKENS], type: "text/plain" }],
  ["in chunks", { parts: [TOKENS.slice(0, 5), TOKENS.slice(5)] }],
  ["beside a query, which does not count", { parts: [TOKENS], path: `${PATH}?token_ids=${YES}` }],
];
for (const [name, asked] of TAKEN) {
  test(`a body ${name} is read`, async () => {
    for (const dialect of DIALECTS)
      assert.deepEqual(await ask({ ...asked, dialect }), { status: 200, body: TRADED, closes: false });
  });
}

test("without a body the query counts, whatever type is declared", async () => {
  const path = `${PATH}?token_ids=${NO},${YES}`;
  for (const parts of [[], [""], ["", ""], ["null"]])
    for (const dialect of DIALECTS)
      assert.deepEqual((await ask({ path, parts, dialect })).body, TRADED, JSON.stringify(parts));
});

const FILLER = " ".repeat(LIMIT - TOKENS.length);
type Refused = readonly [name: string, parts: readonly string[], status: number, code: string, hint: RegExp];
const REFUSED: readonly Refused[] = [
  ["no JSON", ["token"], 400, "malformed_json", /expected JSON/],
  ["JSON that is cut off", [TOKENS.slice(0, -1)], 400, "malformed_json", /expected JSON/],
  ["a __proto__ key", ['[{"__proto__":{}}]'], 400, "invalid_payload", /^0\.__proto__: a field of this name/],
  ["33 levels", ["[".repeat(33) + "]".repeat(33)], 400, "invalid_payload", /nested deeper/],
  ["an object", ["{}"], 400, "invalid_payload", /^body: expected .*got \{\}/],
  ["a number for a token", ['[{"token_id":5}]'], 400, "invalid_payload", /^0\.token_id: expected a token id/],
  ["no token", ["[{}]"], 400, "invalid_payload", /^0\.token_id: expected a token id/],
  [
    "501 tokens",
    [JSON.stringify(Array.from({ length: 501 }, () => ({ token_id: "1" })))],
    400,
    "invalid_payload",
    /501 items/,
  ],
  ["neither a body nor a query", [], 400, "invalid_payload", /^token_ids: expected/],
  ["a byte too many", [`${TOKENS}${FILLER} `], 413, "payload_too_large", /at most 262144 bytes, got 262145/],
  ["a byte too many, in chunks", [TOKENS, FILLER, " "], 413, "payload_too_large", /at most 262144 bytes/],
];
for (const [name, parts, status, code, hint] of REFUSED) {
  test(`refused: ${name}`, async () => {
    for (const dialect of DIALECTS) {
      const reply = await ask({ parts, dialect });
      assert.deepEqual([reply.status, reply.body.code, reply.closes], [status, code, status === 413]);
      assert.match(reply.body.hint, hint);
    }
  });
}

test("the largest body is read", async () => {
  assert.deepEqual((await ask({ parts: [TOKENS, FILLER] })).body, TRADED);
  assert.deepEqual((await ask({ parts: [TOKENS + FILLER] })).body, TRADED);
});

test("other reads do not look at a body", async () => {
  for (const parts of [[TOKENS], ["no JSON"], [TOKENS, FILLER, FILLER]]) {
    assert.equal((await ask({ path: `/midpoints?token_ids=${YES}`, parts })).status, 200);
    assert.equal((await ask({ path: "/midpoints", parts })).body.code, "invalid_payload");
  }
});
