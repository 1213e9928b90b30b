/**
 * POST /order, when it is refused: one row per way to be wrong, in every dialect, with the text that its clients
 * match. None of it may leave a trace.
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Dialect } from "../../../src/http/dialect.ts";
import { accountOf, createTrader, signOrder } from "../../support/trader.ts";
import type { OrderTerms, PlacementOptions, Trader } from "../../support/trader.ts";
import { hashOf, tokenOf } from "../../support/exchange.ts";
import type { TestExchange } from "../../support/exchange.ts";
import { assertRefused, DIALECTS, NO, snapshot, startWorld, YES } from "./world.ts";
import type { Refused } from "./world.ts";

let exchange: TestExchange;
let ann: Trader;
let ben: Trader;
let untouched: unknown;

before(async () => {
  exchange = await startWorld();
  ann = await createTrader(exchange, "ann");
  ben = await createTrader(exchange, "ben");
  // Asks of YES at 0.60 (5 shares); ann holds 1 of 10,000 in an order, and 2 of 5 shares of NO.
  await ben.place({ tokenId: NO, side: "BUY", price: "0.4", size: "5" });
  await exchange.submit({
    type: "split",
    address: ann.address,
    conditionId: hashOf("rain"),
    lots: 500 as never,
  });
  await ann.place({ tokenId: YES, side: "BUY", price: "0.1", size: "10" });
  await ann.place({ tokenId: NO, side: "SELL", price: "0.9", size: "2" });
  untouched = await snapshot(exchange);
});
after(async () => {
  const now = await snapshot(exchange);
  await exchange.close();
  assert.deepEqual(now, untouched);
});

type Text = string | RegExp;
type Row = {
  readonly name: string;
  readonly terms?: Partial<OrderTerms>;
  readonly options?: PlacementOptions;
  /** Changes of the order's fields after signing. */
  readonly order?: Record<string, unknown>;
  readonly status?: number;
  readonly code: Refused["code"];
  /** Spec, Polymarket and Kuest; one for all three. */
  readonly error: Text | readonly [Text, Text, Text];
  readonly hint?: RegExp;
};

const PAYLOAD = ["invalid payload", "Invalid order payload", "invalid payload"] as const;
const TICK = (price: string, tick = "0.01") =>
  [
    "order is invalid. price breaks minimum tick size rules",
    new RegExp(
      `^order 0x[0-9a-f]{64} is invalid. Price \\(${price}\\) breaks minimum tick size rule: ${tick}$`,
    ),
    "order is invalid. price breaks minimum tick size rules",
  ] as const;
const MINIMUM = (size: string, minimum: string) =>
  [
    "order is invalid. size lower than the minimum",
    new RegExp(`^order 0x[0-9a-f]{64} is invalid. Size \\(${size}\\) lower than the minimum: ${minimum}$`),
    "order is invalid. size lower than the minimum",
  ] as const;
const BALANCE = (balance: number, held: number, needed: number) =>
  [
    "not enough balance / allowance",
    `not enough balance / allowance: the balance is not enough -> balance: ${balance}, sum of active orders: ${held}, order amount: ${needed}`,
    "not enough balance / allowance",
  ] as const;
const SIGNATURE = ["invalid order signature", "invalid signature", "invalid order signature"] as const;
const SIGNER = [
  "the order signer address has to be the address of the API KEY",
  "the order signer address has to be the address of the API KEY",
  "invalid order signature",
] as const;
const MAKER = [
  "maker address not allowed",
  "maker address not allowed, please use the deposit wallet flow",
  "invalid order signature",
] as const;
const OWNER = [
  "owner_mismatch",
  "the order owner has to be the owner of the API KEY",
  "owner_address_mismatch",
] as const;
const AMOUNTS = [
  "makerAmount and takerAmount must be positive",
  "invalid amounts",
  "makerAmount and takerAmount must be positive",
] as const;
const TOKEN = [
  "No orderbook exists for the requested token id",
  "No orderbook exists for the requested token id",
  "token is not registered",
] as const;
const CONTRACT = [
  "unsupported verifying contract",
  "invalid signature",
  "unsupported verifying contract",
] as const;
const KIND = [
  "postOnly requires GTC or GTD",
  "invalid post-only order: only GTC and GTD order types are allowed",
  "postOnly requires GTC or GTD",
] as const;

const field = (name: string, value: unknown) => ({
  name: `order.${name} is ${typeof value === "string" && value.length > 60 ? `${value.length} characters` : JSON.stringify(value)}`,
  order: { [name]: value },
});
const outer = (name: string, value: unknown): Pick<Row, "name" | "options"> => ({
  name: `${name} is ${JSON.stringify(value)}`,
  options: { changeBody: (body) => ({ ...body, [name]: value }) },
});
const payload = { code: "invalid_payload", error: PAYLOAD } as const;

const UINTS = [
  "0x1",
  " 1",
  "1 ",
  "01",
  "1e3",
  "+1",
  "-1",
  "",
  "1.0",
  "١",
  "1_000",
  "1\u0000",
  null,
  true,
  {},
  [],
  ["1"],
];
const INTEGERS: readonly Row[] = ["salt", "tokenId", "makerAmount", "takerAmount", "timestamp"].flatMap(
  (name) =>
    [...UINTS, String(2n ** 256n), "9".repeat(1025)]
      .filter((value) => !(name === "timestamp" && value === null))
      .map((value): Row => ({ ...field(name, value), ...payload })),
);
const REQUIRED = [
  "tokenId",
  "maker",
  "signer",
  "makerAmount",
  "takerAmount",
  "side",
  "salt",
  "signatureType",
  "signature",
];

const FORM: readonly Row[] = [
  ...REQUIRED.map((name): Row => ({
    ...field(name, undefined),
    name: `order.${name} is missing`,
    ...payload,
  })),
  ...["order", "owner", "orderType"].map((name): Row => ({
    ...outer(name, undefined),
    name: `${name} is missing`,
    ...payload,
  })),
  ...INTEGERS,
  ...[2 ** 53, 1.5, -1].map((salt): Row => ({ ...field("salt", salt), ...payload })),
  ...[0, 1, 123].flatMap((value) =>
    ["tokenId", "makerAmount", "takerAmount", "timestamp"].map((name): Row => ({
      ...field(name, value),
      ...payload,
    })),
  ),
  ...["buy", "", 0, 1, null].map((side): Row => ({ ...field("side", side), ...payload })),
  ...["0", 1.5, null, true].map((type): Row => ({ ...field("signatureType", type), ...payload })),
  ...["maker", "signer", "taker"].flatMap((name) =>
    [
      "",
      "0x",
      "f39Fd6e51aad88F6F4ce6aB8827279cffFb92266",
      `0x${"g".repeat(40)}`,
      `0x${"1".repeat(41)}`,
      "0xF39fd6e51aad88F6F4ce6aB8827279cffFb92266",
      5,
    ].map((value): Row => ({ ...field(name, value), ...payload })),
  ),
  ...["metadata", "builder"].flatMap((name) =>
    ["", "0x", "0x1", `0x${"1".repeat(63)}`, `0x${"z".repeat(64)}`, 1].map((value): Row => ({
      ...field(name, value),
      ...payload,
    })),
  ),
  ...["x", "-1", "1.5", "253402300800", 5].map((value): Row => ({
    ...field("expiration", value),
    ...payload,
  })),
  ...["gtc", "GTX", "", null, 1, "__proto__"].map((value): Row => ({
    ...outer("orderType", value),
    ...payload,
  })),
  ...["true", 1, null].map((value): Row => ({ ...outer("postOnly", value), ...payload })),
  ...[null, [], "x", 1].map((value): Row => ({ ...outer("order", value), ...payload })),
  { ...field("taker", accountOf("ben").address), ...payload, hint: /anyone/ },
  { ...outer("owner", 7), ...payload },
  ...[4, 99, -1, 2 ** 40].map((type): Row => ({
    ...field("signatureType", type),
    code: "unsupported_signature_type",
    error: "unsupported signature type",
    hint: /0 to 3/,
  })),
  {
    name: "type 3 in version 1",
    terms: { domain: "polymarket-v1-137" },
    order: { signatureType: 3 },
    code: "unsupported_signature_type",
    error: "unsupported signature type",
  },
];

const AMOUNT: readonly Row[] = [
  ...["makerAmount", "takerAmount"].flatMap((name) =>
    ["0", "9007199254740992", String(2n ** 64n), String(2n ** 256n - 1n)].map((value): Row => ({
      ...field(name, value),
      name: `${name} is ${value}`,
      code: "invalid_amounts",
      error: AMOUNTS,
      hint: /from 1 to 9007199254740991/,
    })),
  ),
];

const IDENTITY: readonly Row[] = [
  ...["", "\u0000", "00000000-0000-4000-8000-000000000000", accountOf("ben").address].map((owner): Row => ({
    name: `owner is ${JSON.stringify(owner)}`,
    options: { owner },
    code: "owner_mismatch",
    error: OWNER,
  })),
  ...[tokenOf("nothing"), "0", "1"].map((tokenId): Row => ({
    name: `unknown token ${tokenId}`,
    terms: { tokenId },
    status: 404,
    code: "unknown_token",
    error: TOKEN,
  })),
  ...["", hashOf("wind"), "0x", "__proto__", "\u0000"].map((id): Row => ({
    ...field("conditionId", id),
    code: "condition_mismatch",
    error: [
      "tokenId not found for conditionId lookup",
      "Invalid order payload",
      "tokenId not found for conditionId lookup",
    ],
    hint: /expected 0x/,
  })),
  {
    name: "signed by another key",
    terms: { signer: accountOf("ann").address, maker: accountOf("ann").address },
    order: {},
    options: { changeBody: (body) => body },
    code: "invalid_signature",
    error: SIGNATURE,
  },
  {
    name: "signer is another wallet",
    terms: { signer: accountOf("ben").address, maker: accountOf("ben").address },
    code: "signer_mismatch",
    error: SIGNER,
  },
  {
    name: "maker is another wallet",
    terms: { maker: accountOf("ben").address },
    code: "maker_not_allowed",
    error: MAKER,
  },
  {
    name: "maker is the zero address",
    terms: { maker: `0x${"0".repeat(40)}` },
    code: "maker_not_allowed",
    error: MAKER,
  },
  {
    name: "type 2 with a maker that is no Safe of the signer",
    terms: { signatureType: 2 },
    code: "maker_not_allowed",
    error: MAKER,
    hint: /must be 0x.*polymarket.*kuest/,
  },
  {
    name: "negative-risk contract on an ordinary market",
    terms: { domain: "polymarket-v2-137-neg" },
    code: "unsupported_contract",
    error: CONTRACT,
    hint: /expected one of/,
  },
  {
    name: "ordinary contract on a negative-risk market",
    terms: { tokenId: tokenOf("neg yes") },
    code: "unsupported_contract",
    error: CONTRACT,
  },
  ...[
    "",
    "0x",
    `0x${"1".repeat(130)}`,
    `0x${"0".repeat(130)}`,
    `0x${"f".repeat(130)}`,
    "x".repeat(1024),
    "\u0000",
  ].map((value): Row => ({ ...field("signature", value), code: "invalid_signature", error: SIGNATURE })),
];

const TAMPERED: readonly Row[] = (
  [
    ["salt", "7"],
    ["tokenId", NO],
    ["makerAmount", "4990000"],
    ["takerAmount", "10010000"],
    ["side", "SELL"],
    ["signatureType", 1],
    ["timestamp", "1780000000001"],
    ["metadata", `0x${"1".repeat(64)}`],
    ["builder", `0x${"1".repeat(64)}`],
    ["maker", accountOf("ben").address],
    ["signer", accountOf("ben").address],
  ] as const
).map(([name, value]): Row => {
  const refused: Partial<Record<string, Pick<Row, "code" | "error">>> = {
    maker: { code: "maker_not_allowed", error: MAKER },
    signatureType: { code: "maker_not_allowed", error: MAKER },
    signer: { code: "signer_mismatch", error: SIGNER },
  };
  return {
    name: `${name} changed after signing`,
    order: { [name]: value },
    ...(refused[name] ?? { code: "invalid_signature", error: SIGNATURE }),
  };
});

const MARKET: readonly Row[] = [
  {
    name: "a market that is not open yet",
    terms: { tokenId: tokenOf("draft yes") },
    code: "market_not_open",
    error: [
      "market not yet accepting orders",
      "the market is not yet ready to process new orders",
      "market not yet accepting orders",
    ],
  },
  {
    name: "a paused market",
    terms: { tokenId: tokenOf("paused no") },
    status: 409,
    code: "market_paused",
    error: "condition_paused",
    hint: /cancels are taken/,
  },
  {
    name: "a resolved market",
    terms: { tokenId: tokenOf("done no") },
    code: "market_closed",
    error: "the market is closed",
    hint: /resolved/,
  },
  {
    name: "post-only FOK",
    options: { orderType: "FOK", postOnly: true },
    code: "post_only_kind",
    error: KIND,
  },
  {
    name: "post-only FAK",
    options: { orderType: "FAK", postOnly: true },
    code: "post_only_kind",
    error: KIND,
  },
  {
    name: "GTD without expiration",
    options: { orderType: "GTD" },
    code: "expiration_required",
    error: ["expiration is required", "invalid expiration", "expiration is required"],
  },
  {
    name: "GTD of 0",
    terms: { expiration: "0" },
    options: { orderType: "GTD" },
    code: "expiration_required",
    error: ["expiration is required", "invalid expiration", "expiration is required"],
  },
  {
    name: "GTD that ends now",
    terms: { expiration: "1780315200" },
    options: { orderType: "GTD" },
    code: "order_expired",
    error: "invalid expiration",
    hint: /after 1780315200/,
  },
  { name: "GTC in the past", terms: { expiration: "1" }, code: "order_expired", error: "invalid expiration" },
  {
    name: "a price between two ticks",
    terms: { makerAmount: "5050000", takerAmount: "10000000" },
    code: "price_off_tick",
    error: TICK("0.505"),
    hint: /got 0.505; nearest: 0.5 or 0.51/,
  },
  {
    name: "a sell between two ticks",
    terms: { side: "SELL", tokenId: NO, makerAmount: "1000000", takerAmount: "333000" },
    code: "price_off_tick",
    error: TICK("0.333"),
    hint: /nearest: 0.33 or 0.34/,
  },
  {
    name: "11 base units too little",
    terms: { makerAmount: "4999989", takerAmount: "10000000" },
    code: "price_off_tick",
    error: TICK("0.4999989"),
  },
  {
    name: "one base unit too much",
    terms: { makerAmount: "5000001", takerAmount: "10000000" },
    code: "price_off_tick",
    error: TICK("0.5000001"),
  },
  {
    name: "price 1",
    terms: { makerAmount: "10000000", takerAmount: "10000000" },
    code: "price_out_of_range",
    error: TICK("1"),
    hint: /from 0.01 to 0.99, got 1/,
  },
  {
    name: "a price below the range",
    terms: { makerAmount: "1000", takerAmount: "1000000" },
    code: "price_out_of_range",
    error: TICK("0.001"),
  },
  {
    name: "a huge price",
    terms: { makerAmount: "9007199254740991", takerAmount: "1" },
    code: "price_out_of_range",
    error: TICK("9007199254740991"),
  },
  {
    name: "a fraction of a hundredth",
    terms: { makerAmount: "5000500", takerAmount: "10001000" },
    code: "size_not_whole",
    error: [
      "order is invalid. size must be a multiple of 0.01",
      "invalid amounts, the size supports a max accuracy of 2 decimals",
      "order is invalid. size must be a multiple of 0.01",
    ],
    hint: /got 10.001; nearest: 10 or 10.01/,
  },
  {
    name: "0.99 of the 1 share that the market wants",
    terms: { size: "0.99" },
    code: "size_below_minimum",
    error: MINIMUM("0.99", "1"),
    hint: /at least 1 shares, got 0.99/,
  },
  {
    name: "4.99 of 5",
    terms: { tokenId: tokenOf("fine no"), size: "4.99" },
    code: "size_below_minimum",
    error: MINIMUM("4.99", "5"),
  },
  {
    name: "a budget that buys nothing",
    terms: { makerAmount: "5000", takerAmount: "8333" },
    options: { orderType: "FAK" },
    code: "size_below_minimum",
    error: MINIMUM("0.008333", "0.01"),
  },
];

const FUNDS: readonly Row[] = [
  {
    name: "a buy beyond the balance",
    terms: { size: "20000" },
    code: "insufficient_balance",
    error: BALANCE(9_995_000_000, 1_000_000, 10_000_000_000),
    hint: /balance 9995, held by open orders 1, needed 10000/,
  },
  {
    name: "a buy beyond what orders leave",
    terms: { price: "0.01", size: "999450" },
    code: "insufficient_balance",
    error: BALANCE(9_995_000_000, 1_000_000, 9_994_500_000),
    hint: /needed 9994.5/,
  },
  {
    name: "a market buy beyond the balance",
    terms: { makerAmount: "9994000001", takerAmount: "16656666668" },
    options: { orderType: "FAK" },
    code: "insufficient_balance",
    error: BALANCE(9_995_000_000, 1_000_000, 9_994_000_001),
  },
  {
    name: "a sell of shares that an order holds",
    terms: { side: "SELL", tokenId: NO, size: "3.01" },
    code: "insufficient_balance",
    error: BALANCE(5_000_000, 2_000_000, 3_010_000),
    hint: /balance 5, held by open orders 2, needed 3.01/,
  },
  {
    name: "a sell of shares of another market",
    terms: { side: "SELL", tokenId: tokenOf("wind yes"), size: "1" },
    code: "insufficient_balance",
    error: BALANCE(0, 0, 1_000_000),
  },
  {
    name: "post-only that crosses",
    terms: { price: "0.6" },
    options: { postOnly: true },
    code: "post_only_crosses",
    error: [
      "postOnly would cross the best ask",
      "invalid post-only order: order crosses book",
      "postOnly would cross the best ask",
    ],
    hint: /0.6 with 0.6; nearest: 0.59/,
  },
  {
    name: "a post-only sell that crosses",
    terms: { side: "SELL", tokenId: NO, price: "0.4", size: "1" },
    options: { postOnly: true },
    code: "post_only_crosses",
    error: [
      "postOnly would cross the best bid",
      "invalid post-only order: order crosses book",
      "postOnly would cross the best bid",
    ],
  },
  {
    name: "FOK for more than there is",
    terms: { price: "0.6", size: "5.01" },
    options: { orderType: "FOK" },
    code: "fok_not_filled",
    error: [
      "order couldn't be fully filled, fok orders are fully filled/killed",
      "order couldn't be fully filled. FOK orders are fully filled or killed.",
      "order couldn't be fully filled, fok orders are fully filled/killed",
    ],
    hint: /expected 5.01 .* has 5/,
  },
  {
    name: "FAK below the best ask",
    terms: { price: "0.59" },
    options: { orderType: "FAK" },
    code: "fak_not_matched",
    error:
      "no orders found to match with FAK order. FAK orders are partially filled or killed if no match is found.",
    hint: /nothing at 0.59 or better/,
  },
];

async function post(row: Row, dialect: Dialect) {
  const signer = row.name === "signed by another key" ? accountOf("ben") : ann.account;
  const { order } = await signOrder(signer, { tokenId: YES, side: "BUY", ...row.terms });
  return ann.post({ ...order, ...row.order }, { ...row.options, dialect });
}

for (const row of [...FORM, ...AMOUNT, ...IDENTITY, ...TAMPERED, ...MARKET, ...FUNDS]) {
  test(`${row.code}: ${row.name}`, async () => {
    for (const [index, dialect] of DIALECTS.entries()) {
      const reply = await post(row, dialect);
      const error = Array.isArray(row.error) ? (row.error as Text[])[index]! : (row.error as Text);
      assertRefused(reply, { status: row.status ?? 400, code: row.code, error }, true);
      if (row.hint !== undefined) assert.match(reply.body.hint, row.hint);
    }
  });
}

test("a signature with the high s, which is the same signature in another form", async () => {
  const { order } = await ann.sign({ tokenId: YES, side: "BUY" });
  const signature = String(order["signature"]);
  const s =
    0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n -
    BigInt(`0x${signature.slice(66, 130)}`);
  const v = signature.endsWith("1b") ? "1c" : "1b";
  const high = signature.slice(0, 66) + s.toString(16).padStart(64, "0") + v;
  const reply = await ann.post({ ...order, signature: high });
  assertRefused(reply, { status: 400, code: "invalid_signature", error: "invalid order signature" }, true);
  assert.match(reply.body.hint, /s is above n\/2/);
});

test("an order of another trader, sent with one's own key", async () => {
  const { order } = await ben.sign({ tokenId: YES, side: "BUY" });
  assertRefused(await ann.post(order), { status: 400, code: "signer_mismatch", error: SIGNER[0] }, true);
  const asBen = await ann.post(order, { owner: ben.credentials.apiKey });
  assertRefused(asBen, { status: 400, code: "owner_mismatch", error: "owner_mismatch" }, true);
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
