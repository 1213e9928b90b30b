/**
 * Builder's keys: made, listed and revoked by a wallet's owner; the requests that they sign, and the orders that
 * carry their code.
 */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, test } from "node:test";
import type { Dialect } from "../../../src/http/dialects/dialect.ts";
import { createBuilderKey, listBuilderKeys } from "../../../src/http/trading/account/keys.ts";
import type { Credentials } from "../../../src/signing/credentials.ts";
import { inSnapshot } from "../../../src/store/sql/table-stream.ts";
import { verifyExchange } from "../../../src/store/verify/verify-exchange.ts";
import { answeredBy } from "../../support/documented-answers.ts";
import type { Reply, TestExchange } from "../../support/exchange.ts";
import { createTrader, requestHeaders } from "../../support/trader.ts";
import type { OrderTerms, RequestOptions, Trader } from "../../support/trader.ts";
import { assertRefused, DIALECTS, NO, snapshot, startWorld, YES } from "./world.ts";

let exchange: TestExchange;
let maker: Trader;
let taker: Trader;

before(async () => {
  exchange = await startWorld({ PRESAGE_PUBLIC_RECORDS: "false" });
  maker = await createTrader(exchange, "maker");
  taker = await createTrader(exchange, "taker");
});
after(() => exchange.close());

const PATH = "/auth/builder-api-key";

type Builder = { readonly trader: Trader; readonly credentials: Credentials };

async function createBuilder(name: string, dialect: Dialect = "spec"): Promise<Builder> {
  const trader = await createTrader(exchange, name);
  const reply = await trader.request("POST", PATH, { dialect });
  const { key, ...secrets } = answeredBy([createBuilderKey])(reply, PATH, dialect);
  return { trader, credentials: { apiKey: key, ...secrets } };
}

type SignedRequest = { readonly method: string; readonly path: string; readonly body?: string };

/** The headers with which a builder's key signs a request. */
function builderHeaders(
  { trader, credentials }: Builder,
  signed: SignedRequest,
  options: RequestOptions = {},
) {
  const { prefix = "SVC_" } = options;
  const { [`${prefix}BUILDER_ADDRESS`]: _address, ...headers } = requestHeaders(
    { account: trader.account, credentials },
    { body: undefined, now: exchange.clock.now, ...signed },
    { ...options, prefix: `${prefix}BUILDER_` },
  );
  return headers;
}

const send = (
  builder: Builder,
  { method, path }: { method: "GET" | "DELETE"; path: string },
  dialect?: Dialect,
) => exchange.send(path, { method, headers: builderHeaders(builder, { method, path }) }, dialect);

/** The taker's order, its request signed by a builder as well. */
async function place(terms: OrderTerms, builder: Builder, options: RequestOptions = {}): Promise<Reply> {
  const { order } = await taker.sign(terms);
  const body = JSON.stringify({ order, owner: taker.credentials.apiKey, orderType: "GTC" });
  const headers = builderHeaders(builder, { method: "POST", path: "/order", body }, options);
  return taker.request("POST", "/order", {
    body,
    changeHeaders: (own) => ({ ...own, ...headers }),
    ...(options.dialect && { dialect: options.dialect }),
  });
}

const codeOf = ({ trader }: Builder) => `0x${"0".repeat(24)}${trader.address.slice(2)}` as const;
const tradesOf = (reply: Reply): string[] => reply.body.map((trade: { id: string }) => trade.id);

for (const dialect of DIALECTS) {
  test(`${dialect}: keys are made, listed without what they sign with, and revoked by themselves or their owner`, async () => {
    const builder = await createBuilder(`builder ${dialect}`, dialect);
    const { trader, credentials } = builder;
    const list = async () =>
      answeredBy([listBuilderKeys])(await trader.request("GET", PATH, { dialect }), PATH, dialect);
    assert.deepEqual(
      (await list()).map((key: Record<string, unknown>) => [key["key"], key["revokedAt"]]),
      [[credentials.apiKey, null]],
    );
    assert.deepEqual((await send(builder, { method: "DELETE", path: PATH }, dialect)).body, "OK");
    assert.equal((await list())[0].revokedAt === null, false);
    assert.equal((await send(builder, { method: "DELETE", path: PATH }, dialect)).status, 401);

    const others = [await trader.request("POST", PATH), await trader.request("POST", PATH)];
    assert.deepEqual((await trader.request("DELETE", PATH, { dialect })).body, "OK");
    for (const { body } of others) {
      const { key: apiKey, ...secrets } = body;
      const revoked = { trader, credentials: { apiKey, ...secrets } };
      assert.equal((await send(revoked, { method: "GET", path: "/builder/trades" }, dialect)).status, 401);
    }
    assert.deepEqual((await trader.request("DELETE", PATH, { dialect })).body, "OK");
    assert.equal((await list()).length, 3);
    assert.equal((await exchange.send(PATH, { method: "DELETE" }, dialect)).status, 401);
  });
}

test("an order of version 1 has the code of the builder who signed its request, one of version 2 its own", async () => {
  const [ann, ben] = [await createBuilder("ann"), await createBuilder("ben")];
  await maker.place({ tokenId: NO, side: "BUY", price: "0.5", size: "30" });
  const terms = { tokenId: YES, side: "BUY", price: "0.5", size: "5" } as const;
  const first = await place({ ...terms, domain: "polymarket-v1-137" }, ann, { prefix: "KUEST_" });
  const named = await place({ ...terms, builder: codeOf(ben) }, ann);
  const unnamed = await place(terms, ann);
  for (const reply of [first, named, unnamed]) assert.equal(reply.body.status, "matched", reply.text);
  const [one, two] = [first.body.tradeIDs, named.body.tradeIDs];
  const trades = { method: "GET", path: "/builder/trades" } as const;
  assert.deepEqual(tradesOf(await send(ann, trades)), one);
  assert.deepEqual(tradesOf(await send(ben, trades)), two);
  assert.deepEqual(tradesOf(await exchange.get(`/builder/trades?builder_code=${codeOf(ann)}`)), one);
  const { body: page } = await exchange.send("/builder/trades?next_cursor=MA==&maker_address=", {
    headers: builderHeaders(ann, trades),
  });
  assert.deepEqual([page.count, page.next_cursor, page.data[0].owner], [1, "LTE=", ""]);
  const { body: volume } = await exchange.get(`/builder/volume?builder=${codeOf(ann)}`);
  assert.equal(volume.total, "2.5");
  assert.deepEqual(tradesOf(await taker.request("GET", "/builder/trades")), [...two, ...one]);
});

test("the journal, and what is made of it, say whose client brought an order", async () => {
  const { differences } = await inSnapshot(exchange.databaseUrl, "builder keys test", verifyExchange);
  assert.deepEqual(differences, []);
});

test("several orders in one request have the builder's code, too", async () => {
  const builder = await createBuilder("batch");
  await maker.place({ tokenId: NO, side: "BUY", price: "0.5", size: "10" });
  const { order } = await taker.sign({
    tokenId: YES,
    side: "BUY",
    price: "0.5",
    size: "10",
    domain: "polymarket-v1-137",
  });
  const body = JSON.stringify([{ order, owner: taker.credentials.apiKey, orderType: "GTC" }]);
  const headers = builderHeaders(builder, { method: "POST", path: "/orders", body });
  const placed = await taker.request("POST", "/orders", {
    body,
    changeHeaders: (own) => ({ ...own, ...headers }),
  });
  assert.equal(placed.body[0].status, "matched", placed.text);
  const trades = await send(builder, { method: "GET", path: "/builder/trades" });
  assert.deepEqual(tradesOf(trades), placed.body[0].tradeIDs);
});

type Wrong = readonly [name: string, options: RequestOptions];
const without = (name: string): RequestOptions => ({
  changeHeaders: ({ [`SVC_BUILDER_${name}`]: _gone, ...rest }) => rest,
});
const change = (name: string, value: string): RequestOptions => ({
  changeHeaders: (headers) => ({ ...headers, [`SVC_BUILDER_${name}`]: value }),
});
const WRONG: readonly Wrong[] = [
  ["no passphrase", without("PASSPHRASE")],
  ["no signature", without("SIGNATURE")],
  ["no timestamp", without("TIMESTAMP")],
  ["no key", without("API_KEY")],
  ["a key that is none", change("API_KEY", "x")],
  ["an unknown key", change("API_KEY", randomUUID())],
  ["another passphrase", change("PASSPHRASE", "0".repeat(64))],
  ["another method", { signedMethod: "PUT" }],
  ["another path", { signedPath: "/orders" }],
  ["another body", { signedBody: "{}" }],
  ["a late request", { timestamp: "1780315100" }],
  ["a signature that is none", change("SIGNATURE", "x")],
  ["two prefixes", { changeHeaders: (headers) => ({ ...headers, POLY_BUILDER_API_KEY: "x" }) }],
];
for (const [name, options] of WRONG) {
  test(`refused, and nothing is placed: builder's headers with ${name}`, async () => {
    const builder = await createBuilder(`wrong ${name}`);
    for (const dialect of DIALECTS) {
      const earlier = await snapshot(exchange);
      const reply = await place({ tokenId: YES, side: "BUY" }, builder, { ...options, dialect });
      const error = dialect === "polymarket" ? "Unauthorized/Invalid api key" : "invalid_l2";
      assertRefused(reply, { status: 401, code: "unauthorized", error }, true);
      assert.ok(!reply.text.includes(builder.credentials.secret.slice(0, 40)));
      assert.deepEqual(await snapshot(exchange), earlier);
    }
  });
}

test("an API key is no builder's key, and a builder's no API key", async () => {
  const builder = await createBuilder("mixed");
  const asBuilder = await place(
    { tokenId: YES, side: "BUY" },
    { ...builder, credentials: maker.credentials },
  );
  assert.equal(asBuilder.status, 401);
  const headers = requestHeaders(
    { account: builder.trader.account, credentials: builder.credentials },
    { method: "GET", path: "/balances", body: undefined, now: exchange.clock.now },
  );
  assert.equal((await exchange.send("/balances", { headers })).status, 401);
  assert.equal((await send(builder, { method: "GET", path: "/balances" })).status, 401);
  assert.equal((await send(builder, { method: "GET", path: "/data/trades" })).status, 401);
});

test("a key that is revoked while it is looked for is not remembered", async () => {
  const { builderKeys } = exchange.context;
  const address = taker.address;
  for (let round = 0; round < 50; round += 1) {
    const { apiKey } = await builderKeys.add({ apiKey: randomUUID(), address });
    await Promise.all([
      builderKeys.find(apiKey),
      builderKeys.revoke({ address, apiKey }),
      builderKeys.find(apiKey),
    ]);
    assert.equal(await builderKeys.find(apiKey), undefined, `round ${round}`);
  }
});
