/** GET /activity and GET /trades: activity of wallets, newest first. */
import { Type } from "typebox";
import type { Context } from "../../context.ts";
import {
  NO_MICROS,
  addMicros,
  collateralText,
  decimalText,
  priceNumber,
  subtractMicros,
} from "../../core/units.ts";
import type { Micros } from "../../core/units.ts";
import { findMarketDescriptions } from "../../store/catalog/market-records.ts";
import type { MarketDescription } from "../../store/catalog/market-records.ts";
import { ACTIVITY_KINDS, listActivity as readActivity, listFills } from "../../store/reads/activity.ts";
import type { ActivityKind, ActivityRow, FillRow, PlacedActivity } from "../../store/reads/activity.ts";
import { findFillCursor, tradeId, tradeNumber } from "../../store/reads/fills.ts";
import type { ActivityCursor, Party } from "../../store/reads/fills.ts";
import type { Sql } from "../../store/sql/database.ts";
import { DIFFERENCES } from "../dialects/dialect-differences.ts";
import { onlyIn } from "../dialects/dialect-parameters.ts";
import { SERVICES } from "../dialects/dialect.ts";
import type { Dialect } from "../dialects/dialect.ts";
import { DATA_LIMITS, ONLY_INTERFACE_LIMIT } from "../guard/rate-limits.ts";
import { CONDITION_PATTERN } from "../operation/id-patterns.ts";
import { lazyRows } from "../slow-queries/json-slices.ts";
import type { Rows } from "../slow-queries/json-slices.ts";
import type { ErrorResponse } from "../operation/error-format.ts";
import { uncodedOperation } from "../operation/endpoint.ts";
import { Pseudonym, WalletName } from "../values/wallets.ts";
import type { Names } from "../values/wallets.ts";
import { assetId } from "./asset-id.ts";
import { ACTIVITY } from "./groups.ts";
import { ConditionIds, Limit, Offset, User, lowerCase } from "./parameters.ts";
import { invalidField, missingField } from "./refusal.ts";

// Parameters of activity lists in addition to those of all lists.

/** End of the year 9999 in unix seconds, so that milliseconds stay safe integers. */
const MAX_SECONDS = 253_402_300_799;

/** Inclusive bound of a time, unix seconds. */
export const Seconds = (description: string) =>
  Type.Optional(
    Type.Integer({ minimum: 0, maximum: MAX_SECONDS, description: `${description}, unix seconds` }),
  );

type Span = { readonly start?: number; readonly end?: number };

/** Converts the bounds to milliseconds: `from` inclusive, `until` exclusive. */
const readSpan = ({ start, end }: Span) => ({
  from: start === undefined ? undefined : start * 1000,
  until: end === undefined ? undefined : (end + 1) * 1000,
});

const MAX_EVENTS = 500;

/** Event ids, an alternative to markets. */
export const EventIds = onlyIn(
  SERVICES,
  Type.Optional(
    Type.Array(Type.Integer(), {
      maxItems: MAX_EVENTS,
      description: "Ids of events, with commas between them; not together with market",
    }),
  ),
);

/** Optional parameter with one of these values. */
const Choice = <Name extends string>(names: readonly Name[], description: string) =>
  Type.Optional(Type.Enum([...names], { description }));

export const SIDES = ["BUY", "SELL"] as const;

// Row ids of GET /trades, and the cursor that Kuest's site builds from the last row of a page.

/** Builds a row id: the trade's id and the party's role, since each party has its own row. */
const fillId = ({ number, role }: Pick<PlacedActivity, "number" | "role">): string =>
  `${tradeId(number)}.${role === 1 ? "taker" : "maker"}`;

const MAX_ID = 100;

const tradeCursor = {
  cursorTimestamp: onlyIn(["kuest"], Seconds("timestamp of the row that the page follows")),
  cursorId: onlyIn(
    ["kuest"],
    Type.Optional(Type.String({ maxLength: MAX_ID, description: "id of that row" })),
  ),
  cursorUser: onlyIn(
    ["kuest"],
    Type.Optional({ ...User, description: "proxyWallet of that row; the three belong together" }),
  ),
};

type GivenCursor = {
  readonly cursorTimestamp?: number;
  readonly cursorId?: string;
  readonly cursorUser?: string;
};

const NAMES = ["cursorTimestamp", "cursorId", "cursorUser"] as const;

/** Finds the row after which the page begins: all three parameters must match it. `undefined` without a cursor. */
async function readTradeCursor(
  sql: Sql,
  cursor: GivenCursor,
): Promise<ActivityCursor | ErrorResponse | undefined> {
  const { cursorTimestamp, cursorId, cursorUser } = cursor;
  if (NAMES.every((name) => cursor[name] === undefined)) return undefined;
  if (cursorTimestamp === undefined) return missingField("cursorTimestamp");
  if (cursorId === undefined) return missingField("cursorId");
  if (cursorUser === undefined) return missingField("cursorUser");
  const named = readFillId(cursorId);
  const found = named && (await findFillCursor(sql, named.no, named.party));
  if (found === undefined) return invalidField("cursorId");
  if (Math.floor(found.at / 1000) !== cursorTimestamp) return invalidField("cursorTimestamp");
  return found.wallet === lowerCase(cursorUser) ? found.place : invalidField("cursorUser");
}

function readFillId(id: string): { readonly no: number; readonly party: Party } | undefined {
  const [trade = "", role, ...rest] = id.split(".");
  const no = tradeNumber(trade);
  if (no === undefined || rest.length > 0 || (role !== "taker" && role !== "maker")) return undefined;
  return { no, party: role };
}

// Schemas of activity rows and trades.

const PROFILE = {
  name: WalletName,
  pseudonym: Pseudonym,
  bio: Type.Literal(""),
  profileImage: Type.Literal(""),
  profileImageOptimized: Type.Literal(""),
};

/** Builds the profile of a wallet, blank except for its names. */
const buildProfile = (wallet: string, names: Names) =>
  ({
    name: names.nameOf(wallet),
    pseudonym: names.pseudonymOf(wallet),
    bio: "",
    profileImage: "",
    profileImageOptimized: "",
  }) as const;

const Wallet = Type.String({ description: "Lower case" });
const Timestamp = Type.Integer({ description: "Unix seconds" });
const Hash = Type.String({ description: "Hash of the journal's batch, 0x and 64 hex digits" });
const TOKEN = "The token: condition id, colon and outcome, or its decimal id";

/** Value of outcomeIndex for a row without an outcome. */
export const NO_OUTCOME = 999;

export const Activity = Type.Object({
  proxyWallet: Wallet,
  timestamp: Timestamp,
  conditionId: Type.String({ description: "Of a conversion the first of the markets that were given" }),
  type: Type.Enum(["TRADE", "SPLIT", "MERGE", "REDEEM", "CONVERSION"]),
  size: Type.Number({
    description: "Shares; of a REDEEM what it paid, or the shares that were worth nothing",
  }),
  usdcSize: Type.Number({
    description:
      "Collateral: size x price exactly, in the Polymarket dialect with the fee that was paid; 0 of a lost REDEEM",
  }),
  transactionHash: Hash,
  price: Type.Number({ description: "Of a share; 0 unless a TRADE" }),
  asset: Type.String({ description: `${TOKEN}; "" where no outcome is meant` }),
  side: Type.String({ description: 'BUY or SELL; "" unless a TRADE' }),
  outcomeIndex: Type.Integer({ description: `${NO_OUTCOME} where no outcome is meant` }),
  title: Type.String(),
  slug: Type.String(),
  icon: Type.String(),
  eventSlug: Type.String(),
  outcome: Type.String(),
  ...PROFILE,
});
export type Activity = Type.Static<typeof Activity>;

const tradeFields = <Id extends object, Cash extends object>(id: Id, cash: Cash) => ({
  ...id,
  proxyWallet: Wallet,
  side: Type.Enum(["BUY", "SELL"]),
  asset: Type.String({ description: TOKEN }),
  conditionId: Type.String(),
  size: Type.Number({ description: "Shares" }),
  price: Type.Number({ description: "Of a share" }),
  timestamp: Timestamp,
  ...cash,
  title: Type.String(),
  slug: Type.String(),
  icon: Type.String(),
  eventSlug: Type.String(),
  outcome: Type.String(),
  outcomeIndex: Type.Integer(),
  ...PROFILE,
  transactionHash: Hash,
});

const Cash = { usdcSize: Type.Number({ description: "Collateral: size x price exactly" }) };

/** Description of the id of a trade's row. */
export const FILL_ID = "Id of the trade, a point, and taker or maker";

const Trade = Type.Object(tradeFields({}, Cash));
const PolymarketTrade = Type.Object(tradeFields({}, {}));
const KuestTrade = Type.Object(tradeFields({ id: Type.String({ description: FILL_ID }) }, Cash));

const TRADES = { spec: Trade, polymarket: PolymarketTrade, kuest: KuestTrade } as const;

export const tradeSchema = <Name extends Dialect>(dialect: Name): (typeof TRADES)[Name] => TRADES[dialect];
export type Trade = Type.Static<(typeof TRADES)[Dialect]>;

// Activity of wallets in answers of the data interface, with keys in the same order as the services.

/** A row of a page, with its context. */
type ShownActivity = {
  readonly row: ActivityRow;
  readonly market: MarketDescription;
  readonly dialect: Dialect;
  readonly names: Names;
};

const TYPES: { readonly [Kind in ActivityKind]: Activity["type"] } = {
  trade: "TRADE",
  split: "SPLIT",
  merge: "MERGE",
  redemption: "REDEEM",
  conversion: "CONVERSION",
};

export function activityRecord(shown: ShownActivity): Activity {
  const { row, market, dialect, names } = shown;
  const { asset, outcomeIndex, outcome } = describeOutcome(shown);
  return {
    proxyWallet: row.wallet,
    timestamp: toUnixSeconds(row),
    conditionId: market.conditionId,
    type: TYPES[row.kind],
    size: sharesNumber(row),
    usdcSize: exactNumber(
      DIFFERENCES.activityCash.does[dialect] === "size-times-price" ? row.cash : withFee(row),
    ),
    transactionHash: formatHash(row),
    price: priceNumber(row.price),
    asset,
    side: row.side ?? "",
    outcomeIndex,
    ...describeTexts(market),
    outcome,
    ...buildProfile(row.wallet, names),
  };
}

type ShownFill = ShownActivity & { readonly row: FillRow };

export function tradeRecord(shown: ShownFill): Trade {
  const { row, market, dialect, names } = shown;
  const { asset, outcomeIndex, outcome } = describeOutcome(shown);
  return {
    ...(DIFFERENCES.tradeRows.does[dialect] === "with-ids" && { id: fillId(row) }),
    proxyWallet: row.wallet,
    side: row.side ?? "BUY",
    asset,
    conditionId: market.conditionId,
    size: sharesNumber(row),
    price: priceNumber(row.price),
    timestamp: toUnixSeconds(row),
    ...(DIFFERENCES.tradeCash.does[dialect] !== "left-out" && { usdcSize: exactNumber(row.cash) }),
    ...describeTexts(market),
    outcome,
    outcomeIndex,
    ...buildProfile(row.wallet, names),
    transactionHash: formatHash(row),
  };
}

function describeOutcome({ row: { outcome }, market, dialect }: ShownActivity) {
  if (outcome === null) return { asset: "", outcomeIndex: NO_OUTCOME, outcome: "" };
  return {
    asset: assetId(dialect, market, outcome),
    outcomeIndex: outcome,
    outcome: market.outcomes[outcome],
  };
}

const describeTexts = ({ title, slug, icon, eventSlug }: MarketDescription) => ({
  title,
  slug,
  icon,
  eventSlug,
});

const toUnixSeconds = ({ at }: ActivityRow): number => Math.floor(at / 1000);

const formatHash = ({ hash }: ActivityRow): string => `0x${hash}`;

/** Returns the collateral that the party paid or received in total, with the fee. */
function withFee({ cash, side, fee }: ActivityRow): Micros {
  if (side === "BUY") return addMicros(cash, fee);
  return subtractMicros(cash, side === "SELL" ? fee : NO_MICROS);
}

const sharesNumber = ({ size }: ActivityRow): number => Number(decimalText(size, 6));

/** Converts an amount to the nearest number. */
const exactNumber = (amount: Micros): number => Number(collateralText(amount));

// Answer rows: activity of wallets, with the descriptions of their markets.

type ReadContext = { readonly context: Pick<Context, "adHocSql" | "names">; readonly dialect: Dialect };

/** Builds the rows. Every row's market has a description, since markets are never removed. */
export async function activityRows<Row extends ActivityRow>(
  rows: readonly Row[],
  show: (shown: ShownActivity & { readonly row: Row }) => unknown,
  { context, dialect }: ReadContext,
): Promise<Rows> {
  const markets = await findMarketDescriptions(
    await context.adHocSql(),
    rows.map(({ market }) => market),
  );
  return lazyRows(rows, (row) => {
    const market = markets.get(row.market);
    if (market === undefined) throw new Error(`market ${row.market} has no description`);
    return show({ row, market, dialect, names: context.names });
  });
}

/** Names of the activity kinds that clients may ask for; shares of wallets change in no other way. */
const LISTED_TYPES: Readonly<Record<string, ActivityKind | undefined>> = {
  TRADE: "trade",
  SPLIT: "split",
  MERGE: "merge",
  REDEEM: "redemption",
  CONVERSION: "conversion",
  REWARD: undefined,
  MAKER_REBATE: undefined,
  TAKER_REBATE: undefined,
  REFERRAL_REWARD: undefined,
  YIELD: undefined,
  DEPOSIT: undefined,
  WITHDRAWAL: undefined,
  MIGRATION: undefined,
  TIP: undefined,
};

const ORDERS = { TIMESTAMP: "time", TOKENS: "size", CASH: "cash" } as const;

/** A single market under the names that Kuest's site uses for its condition id. */
const SiteMarket = onlyIn(
  ["kuest"],
  Type.Optional(
    Type.String({ pattern: CONDITION_PATTERN, description: "Condition id; as market with one of them" }),
  ),
);

/** Parameters that the services' clients send. */
const filters = {
  market: onlyIn(SERVICES, Type.Optional(ConditionIds)),
  marketId: SiteMarket,
  conditionId: SiteMarket,
  eventId: EventIds,
  type: onlyIn(
    SERVICES,
    Type.Optional(
      Type.Array(Type.Enum(Object.keys(LISTED_TYPES)), {
        description: "Types, with commas between them; those that the exchange has none of find none",
      }),
    ),
  ),
  start: onlyIn(SERVICES, Seconds("The earliest")),
  end: onlyIn(SERVICES, Seconds("The latest")),
  side: onlyIn(SERVICES, Choice(SIDES, "Only trades that bought, or that sold")),
  sortBy: onlyIn(
    SERVICES,
    Choice(["TIMESTAMP", "TOKENS", "CASH"], "By time unless given, by size or by usdcSize"),
  ),
  sortDirection: onlyIn(SERVICES, Choice(["ASC", "DESC"], "Descending unless given")),
  excludeDepositsWithdrawals: onlyIn(
    ["polymarket"],
    Type.Boolean({ default: true, description: "false is refused: GET /v2/activity has them" }),
  ),
};

/** GET /activity: a page of a wallet's activity. */
export const listActivity = uncodedOperation({
  method: "GET",
  path: "/activity",
  summary: "List what a wallet did",
  group: ACTIVITY,
  limits: ONLY_INTERFACE_LIMIT,
  query: Type.Object({
    user: User,
    limit: Limit({ default: 100, maximum: 500 }),
    offset: Offset({ maximum: 10_000 }),
    ...filters,
  }),
  answer: Type.Array(Activity, { description: "Newest first: a row for each fill of an own order, too" }),
  maxAgeSeconds: 1,
  handle: async ({ context, dialect, query }) => {
    const { eventId: eventIds, type, side, limit, offset } = query;
    const conditionIds = readMarkets(query);
    if (conditionIds !== undefined && eventIds !== undefined) return invalidField("eventId");
    if (query.excludeDepositsWithdrawals === false) return invalidField("excludeDepositsWithdrawals");
    const rows = await readActivity(await context.adHocSql(), {
      filter: {
        wallet: lowerCase(query.user),
        conditionIds,
        eventIds,
        side,
        ...readSpan(query),
        failed: context.settlements?.listFailed(),
      },
      kinds: type === undefined ? ACTIVITY_KINDS : type.flatMap((name) => LISTED_TYPES[name] ?? []),
      order: { by: ORDERS[query.sortBy ?? "TIMESTAMP"], ascending: query.sortDirection === "ASC" },
      offset,
      limit,
    });
    return { body: await activityRows(rows, activityRecord, { context, dialect }) };
  },
});

type AskedMarkets = {
  readonly market?: readonly string[];
  readonly marketId?: string;
  readonly conditionId?: string;
};

/** Returns the lower-case ids that match all given names; `undefined` means all markets. */
function readMarkets({ market, marketId, conditionId }: AskedMarkets): string[] | undefined {
  const byName = [market, ...[marketId, conditionId].map((id) => (id === undefined ? id : [id]))];
  const [first, ...others] = byName.filter((ids) => ids !== undefined).map((ids) => ids.map(lowerCase));
  return first?.filter((id) => others.every((ids) => ids.includes(id)));
}

/** GET /trades: fills of all wallets or of one, newest first, in pages. */
export const listTrades = uncodedOperation({
  method: "GET",
  path: "/trades",
  summary: "List trades",
  group: ACTIVITY,
  limits: [DATA_LIMITS.trades],
  query: Type.Object({
    user: Type.Optional(User),
    market: Type.Optional(ConditionIds),
    eventId: EventIds,
    side: Choice(SIDES, "Only rows that bought, or that sold"),
    takerOnly: Type.Boolean({
      default: true,
      description: "One row of each fill, the incoming order's; false adds the resting order's",
    }),
    filterType: Choice(["CASH", "TOKENS"], "What filterAmount is compared with: usdcSize, or size"),
    filterAmount: Type.Optional(
      Type.Number({ minimum: 0, description: "The least amount; only with filterType" }),
    ),
    start: Seconds("The earliest"),
    end: Seconds("The latest"),
    limit: Limit({ default: 100, maximum: 10_000 }),
    offset: Offset({ maximum: 10_000 }),
    ...tradeCursor,
  }),
  answer: (dialect) => Type.Array(tradeSchema(dialect)),
  maxAgeSeconds: 1,
  handle: async ({ context, dialect, query }) => {
    const {
      user,
      market,
      eventId: eventIds,
      side,
      takerOnly,
      filterType,
      filterAmount,
      limit,
      offset,
    } = query;
    if (filterType !== undefined && filterAmount === undefined) return invalidField("filterAmount");
    if (filterType === undefined && filterAmount !== undefined) return invalidField("filterType");
    if (market !== undefined && eventIds !== undefined) return invalidField("eventId");
    const sql = await context.adHocSql();
    const after = await readTradeCursor(sql, query);
    if (after !== undefined && "status" in after) return after;
    const least = filterAmount === undefined ? undefined : String(filterAmount);
    const rows = await listFills(sql, {
      filter: {
        wallet: user && lowerCase(user),
        conditionIds: market?.map(lowerCase),
        eventIds,
        side,
        ...readSpan(query),
        leastSize: filterType === "TOKENS" ? least : undefined,
        leastCash: filterType === "CASH" ? least : undefined,
        failed: context.settlements?.listFailed(),
      },
      parties: takerOnly ? ["taker"] : ["taker", "maker"],
      after,
      offset,
      limit,
    });
    return { body: await activityRows(rows, tradeRecord, { context, dialect }) };
  },
});
