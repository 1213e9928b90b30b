/** The OpenAPI document of the trading interface, beyond the table of its operations. */
import { Type } from "typebox";
import { codesOf, Refusal } from "./coded-refusal.ts";
import type { InterfacePage } from "./document.ts";
import { showCodes, showInternalError } from "./refusals.ts";
import { BookRecord } from "../trading/book-record.ts";
import { CredentialsAnswer } from "../trading/credentials-answer.ts";
import { LedgerAnswer } from "../trading/ledger-entry.ts";
import { WalletBalance } from "../trading/list-balances.ts";
import { PageOf } from "../trading/listing-page.ts";
import { FullMarket, SimplifiedMarket } from "../trading/market-schema.ts";
import { OrderPayload } from "../trading/order-payload.ts";
import { tradingRefusals } from "../trading/refusal-form.ts";
import { TokenList } from "../trading/token-id.ts";
import { TradeAnswer } from "../trading/trade-record.ts";

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
        "/markets/:condition_id/resolution",
      ],
    },
    {
      name: "API keys",
      description: "Credentials that sign requests, for a wallet that signs once",
      paths: ["/auth/api-key", "/auth/derive-api-key"],
    },
    { name: "Orders", description: "Place, cancel and read orders", paths: ["/order", "/data/order/:id"] },
    {
      name: "Trades",
      description: "What orders became",
      paths: ["/data/trades", "/builder/trades", "/builder/volume"],
    },
    {
      name: "Balances",
      description:
        "What the caller's wallets have, how they came to it, and what they can do with it besides trading",
      paths: [
        "/balances",
        "/ledger",
        "/positions/split",
        "/positions/merge",
        "/positions/redeem",
        "/positions/convert",
        "/withdrawals",
      ],
    },
    {
      name: "Proof",
      description: "That the exchange has what it owes, for anyone to check",
      paths: ["/proof/solvency"],
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
    LedgerEntry: LedgerAnswer,
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
