/** Texts and schemas of the OpenAPI documents of the interfaces. */
import { Type } from "typebox";
import type { TSchema } from "typebox";
import { REJECTIONS, reject } from "../../core/rejection.ts";
import { Card, CardMarket } from "../catalog/events/cards.ts";
import { emptyLists } from "../catalog/events/event-lists.ts";
import {
  EVENT_SUMMARIES,
  FOUND_EVENT,
  FULL_EVENT_RECORDS,
  LISTED_EVENTS,
  MARKET_RECORDS,
} from "../catalog/events/event-record.ts";
import { EVENT_MARKETS } from "../catalog/markets/market-record.ts";
import { publicProfiles } from "../catalog/search/profiles.ts";
import { catalogErrorFormat, notFoundBy, profileNotFound } from "../catalog/refusal.ts";
import { SERIES_RECORDS, TAG_RECORDS } from "../catalog/search/tags.ts";
import { ACTIVITY_RECORD } from "../data/history/activity.ts";
import { CLOSED_POSITIONS, CURRENT_POSITIONS } from "../data/positions/positions.ts";
import { NOT_ALLOWLISTED, dataErrorFormat, needsAllowlist } from "../data/refusal.ts";
import { TRADE_RECORDS } from "../data/history/trades.ts";
import { DIFFERENCES } from "../dialects/dialect-differences.ts";
import type { DocumentedError, Endpoint } from "../operation/endpoint.ts";
import type { InterfaceName } from "../mounts/interfaces.ts";
import { BookRecord } from "../trading/books/books.ts";
import { CredentialsAnswer } from "../trading/account/keys.ts";
import { WalletBalance } from "../trading/ledger/balances.ts";
import { LedgerAnswer } from "../trading/ledger/ledger.ts";
import { FullMarket, SimplifiedMarket } from "../trading/markets/market-record.ts";
import { Notification } from "../trading/account/notifications.ts";
import { Cancellation } from "../trading/orders/cancels.ts";
import { OrderPayload } from "../trading/orders/order-payload.ts";
import { FlatOrder } from "../trading/orders/orders.ts";
import { Placement } from "../trading/orders/placement.ts";
import { pageSchema } from "../trading/pages.ts";
import { tradingErrorFormat } from "../trading/error-format.ts";
import { MarketReward } from "../trading/rewards.ts";
import { TokenList } from "../values/token-id.ts";
import { tradeSchema as tradingTradeSchema } from "../trading/trades/trades.ts";
import type { InterfacePage } from "./document.ts";
import {
  ErrorResponseSchema,
  listRejectionCodes,
  showCodes,
  showExcess,
  showInternalError,
  showParameters,
  showUnavailable,
  showUnknownParameter,
} from "./parts.ts";
import type { ErrorFormatContext } from "./parts.ts";

// The OpenAPI document of the catalog interface, beyond the table of its operations.

const CatalogErrorSchema = Type.Object({
  type: Type.String({ description: "The kind of refusal" }),
  error: Type.String({ description: "What is wrong" }),
  didYouMean: Type.Optional(
    Type.String({
      description:
        "The nearest slug, of GET /events/slug/{slug} and GET /markets/slug/{slug} alone; absent if none is near, or while " +
        "many such slugs are searched",
    }),
  ),
});

const catalogPage: InterfacePage = {
  title: "Presage catalog interface",
  description:
    "Markets, events, tags and series, and a search over them; reading needs no credentials. Fields without a value " +
    "are left out. Every answer carries the header `x-request-id`. An unknown route answers 404 " +
    '`{"type": "not found error", "error": "not found"}`, another method than those listed 405 with `Allow`.',
  schemas: (dialect) => ({
    Event: FULL_EVENT_RECORDS[dialect].schema,
    ListedEvent: LISTED_EVENTS[dialect].schema,
    FoundEvent: FOUND_EVENT.schema,
    Card,
    CardMarket,
    EventSummary: EVENT_SUMMARIES[dialect].schema,
    Market: MARKET_RECORDS[dialect].schema,
    EventMarket: EVENT_MARKETS[dialect].schema,
    Tag: TAG_RECORDS[dialect].schema,
    Series: SERIES_RECORDS[dialect].schema,
    Refusal: CatalogErrorSchema,
  }),
  refusals: (endpoint, dialect) => {
    const shown = { form: catalogErrorFormat, schema: CatalogErrorSchema, dialect };
    return [
      ...showQuery(endpoint, shown),
      ...showBody(endpoint, shown),
      ...showNotFound(endpoint),
      ...showExcess(endpoint, shown),
      ...showUnavailable(endpoint, shown),
      showInternalError(shown),
    ];
  },
};

/** Documents parameter errors: an invalid value, or any parameter to an operation without parameters. */
function showQuery(endpoint: Endpoint, shown: ErrorFormatContext): DocumentedError[] {
  const { texts, placement, params, query, strict } = endpoint;
  if (params !== undefined || query !== undefined) return showParameters(endpoint, shown);
  const asked = { dialect: shown.dialect, texts, placement, requestId: "", strict };
  const refused = catalogErrorFormat.unknownParameter({ ...asked, name: "live", known: [] });
  if (refused === undefined) return [];
  const { status, body: example } = refused;
  return [
    { status, description: "It has no parameters, and one was sent", schema: CatalogErrorSchema, example },
  ];
}

/** Documents refusals of a body that is too large or invalid. */
function showBody({ body, texts, placement }: Endpoint, shown: ErrorFormatContext): DocumentedError[] {
  if (body === undefined) return [];
  const asked = { dialect: shown.dialect, texts, placement, requestId: "" };
  return (["payload_too_large", "invalid_payload"] as const).map((code) => {
    const { status, body: example } = catalogErrorFormat.rejection(
      reject(code, "what was expected, and what came"),
      asked,
    );
    return { status, description: REJECTIONS[code], schema: CatalogErrorSchema, example };
  });
}

const IS_EMPTY: ReadonlySet<string> = new Set(emptyLists.map(({ path }) => path));
const WALLET_ROUTES: ReadonlySet<string> = new Set(publicProfiles.map(({ path }) => path));

/** Documents the refusal of a read by id, slug or wallet that finds nothing. */
function showNotFound({ params, path }: Endpoint): DocumentedError[] {
  if (WALLET_ROUTES.has(path)) {
    const { status, body: example } = profileNotFound;
    return [{ status, description: "The wallet has no account", schema: CatalogErrorSchema, example }];
  }
  if (params === undefined || IS_EMPTY.has(path)) return [];
  const { status, body } = notFoundBy("slug" in params.properties ? "slug" : "id");
  return [
    {
      status,
      description: "Nothing has this id or slug, or `creator` leaves it out",
      schema: CatalogErrorSchema,
      example: body,
    },
  ];
}

// The OpenAPI document of the data interface, beyond the table of its operations.

const DataErrorSchema = Type.Object({
  error: Type.String({ description: "What is wrong: its kind, and what it is about" }),
});

const dataPage: InterfacePage = {
  title: "Presage data interface",
  description:
    "What wallets hold, held and did, who holds the most, and figures of markets; reading needs no credentials. " +
    "Amounts are numbers; what is computed of them is computed exactly, and rounded to four decimals when it is " +
    "written. Addresses are lower case. A list in a query is one value with commas; an empty value counts as absent. " +
    "Every answer carries the header `x-request-id`. An unknown route answers 404 " +
    '`{"error": "not found"}`, another method than those listed 405 with `Allow`.',
  schemas: (dialect) => ({
    Position: CURRENT_POSITIONS[dialect].schema,
    ClosedPosition: CLOSED_POSITIONS[dialect].schema,
    Activity: ACTIVITY_RECORD.schema,
    Trade: TRADE_RECORDS[dialect].schema,
    Refusal: DataErrorSchema,
  }),
  refusals: (endpoint, dialect) => {
    const shown = { form: dataErrorFormat, schema: DataErrorSchema, dialect };
    return [
      ...showParameters(endpoint, shown),
      ...showUnknownParameter(endpoint, shown),
      ...showAllowlist(endpoint),
      ...showExcess(endpoint, shown),
      ...showUnavailable(endpoint, shown),
      showInternalError(shown),
    ];
  },
};

/** Documents the refusal of callers who are not on the operator's allowlist. */
const showAllowlist = ({ path }: Endpoint): DocumentedError[] =>
  needsAllowlist(path)
    ? [
        {
          status: NOT_ALLOWLISTED.status,
          description: "The operator set an allowlist, and the caller's address is not on it",
          schema: DataErrorSchema,
          example: NOT_ALLOWLISTED.body,
        },
      ]
    : [];

// The OpenAPI document of the trading interface, beyond the table of its operations.

const NoOrder = Type.Literal("");
const PlacementErrorSchema = Type.Object({
  ...ErrorResponseSchema.properties,
  success: Type.Literal(false),
  errorMsg: Type.String({ description: "The same as error" }),
  orderID: NoOrder,
  takingAmount: NoOrder,
  makingAmount: NoOrder,
  status: NoOrder,
});

const HeartbeatErrorSchema = Type.Object({
  ...ErrorResponseSchema.properties,
  error_msg: Type.Optional(Type.String({ description: "The same as error, of a heartbeat with a wrong id" })),
  heartbeat_id: Type.Optional(
    Type.String({ description: "What a heartbeat with a wrong id should have named; blank where none runs" }),
  ),
});

function errorSchema({ kind, placement }: Endpoint): TSchema {
  if (placement) return PlacementErrorSchema;
  return kind === "heartbeat" ? HeartbeatErrorSchema : ErrorResponseSchema;
}

const tradingPage: InterfacePage = {
  title: "Presage trading interface",
  description:
    "Order books, prices, signed orders, trades and market listings. Every answer carries the header `x-request-id`. " +
    'An unknown route answers 404 `{"error": "not found", "code": "not_found"}`, another method than those listed 405 with `Allow`.',
  schemas: (dialect) => ({
    OrderBook: BookRecord,
    Tokens: TokenList,
    Market: FullMarket,
    MarketPage: pageSchema(FullMarket),
    SimplifiedMarket,
    SimplifiedMarketPage: pageSchema(SimplifiedMarket),
    Credentials: CredentialsAnswer,
    OrderPlacement: OrderPayload,
    Trade: tradingTradeSchema(dialect),
    TradePage: pageSchema(tradingTradeSchema(dialect)),
    WalletBalance,
    Notification,
    MarketReward,
    LedgerEntry: LedgerAnswer,
    Refusal: ErrorResponseSchema,
    PlacementRefusal: PlacementErrorSchema,
    HeartbeatRefusal: HeartbeatErrorSchema,
    Placement,
    Cancellation,
    Order: FlatOrder,
    OrderPage: pageSchema(FlatOrder),
  }),
  refusals: (endpoint, dialect) => {
    const shown = { form: tradingErrorFormat, schema: errorSchema(endpoint), dialect };
    // Outside of the specification's dialect a repeated order gets the original answer.
    const codes = listRejectionCodes(endpoint).filter(
      (code) => code !== "duplicate_order" || DIFFERENCES.repeatedOrder.does[dialect] === "refused",
    );
    return [
      ...showCodes(codes, endpoint, shown),
      showInternalError({ ...shown, schema: ErrorResponseSchema }),
    ];
  },
};

export const INTERFACE_PAGES: { readonly [N in InterfaceName]: InterfacePage } = {
  trading: tradingPage,
  data: dataPage,
  catalog: catalogPage,
};

// The OpenAPI document of the single-port address itself, which links to the documents of the interfaces there.

export const onePortPage: InterfacePage = {
  title: "Presage on one port",
  description:
    "Every interface below one address, at `/<dialect>/<interface>`. GET / lists them; each has a document of its own there, as " +
    "`/spec/trading/openapi.json`, and `/docs` shows all.",
  schemas: () => ({ Refusal: ErrorResponseSchema }),
  refusals: (_endpoint, dialect) => [
    showInternalError({ form: tradingErrorFormat, schema: ErrorResponseSchema, dialect }),
  ],
};
