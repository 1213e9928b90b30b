/**
 * POST /order, when it is refused: one row per way to be wrong, in every dialect, with the text that its clients
 * match. None of it may leave a trace.
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { PLACEMENT_CHECKS } from "../../../src/core/orders/placement-checks.ts";
import { lots } from "../../../src/core/units.ts";
import type { Dialect } from "../../../src/http/dialects/dialect.ts";
import { hashOf, tokenOf } from "../../support/exchange.ts";
import type { TestExchange } from "../../support/exchange.ts";
import { accountOf, signOrder } from "../../support/trader.ts";
import type { Trader } from "../../support/trader.ts";
import { SIGNER } from "./refusal-rows.ts";
import type { Row, Text } from "./refusal-rows.ts";
import { REFUSED_FIELDS } from "./refused-fields.ts";
import { REFUSED_TERMS } from "./refused-terms.ts";
import { isKnownToSite } from "./site-texts.ts";
import { assertRefused, DIALECTS, NO, snapshot, YES, startTraders } from "./world.ts";

let exchange: TestExchange;
let ann: Trader;
let ben: Trader;
let untouched: unknown;

before(async () => {
  ({ exchange, ann, ben } = await startTraders({ PRESAGE_STRICTNESS: "lenient" }));
  // Asks of YES at 0.60 (5 shares); ann holds 1 of 10,000 in an order, and 2 of 5 shares of NO.
  await ben.place({ tokenId: NO, side: "BUY", price: "0.4", size: "5" });
  await exchange.submit({
    type: "split",
    address: ann.address,
    owner: ann.address,
    conditionId: hashOf("rain"),
    lots: lots(500),
  });
  await ann.place({ tokenId: YES, side: "BUY", price: "0.1", size: "10" });
  await ann.place({ tokenId: NO, side: "SELL", price: "0.9", size: "2" });
  untouched = await untouchedState();
});
after(async () => {
  const now = await untouchedState();
  await exchange.close();
  assert.deepEqual(now, untouched);
});

/** Accounts, positions and the orders that can rest: killed orders are placed, and move nothing. */
async function untouchedState(): Promise<unknown> {
  const { accounts, positions, orders, open } = await snapshot(exchange);
  return { accounts, positions, open, orders: orders.filter(({ kind }) => kind === "GTC" || kind === "GTD") };
}

async function post(row: Row, dialect: Dialect) {
  const signer = row.name === "signed by another key" ? accountOf("ben") : ann.account;
  const { order } = await signOrder(signer, { tokenId: YES, side: "BUY", ...row.terms });
  const { signature = (made: string) => made } = row;
  const damaged = { ...order, signature: signature(String(order["signature"])), ...row.order };
  return ann.post(damaged, { ...row.options, dialect });
}

for (const row of [...REFUSED_FIELDS, ...REFUSED_TERMS]) {
  test(`${row.code}: ${row.name}`, async () => {
    for (const [index, dialect] of DIALECTS.entries()) {
      const reply = await post(row, dialect);
      const error = Array.isArray(row.error) ? (row.error as Text[])[index]! : (row.error as Text);
      const { status = 400 } = row;
      const expected = typeof status === "number" ? status : status[index]!;
      assertRefused(reply, { status: expected, code: row.code, error }, true);
      if (dialect === "kuest") assert.ok(isKnownToSite(reply.body.error), reply.text);
      if (row.hint !== undefined) assert.match(reply.body.hint, row.hint);
    }
  });
}

test("an order of another trader, sent with one's own key", async () => {
  const { order } = await ben.sign({ tokenId: YES, side: "BUY" });
  assertRefused(await ann.post(order), { status: 400, code: "signer_mismatch", error: SIGNER[0] }, true);
  const asBen = await ann.post(order, { owner: ben.credentials.apiKey });
  assertRefused(asBen, { status: 400, code: "owner_mismatch", error: "owner_mismatch" }, true);
});

/** One flaw per check, in the order of the table. Those of `order` are made after signing. */
const FLAWS: readonly (readonly [check: string, code: string, Pick<Row, "terms" | "order" | "options">])[] = [
  ["payload", "invalid_payload", { order: { salt: "x" } }],
  ["amounts", "invalid_amounts", { order: { makerAmount: "0" } }],
  ["owner", "owner_mismatch", { options: { owner: accountOf("ben").address } }],
  ["token", "unknown_token", { order: { tokenId: "1" } }],
  ["condition", "condition_mismatch", { order: { conditionId: hashOf("none") } }],
  ["signature", "invalid_signature", { order: { signature: "0x12" } }],
  ["price", "price_off_tick", { terms: { makerAmount: "5050000", takerAmount: "10000000" } }],
  ["market state", "market_paused", { terms: { tokenId: tokenOf("paused yes") } }],
];

FLAWS.forEach(([check, code], index) =>
  test(`an order with the flaw of ${check} and of every later check is refused for the first`, async () => {
    const flaws = FLAWS.slice(index).map(([, , flaw]) => flaw);
    const terms = Object.assign({}, ...flaws.map((flaw) => flaw.terms));
    const order = Object.assign({}, ...flaws.map((flaw) => flaw.order));
    const options = Object.assign({}, ...flaws.map((flaw) => flaw.options));
    const signed = await ann.sign({ tokenId: YES, side: "BUY", ...terms });
    const reply = await ann.post({ ...signed.order, ...order }, options);
    assert.equal(reply.body.code, code, reply.text);
  }),
);

test("the flaws are in the order of the table", () => {
  const { request, signature, terms, order } = PLACEMENT_CHECKS;
  const all = [...request, ...signature, ...terms, ...order].map(({ check }) => check);
  const places = FLAWS.map(([check]) => all.indexOf(check));
  assert.deepEqual(
    places,
    places.toSorted((a, b) => a - b),
  );
  assert.deepEqual(
    all.slice(0, request.length + signature.length),
    FLAWS.map(([check]) => check).slice(0, request.length + signature.length),
  );
});

test("a refused order of a wallet that trades for the first time opens no account", async () => {
  const wallet = { signatureType: 3, maker: accountOf("wallet").address } as const;
  const off = { makerAmount: "5050000", takerAmount: "10000000" };
  for (const terms of [{ ...off }, { tokenId: tokenOf("paused yes") }, { size: "0.5" }]) {
    const reply = await ann.place({ tokenId: YES, side: "BUY", ...wallet, ...terms });
    assert.notEqual(reply.status, 200, reply.text);
  }
  assert.equal(exchange.context.engine.exchange.accountByAddress.has(wallet.maker.toLowerCase()), false);
});
