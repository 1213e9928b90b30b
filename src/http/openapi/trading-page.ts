/** The OpenAPI document of the trading interface, beyond the table of its operations. */
import { Type } from "typebox";
import type { TSchema } from "typebox";
import { DIFFERENCES } from "../dialects/dialect-differences.ts";
import type { Endpoint } from "../endpoint.ts";
import { BookRecord } from "../trading/books/book-record.ts";
import { CredentialsAnswer } from "../trading/keys/credentials-answer.ts";
import { LedgerAnswer } from "../trading/ledger/ledger-entry.ts";
import { WalletBalance } from "../trading/ledger/list-balances.ts";
import { PageOf } from "../trading/listing-page.ts";
import { FullMarket, SimplifiedMarket } from "../trading/markets/market-schema.ts";
import { Notification } from "../trading/notifications/notification-record.ts";
import { Cancellation } from "../trading/orders/cancellation.ts";
import { OrderPayload } from "../trading/orders/order-payload.ts";
import { FlatOrder } from "../trading/orders/order-record.ts";
import { Placement } from "../trading/orders/placement.ts";
import { postHeartbeat } from "../trading/orders/post-heartbeat.ts";
import { tradingRefusals } from "../trading/refusal-form.ts";
import { MarketReward } from "../trading/rewards/reward-record.ts";
import { refuseQuotes } from "../trading/service/refuse-quotes.ts";
import { TokenList } from "../trading/token-id.ts";
import { TradeAnswer } from "../trading/trades/trade-record.ts";
import { codesOf, Refusal } from "./coded-refusal.ts";
import type { InterfacePage } from "./document.ts";
import { showCodes, showInternalError } from "./refusals.ts";

const NoOrder = Type.Literal("");
const PlacementRefusal = Type.Object({
  ...Refusal.properties,
  success: Type.Literal(false),
  errorMsg: Type.String({ description: "The same as error" }),
  orderID: NoOrder,
  takingAmount: NoOrder,
  makingAmount: NoOrder,
  status: NoOrder,
});

const HeartbeatRefusal = Type.Object({
  ...Refusal.properties,
  error_msg: Type.Optional(Type.String({ description: "The same as error, of a heartbeat with a wrong id" })),
  heartbeat_id: Type.Optional(
    Type.String({ description: "What a heartbeat with a wrong id should have named; blank where none runs" }),
  ),
});

function refusalSchema({ path, placement }: Endpoint): TSchema {
  if (placement) return PlacementRefusal;
  return postHeartbeat.some((beat) => beat.path === path) ? HeartbeatRefusal : Refusal;
}

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
      paths: [
        "/book",
        "/books",
        "/price",
        "/prices",
        "/midpoint",
        "/midpoints",
        "/spread",
        "/spreads",
        "/last-trade-price",
        "/last-trades-prices",
        "/prices-history",
        "/batch-prices-history",
      ],
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
        "/markets/:condition_id/resolution",
        "/clob-markets/:condition_id",
        "/markets-by-token/:token_id",
        "/data/volumes",
      ],
    },
    {
      name: "API keys",
      description: "Credentials that sign requests, for a wallet that signs once",
      paths: [
        "/auth/api-key",
        "/auth/derive-api-key",
        "/auth/api-keys",
        "/auth/ban-status/closed-only",
        "/auth/readonly-api-key",
        "/auth/readonly-api-keys",
        "/auth/validate-readonly-api-key",
        "/auth/builder-api-key",
      ],
    },
    {
      name: "Orders",
      description: "Place, cancel and read orders, and tell that whoever placed them is there",
      paths: [
        "/order",
        "/orders",
        "/cancel-all",
        "/cancel-market-orders",
        "/data/order/:id",
        "/data/orders",
        "/data/pre-migration-orders",
        "/order-scoring",
        "/orders-scoring",
        "/v1/heartbeats",
        "/heartbeats",
      ],
    },
    {
      name: "Trades",
      description: "What orders became",
      paths: [
        "/data/trades",
        "/markets/live-activity/:condition_id",
        "/live-activity/events/:condition_id",
        "/builder/trades",
        "/builder/volume",
        "/fees/builder-fees/:code",
      ],
    },
    {
      name: "Balances",
      description:
        "What the caller's wallets have, how they came to it, and what they can do with it besides trading",
      paths: [
        "/balances",
        "/balance-allowance",
        "/balance-allowance/update",
        "/ledger",
        "/positions/split",
        "/positions/merge",
        "/positions/redeem",
        "/positions/convert",
        "/withdrawals",
      ],
    },
    {
      name: "Notifications",
      description: "What happened without the caller's doing",
      paths: ["/notifications"],
    },
    {
      name: "Rewards",
      description: "What markets are listed to pay for liquidity; this exchange pays none of it",
      paths: [
        "/rewards/markets/current",
        "/rewards/markets/:condition_id",
        "/rewards/user",
        "/rewards/user/total",
        "/rewards/user/percentages",
        "/rewards/user/markets",
        "/rebates/current",
      ],
    },
    {
      name: "Proof",
      description: "That the exchange has what it owes, for anyone to check",
      paths: ["/proof/solvency"],
    },
    {
      name: "Requests for quotes",
      description: "Clients have them, this exchange has not: each answers 501",
      paths: [...new Set(refuseQuotes.map(({ path }) => path))],
    },
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
    WalletBalance,
    Notification,
    MarketReward,
    LedgerEntry: LedgerAnswer,
    Refusal,
    PlacementRefusal,
    HeartbeatRefusal,
    Placement,
    Cancellation,
    Order: FlatOrder,
    OrderPage: PageOf(FlatOrder),
  }),
  refusals: (endpoint, dialect) => {
    const shown = { form: tradingRefusals, schema: refusalSchema(endpoint), dialect };
    // There the same order again gets the original answer.
    const codes = codesOf(endpoint).filter(
      (code) => code !== "duplicate_order" || DIFFERENCES.repeatedOrder.does[dialect] === "refused",
    );
    return [...showCodes(codes, endpoint, shown), showInternalError({ ...shown, schema: Refusal })];
  },
};
