/** Reads of tokens and markets by ids that name something else: the hint says what they are, or where to look. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { tradingEndpoints } from "../../../src/http/trading/endpoints.ts";
import { hashOf, startTestExchange, testListing, tokenOf } from "../../support/exchange.ts";
import type { TestExchange } from "../../support/exchange.ts";

let exchange: TestExchange;

before(async () => {
  exchange = await startTestExchange({ endpoints: tradingEndpoints("sandbox") });
  await exchange.list(testListing([{ name: "rain" }]));
});
after(() => exchange.close());

const [YES, NO, CONDITION] = [tokenOf("rain yes"), tokenOf("rain no"), hashOf("rain")];
const YES_IN_HEX = `0x${BigInt(YES).toString(16).padStart(64, "0")}`;
const TOKENS = `it is a condition id: its market's tokens are ${YES} and ${NO}`;
const MARKET = `it is the id of a token: its market's condition is ${CONDITION}`;

const ROWS: readonly (readonly [path: string, code: string, hint: string])[] = [
  ["/book?token_id=12", "unknown_token", "no market lists token 12"],
  [
    `/book?token_id=${BigInt(CONDITION)}`,
    "unknown_token",
    `no market lists token ${BigInt(CONDITION)}; ${TOKENS}`,
  ],
  [
    `/tick-size?token_id=${CONDITION}`,
    "invalid_payload",
    `token_id: expected a token id of up to 78 decimal digits, got "${CONDITION}"; ` +
      "that is the form of a condition id, whose tokens GET /markets/{condition_id} of the trading interface names",
  ],
  [
    "/neg-risk/will-it-rain",
    "invalid_payload",
    'token_id: expected a token id of up to 78 decimal digits, got "will-it-rain"; that is the form of a ' +
      "slug, whose market GET /markets/slug/{slug} of the catalog interface names",
  ],
  ["/book?token_id=%2012%20", "invalid_payload", "nearest: 12"],
  [`/markets/${hashOf("none")}`, "unknown_market", `no market has condition ${hashOf("none")}`],
  [`/markets/${YES_IN_HEX}`, "unknown_market", `no market has condition ${YES_IN_HEX}; ${MARKET}`],
  [`/markets/${YES_IN_HEX}/resolution`, "unknown_market", MARKET],
  [
    `/markets/${YES}`,
    "invalid_payload",
    "that is the form of a token id, whose market GET /markets-by-token/{token_id} of the trading interface names",
  ],
  [`/markets/${CONDITION.slice(2)}`, "invalid_payload", `nearest: ${CONDITION}`],
  ["/markets?next_cursor=MA", "invalid_cursor", 'got "MA"; nearest: MA=='],
  ["/markets?next_cursor=x", "invalid_cursor", 'got "x"; nearest: MA==, the start'],
  [
    `/data/trades?market=${YES}`,
    "invalid_payload",
    "market: expected a condition id, 0x and 64 hex digits, or 62 of a Protocol V2 market, got",
  ],
  [`/data/trades?asset_id=${CONDITION}`, "invalid_payload", "that is the form of a condition id"],
  ["/data/trades?after=1780315200000", "invalid_payload", "nearest: 1780315200, if it is in milliseconds"],
  [
    `/data/trades?maker_address=${"0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266".toUpperCase()}`,
    "invalid_payload",
    "maker_address: ",
  ],
  ["/data/order/0x12", "order_not_found", "no order has id 0x12; expected 0x and 64 hex digits"],
];

for (const [path, code, hint] of ROWS)
  test(`GET ${path}: ${hint}`, async () => {
    const { body, text } = await exchange.get(path);
    assert.equal(body.code, code, text);
    assert.ok(body.hint.endsWith(hint) || body.hint.includes(hint), body.hint);
  });
