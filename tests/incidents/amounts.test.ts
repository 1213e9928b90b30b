/** Incidents of amounts and ids, as clients send them. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { readOrderParams } from "../../src/core/orders/order-params.ts";
import { isRejection } from "../../src/core/rejection.ts";
import type { OrderKind, Side } from "../../src/core/state.ts";
import { ONE, priceText, TICK_SIZES, ticks } from "../../src/core/units.ts";
import { tradingEndpoints } from "../../src/http/trading/endpoints.ts";
import { DIALECTS, snapshot } from "../http/account/world.ts";
import { hashOf, startTestExchange, testListing, tokenOf } from "../support/exchange.ts";
import type { Reply, TestExchange } from "../support/exchange.ts";
import { createTrader } from "../support/trader.ts";
import type { OrderTerms, Trader } from "../support/trader.ts";

const YES = tokenOf("rain yes");
const NO = tokenOf("rain no");

let exchange: TestExchange;
let ann: Trader;
let ben: Trader;
let untouched: unknown;

/** `ann` has shares of one outcome of one market, and of nothing else. */
before(async () => {
  // The rules of a live service would refuse some of the amounts before their price is known.
  exchange = await startTestExchange({
    endpoints: tradingEndpoints("sandbox"),
    settings: { PRESAGE_STRICTNESS: "lenient" },
  });
  await exchange.list(testListing([{ name: "rain" }, { name: "wind" }]));
  const sibling = (name: string) => ({ name, negativeRisk: true });
  await exchange.list(testListing(["red", "blue"].map(sibling), { id: "8", slug: "neg", ticker: "neg" }));
  ann = await createTrader(exchange, "ann");
  ben = await createTrader(exchange, "ben");
  await ben.place({ tokenId: NO, side: "BUY", price: "0.5", size: "20" });
  await ann.place({ tokenId: YES, side: "BUY", price: "0.5", size: "10" });
  untouched = await snapshot(exchange);
});
after(() => exchange.close());

const assertUntouched = async (): Promise<void> => assert.deepEqual(await snapshot(exchange), untouched);

const codeOf = ({ status, body }: Reply): string => `${status} ${body.code ?? body.status}`;

test("inc-08: shares of one outcome cover no sale of another: of the market, of another market, of the same event", async () => {
  const negative = { domain: "polymarket-v2-137-neg" };
  const others: readonly Partial<OrderTerms>[] = [
    { tokenId: NO },
    { tokenId: tokenOf("wind yes") },
    { tokenId: tokenOf("wind no") },
    ...["red yes", "red no", "blue yes", "blue no"].map((name) => ({ tokenId: tokenOf(name), ...negative })),
  ];
  for (const [index, other] of others.entries()) {
    for (const orderType of ["GTC", "FAK"]) {
      const dialect = DIALECTS[index % DIALECTS.length]!;
      const terms = { tokenId: YES, side: "SELL", price: "0.5", size: "1", ...other } as const;
      assert.equal(codeOf(await ann.place(terms, { orderType, dialect })), "400 insufficient_balance");
    }
  }
  await assertUntouched();
});

test("inc-08: a token is only ever of its own condition, and an id has one form", async () => {
  const { order } = await ann.sign({ tokenId: YES, side: "SELL", price: "0.9", size: "1" });
  const send = (change: Record<string, unknown>): Promise<Reply> => ann.post({ ...order, ...change });
  for (const name of ["wind", "red", "nothing"])
    assert.equal(codeOf(await send({ conditionId: hashOf(name) })), "400 condition_mismatch");
  const hex = BigInt(YES).toString(16);
  for (const tokenId of [
    `0x${hex}`,
    `0X${hex.toUpperCase()}`,
    `0${YES}`,
    ` ${YES}`,
    `${YES}.0`,
    hashOf("rain"),
  ])
    assert.equal(codeOf(await send({ tokenId })), "400 invalid_payload", tokenId);
  await assertUntouched();
  // The same condition in capitals is the same condition.
  const conditionId = `0x${hashOf("rain").slice(2).toUpperCase()}`;
  const placed = await send({ conditionId });
  assert.equal(codeOf(placed), "200 live", placed.text);
  await ann.cancel(placed.body.orderID);
  untouched = await snapshot(exchange);
});

/** Sizes in lots: less than a share, odd ones, and the largest whose worth fits. */
const SIZES = [1, 7, 107, 9_999, 900_719_925_474];

test("inc-12: every exactly representable order is taken as it was signed, on every tick, side and kind", () => {
  let taken = 0;
  for (const tick of TICK_SIZES) {
    for (let price: number = tick; price < ONE; price += tick) {
      for (const size of SIZES) {
        for (const [side, kind] of SORTS) {
          const [money, shares] = [price * size, size * 10_000];
          const [makerAmount, takerAmount] = side === "BUY" ? [money, shares] : [shares, money];
          const terms = readOrderParams({ side, kind, makerAmount, takerAmount }, tick);
          const budget = side === "BUY" && kind === "FAK" ? money : undefined;
          assert.ok(
            !isRejection(terms),
            `${side} ${size} at ${priceText(ticks(price))}: ${JSON.stringify(terms)}`,
          );
          assert.ok(terms.limit === price && terms.lots === size && terms.budget === budget);
          taken += 1;
        }
      }
    }
  }
  assert.equal(taken, (9 + 99 + 199 + 399 + 999 + 9_999) * SIZES.length * SORTS.length);
});

const SORTS: readonly (readonly [Side, OrderKind])[] = [
  ["BUY", "GTC"],
  ["SELL", "GTC"],
  ["BUY", "FAK"],
  ["SELL", "FAK"],
];

/** Fields that are 256 bits wide in what is signed; as numbers they would lose digits. */
const WIDE = ["tokenId", "makerAmount", "takerAmount", "timestamp", "expiration", "salt"];

test("inc-13: a number where an id or amount belongs is refused, and never read as another one", async () => {
  const { order } = await ann.sign({ tokenId: YES, side: "BUY", price: "0.1", expiration: "0" });
  const body = JSON.stringify({ order, owner: ann.credentials.apiKey, orderType: "GTC" });
  for (const [index, name] of WIDE.entries()) {
    // The digits of the order's token, an exponent, a fraction: a salt may be a number only while that is exact.
    for (const number of [YES, "2.05081591857943e+76", "1e400", "0.5", "9007199254740993", "-1"]) {
      const dialect = DIALECTS[index % DIALECTS.length]!;
      const changed = body.replace(new RegExp(`"${name}":"\\d+"`), `"${name}":${number}`);
      assert.notEqual(changed, body);
      const reply = await ann.request("POST", "/order", { body: changed, dialect });
      assert.equal(codeOf(reply), "400 invalid_payload", `${name}: ${number}: ${reply.text}`);
      assert.match(reply.body.hint, new RegExp(name));
    }
  }
  await assertUntouched();
});

test("inc-13: what is read has every id as text, digit for digit", async () => {
  const [resting] = exchange.context.engine.exchange.orders.values();
  const paths = [
    `/book?token_id=${NO}`,
    `/markets/${hashOf("rain")}`,
    `/data/order/${resting?.id}`,
    "/data/orders",
    "/data/trades",
    "/balances",
    "/ledger",
  ];
  for (const path of paths) {
    for (const dialect of DIALECTS) {
      const { status, text } = await ben.request("GET", path, { dialect });
      assert.equal(status, 200, `${path}: ${text}`);
      assert.ok(text.includes(`"${NO}"`), `${path} has the token: ${text}`);
      assert.doesNotMatch(text, /[:,[]\s*\d{17}/, `${path} has an id as a number`);
      assert.doesNotMatch(text, /\de[+-]?\d\d["},]/, `${path} has a number with an exponent`);
    }
  }
});

const LARGEST = "9007199254740991";
const BEYOND = "9007199254740992";

/** Amounts of money and shares that an order exchanges, and the code of its refusal. */
const IMPOSSIBLE: readonly (readonly [money: string, shares: string, code: string])[] = [
  ["0", "10000000", "invalid_amounts"],
  ["10000000", "0", "invalid_amounts"],
  ["0", "0", "invalid_amounts"],
  [BEYOND, "10000000", "invalid_amounts"],
  ["10000000", BEYOND, "invalid_amounts"],
  [String(2n ** 256n - 1n), String(2n ** 256n - 1n), "invalid_amounts"],
  ["10000000", "10000000", "price_out_of_range"],
  ["10010000", "10000000", "price_out_of_range"],
  [LARGEST, "1", "price_out_of_range"],
  ["1", LARGEST, "price_out_of_range"],
  ["1", "10000000", "price_out_of_range"],
  ["9960000", "10000000", "price_out_of_range"],
  ["5050000", "10000000", "price_off_tick"],
  ["5000200", "10000000", "price_off_tick"],
];

for (const side of ["BUY", "SELL"] as const) {
  test(`inc-20: a ${side} for nothing, at no price or at one that the market has not is refused as such`, async () => {
    for (const [index, [money, shares, code]] of IMPOSSIBLE.entries()) {
      const amounts =
        side === "BUY"
          ? { makerAmount: money, takerAmount: shares }
          : { makerAmount: shares, takerAmount: money };
      for (const orderType of ["GTC", "FAK"]) {
        const dialect = DIALECTS[index % DIALECTS.length]!;
        const reply = await ann.place({ tokenId: YES, side, ...amounts }, { orderType, dialect });
        assert.equal(codeOf(reply), `400 ${code}`, `${money} for ${shares}: ${reply.text}`);
        assert.match(reply.body.hint, /expected .*got/);
      }
    }
    await assertUntouched();
  });
}
