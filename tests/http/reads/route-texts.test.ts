/** Texts of single routes in Polymarket's own words, and the same refusals in the other dialects. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { listRejectionCodes } from "../../../src/http/openapi/parts.ts";
import { tradingEndpoints } from "../../../src/http/trading/endpoints.ts";
import * as refusalTexts from "../../../src/http/trading/wire-error.ts";
import { hashOf, startTestExchange, testListing, tokenOf } from "../../support/exchange.ts";
import type { TestExchange } from "../../support/exchange.ts";
import { createTrader } from "../../support/trader.ts";
import type { Trader } from "../../support/trader.ts";

let exchange: TestExchange;
let ann: Trader;
const endpoints = tradingEndpoints("sandbox");

before(async () => {
  exchange = await startTestExchange({ endpoints });
  await exchange.list(testListing([{ name: "rain" }]));
  ann = await createTrader(exchange, "ann");
});
after(() => exchange.close());

const YES = tokenOf("rain yes");
const UNKNOWN = "no market lists token 12";
const TOKEN_HINT = 'token_id: expected a token id of up to 78 decimal digits, got "0x12"';
const FILTERS = "invalid filters: ";
const INTERVAL = 'interval: expected 1m, 5m, 15m, 1h, 6h, 1d, 1w, max or all, got "2h"';
const LEAST = "fidelity: expected at least 5 with interval 1w, got 1";

type Row = readonly [path: string, status: number, error: string, code: string, hint: string];

const MALFORMED_TOKENS = [
  ...["/book", "/midpoint", "/spread", "/last-trade-price", "/tick-size", "/neg-risk", "/fee-rate"].map(
    (path) => `${path}?token_id=0x12`,
  ),
  ...["/tick-size", "/neg-risk", "/fee-rate", "/markets-by-token"].map((path) => `${path}/0x12`),
  "/price?token_id=0x12&side=BUY",
].map((path): Row => [path, 400, "Invalid token id", "invalid_payload", TOKEN_HINT]);

const UNKNOWN_TERMS = (["/tick-size", "/neg-risk", "/fee-rate"] as const).flatMap((path): Row[] => {
  const error = path === "/fee-rate" ? "fee rate not found for market" : "market not found";
  const said = [404, error, "unknown_token", UNKNOWN] as const;
  return [
    [`${path}?token_id=12`, ...said],
    [`${path}/12`, ...said],
  ];
});

const NO_BOOK = "No orderbook exists for the requested token id";
const ROWS: readonly Row[] = [
  ...MALFORMED_TOKENS,
  ...UNKNOWN_TERMS,
  ["/book", 400, "Invalid token id", "invalid_payload", "token_id: expected a token id of up to 78"],
  ["/price", 400, "Invalid token id", "invalid_payload", "token_id: "],
  [`/price?token_id=${YES}`, 400, "Invalid side", "invalid_payload", "side: expected text, got nothing"],
  [`/price?token_id=${YES}&side=UP`, 400, "Invalid side", "invalid_side", "side: expected BUY or SELL"],
  ["/book?token_id=12", 404, NO_BOOK, "unknown_token", UNKNOWN],
  ["/price?token_id=12&side=BUY", 404, NO_BOOK, "unknown_token", UNKNOWN],
  [
    "/markets/0x12",
    400,
    "Invalid market",
    "invalid_payload",
    "condition_id: expected a condition id, 0x and 64 hex",
  ],
  [`/markets/${hashOf("none")}`, 404, "market not found", "unknown_market", "no market has condition"],
  ["/data/orders?market=0x12", 400, "invalid order params payload", "invalid_payload", "market: "],
  ["/data/orders?asset_id=x", 400, "invalid order params payload", "invalid_payload", "asset_id: "],
  ["/data/orders?next_cursor=x", 400, "invalid cursor", "invalid_cursor", "next_cursor: "],
  ["/data/trades?market=0x12", 400, "Invalid trade params payload", "invalid_payload", "market: "],
  ["/data/trades?before=x", 400, "Invalid trade params payload", "invalid_payload", "before: "],
  ["/data/order/0x12", 400, "Invalid orderID", "order_not_found", "no order has id 0x12; expected 0x and 64"],
  ["/data/order/%00", 400, "Invalid orderID", "invalid_payload", "id: expected text without NUL"],
  [`/data/order/${hashOf("x")}`, 404, "Order not found", "order_not_found", "no order has id"],
  [`/prices-history?market=${YES}&interval=2h`, 400, `${FILTERS}${INTERVAL}`, "invalid_payload", INTERVAL],
  [
    `/prices-history?market=${YES}&interval=1w&fidelity=1`,
    400,
    `${FILTERS}${LEAST}`,
    "invalid_payload",
    LEAST,
  ],
  [
    "/prices-history",
    400,
    `${FILTERS}market: expected a token id, or a market's condition id, slug or number for its first outcome, at most 100 characters, got nothing`,
    "invalid_payload",
    "market: expected",
  ],
];

for (const [path, status, error, code, hint] of ROWS)
  test(`GET ${path}: ${error}`, async () => {
    const { body, ...reply } = await ann.request("GET", path, { dialect: "polymarket" });
    assert.deepEqual([reply.status, body.error, body.code], [status, error, code], reply.text);
    assert.ok(body.hint.startsWith(hint), body.hint);
    for (const dialect of ["spec", "kuest"] as const) {
      const other = await ann.request("GET", path, { dialect });
      if (other.status === 200) continue;
      assert.equal(other.body.code, code, other.text);
      assert.equal(other.body.error.startsWith(FILTERS), false);
      assert.equal(other.status, error === "Invalid orderID" && code === "order_not_found" ? 404 : status);
    }
  });

test("every text is of an operation that can be refused so", () => {
  const texts = Object.values(refusalTexts)
    .flatMap((value): unknown => value)
    .filter((value) => Object.hasOwn(Object(value), "error"));
  assert.deepEqual(new Set(endpoints.flatMap((endpoint) => endpoint.texts)), new Set(texts));
  for (const endpoint of endpoints)
    for (const { code } of endpoint.texts)
      assert.ok(listRejectionCodes(endpoint).includes(code), `${endpoint.path} ${code}`);
});
