/** The OpenAPI document of the trading interface, beyond the table of its operations. */
import { Type } from "typebox";
import { REJECTIONS } from "../../core/rejection.ts";
import type { RejectionCode } from "../../core/rejection.ts";
import type { Endpoint } from "../endpoint.ts";
import type { InterfacePage } from "./document.ts";
import { showCodes, showInternalError } from "./refusals.ts";
import { BookRecord } from "../trading/book-record.ts";
import { CredentialsAnswer } from "../trading/credentials-answer.ts";
import { PageOf } from "../trading/listing-page.ts";
import { FullMarket, SimplifiedMarket } from "../trading/market-schema.ts";
import { OrderPayload } from "../trading/order-payload.ts";
import { tradingRefusals } from "../trading/refusal-form.ts";
import { TokenList } from "../trading/token-id.ts";
import { TradeAnswer } from "../trading/trade-record.ts";

const REFUSAL = {
  error: Type.String({ description: "The text that the dialect's clients match" }),
  code: Type.Enum([...Object.keys(REJECTIONS), "internal_error"], {
    description: "Stable, and the same in every dialect",
  }),
  hint: Type.Optional(
    Type.String({ description: "For people: what was expected, what came, the nearest valid value" }),
  ),
  request_id: Type.String(),
};

export const Refusal = Type.Object(REFUSAL);

const NoOrder = Type.Literal("");
const PlacementRefusal = Type.Object({
  ...REFUSAL,
  success: Type.Literal(false),
  errorMsg: Type.String({ description: "The same as error" }),
  orderID: NoOrder,
  takingAmount: NoOrder,
  makingAmount: NoOrder,
  status: NoOrder,
});

export const tradingPage: InterfacePage = {
  title: "Presage trading interface",
  description:
    "Order books, prices, signed orders, trades and market listings. Every answer carries the header `x-request-id`. " +
    'An unknown route answers 404 `{"error": "not found"}`, another method than those listed 405 with `Allow`.',
  groups: [
    {
      name: "Exchange",
      description: "Whether it answers, and its clock",
      paths: ["/", "/ok", "/time", "/version"],
    },
    {
      name: "Books and prices",
      description: "By token: each outcome of a market is one",
      paths: ["/book", "/books", "/prices", "/batch-prices-history"],
    },
    {
      name: "Trading terms",
      description: "What orders on a token must keep to",
      paths: ["/tick-size", "/neg-risk", "/fee-rate"].flatMap((path) => [path, `${path}/:token_id`]),
    },
    {
      name: "Markets",
      description: "Listings in pages, and single markets by condition id",
      paths: [
        "/markets",
        "/simplified-markets",
        "/sampling-markets",
        "/sampling-simplified-markets",
        "/markets/:condition_id",
      ],
    },
    {
      name: "API keys",
      description: "Credentials that sign requests, for a wallet that signs once",
      paths: ["/auth/api-key", "/auth/derive-api-key"],
    },
    { name: "Orders", description: "Place, cancel and read orders", paths: ["/order", "/data/order/:id"] },
    { name: "Trades", description: "What orders became", paths: ["/data/trades", "/builder/trades"] },
    { name: "Sandbox", description: "Outside the sandbox it does not exist", paths: ["/sandbox/faucet"] },
  ],
  schemas: () => ({
    OrderBook: BookRecord,
    Tokens: TokenList,
    Market: FullMarket,
    MarketPage: PageOf(FullMarket),
    SimplifiedMarket,
    SimplifiedMarketPage: PageOf(SimplifiedMarket),
    Credentials: CredentialsAnswer,
    OrderPlacement: OrderPayload,
    Trade: TradeAnswer,
    TradePage: PageOf(TradeAnswer),
    Refusal,
    PlacementRefusal,
  }),
  refusals: (endpoint, dialect) => {
    const schema = endpoint.placement ? PlacementRefusal : Refusal;
    const shown = { form: tradingRefusals, schema, dialect };
    // There the same order again gets the original answer.
    const codes = codesOf(endpoint).filter((code) => code !== "duplicate_order" || dialect !== "spec");
    return [...showCodes(codes, endpoint, shown), showInternalError({ ...shown, schema: Refusal })];
  },
};

const UNKNOWN_TOKEN: readonly RejectionCode[] = ["unknown_token"];

/** What the exchange itself refuses, by operation. */
const CODES: { readonly [operation: string]: readonly RejectionCode[] } = {
  "GET /book": UNKNOWN_TOKEN,
  "GET /tick-size": UNKNOWN_TOKEN,
  "GET /tick-size/:token_id": UNKNOWN_TOKEN,
  "GET /neg-risk": UNKNOWN_TOKEN,
  "GET /neg-risk/:token_id": UNKNOWN_TOKEN,
  "GET /fee-rate": UNKNOWN_TOKEN,
  "GET /fee-rate/:token_id": UNKNOWN_TOKEN,
  "GET /markets/:condition_id": ["unknown_market"],
  "POST /auth/api-key": ["key_not_found", "not_accepting"],
  "GET /auth/derive-api-key": ["key_not_found"],
  "GET /data/order/:id": ["order_not_found"],
  "POST /order": [
    "unsupported_signature_type",
    "invalid_amounts",
    "owner_mismatch",
    "unknown_token",
    "condition_mismatch",
    "signer_mismatch",
    "maker_not_allowed",
    "unsupported_contract",
    "invalid_signature",
    "not_accepting",
    "duplicate_order",
    "market_not_open",
    "market_paused",
    "market_closed",
    "post_only_kind",
    "expiration_required",
    "order_expired",
    "price_out_of_range",
    "price_off_tick",
    "size_not_whole",
    "size_below_minimum",
    "wallet_taken",
    "insufficient_balance",
    "post_only_crosses",
    "self_trade",
    "fok_not_filled",
    "fak_not_matched",
  ],
  "DELETE /order": ["not_accepting"],
  "POST /sandbox/faucet": ["not_accepting", "unknown_account", "amount_too_large"],
};

/** Every code that an operation is refused with, in order of precedence. */
export function codesOf({ method, path, access, body, query, params }: Endpoint): RejectionCode[] {
  const pages = query !== undefined && "next_cursor" in query.properties;
  return [
    ...(body ? (["payload_too_large", "malformed_json"] as const) : []),
    ...(access === "wallet" ? (["wallet_unauthorized"] as const) : []),
    ...(access === "public" || access === "wallet" ? [] : (["unauthorized"] as const)),
    ...((body ?? query ?? params) ? (["invalid_payload"] as const) : []),
    ...(pages ? (["invalid_cursor"] as const) : []),
    ...(CODES[`${method} ${path}`] ?? []),
  ];
}
