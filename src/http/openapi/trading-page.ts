/** The OpenAPI document of the trading interface, beyond the table of its operations. */
import { Type } from "typebox";
import type { TSchema } from "typebox";
import { DIFFERENCES } from "../dialects/dialect-differences.ts";
import type { Endpoint } from "../endpoint.ts";
import { BookRecord } from "../trading/books/books.ts";
import { CredentialsAnswer } from "../trading/keys.ts";
import { LedgerAnswer } from "../trading/ledger/ledger.ts";
import { WalletBalance } from "../trading/ledger/balances.ts";
import { PageOf } from "../trading/pages.ts";
import { FullMarket, SimplifiedMarket } from "../trading/markets/market-record.ts";
import { Notification } from "../trading/notifications.ts";
import { Cancellation } from "../trading/orders/cancels.ts";
import { OrderPayload } from "../trading/orders/order-payload.ts";
import { FlatOrder } from "../trading/orders/orders.ts";
import { Placement } from "../trading/orders/placement.ts";
import { tradingRefusals } from "../trading/refusal-form.ts";
import { MarketReward } from "../trading/rewards.ts";
import { TokenList } from "../trading/token-id.ts";
import { tradeSchema } from "../trading/trades/trades.ts";
import { Refusal, codesOf, showCodes, showInternalError } from "./parts.ts";
import type { InterfacePage } from "./document.ts";

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

function refusalSchema({ kind, placement }: Endpoint): TSchema {
  if (placement) return PlacementRefusal;
  return kind === "heartbeat" ? HeartbeatRefusal : Refusal;
}

export const tradingPage: InterfacePage = {
  title: "Presage trading interface",
  description:
    "Order books, prices, signed orders, trades and market listings. Every answer carries the header `x-request-id`. " +
    'An unknown route answers 404 `{"error": "not found", "code": "not_found"}`, another method than those listed 405 with `Allow`.',
  schemas: (dialect) => ({
    OrderBook: BookRecord,
    Tokens: TokenList,
    Market: FullMarket,
    MarketPage: PageOf(FullMarket),
    SimplifiedMarket,
    SimplifiedMarketPage: PageOf(SimplifiedMarket),
    Credentials: CredentialsAnswer,
    OrderPlacement: OrderPayload,
    Trade: tradeSchema(dialect),
    TradePage: PageOf(tradeSchema(dialect)),
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
    // In other dialects a repeated order gets the original answer.
    const codes = codesOf(endpoint).filter(
      (code) => code !== "duplicate_order" || DIFFERENCES.repeatedOrder.does[dialect] === "refused",
    );
    return [...showCodes(codes, endpoint, shown), showInternalError({ ...shown, schema: Refusal })];
  },
};
