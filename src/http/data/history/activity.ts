/** GET /activity, in both versions: activity of wallets, newest first. */
import { Type } from "typebox";
import type { Context } from "../../../context.ts";
import type { Outcome } from "../../../core/state.ts";
import {
  NO_MICROS,
  addMicros,
  collateralText,
  decimalText,
  priceNumber,
  subtractMicros,
} from "../../../core/units.ts";
import type { Micros } from "../../../core/units.ts";
import { normalizeCondition } from "../../../core/markets/market-version.ts";
import { findMarketDescriptions } from "../../../store/catalog/market-records.ts";
import type { MarketDescription } from "../../../store/catalog/market-records.ts";
import {
  ACTIVITY_KINDS,
  listActivity as readActivity,
  listWalletHistory,
} from "../../../store/reads/activity.ts";
import type {
  ActivityKind,
  ActivityRow,
  PlacedActivity,
  TransferKind,
  TransferRow,
} from "../../../store/reads/activity.ts";
import type { ActivityCursor } from "../../../store/reads/fills.ts";
import { DIFFERENCES } from "../../dialects/dialect-differences.ts";
import { onlyIn } from "../../dialects/dialect-parameters.ts";
import { SERVICES } from "../../dialects/dialect.ts";
import type { Dialect } from "../../dialects/dialect.ts";
import { ONLY_INTERFACE_LIMIT } from "../../guard/rate-limits.ts";
import { uncodedOperation } from "../../operation/endpoint.ts";
import { isErrorResponse } from "../../operation/error-format.ts";
import { CONDITION_PATTERN } from "../../operation/id-patterns.ts";
import { constant, pick, redescribe, omit, fieldsOf, recordOf } from "../../operation/record.ts";
import { lazyRows } from "../../guard/slow-queries/json-slices.ts";
import type { Rows } from "../../guard/slow-queries/json-slices.ts";
import { Pseudonym, WalletName } from "../../values/wallets.ts";
import type { Names } from "../../values/wallets.ts";
import { ACTIVITY, V2_WALLETS } from "../groups.ts";
import {
  Choice,
  ConditionIds,
  EventIds,
  Limit,
  Offset,
  SIDES,
  Seconds,
  User,
  toLowerCase,
  readSpan,
} from "../parameters.ts";
import { invalidField } from "../refusal.ts";
import { formatAssetId } from "../tokens.ts";
import {
  Events,
  MARKET_IDS,
  Page,
  SPAN,
  badCursor,
  cutPage,
  encodeCursor,
  inVersion2,
  buildPageBody,
  pageParameters,
  readBounds,
  readCounts,
  readMarketIds,
  v2Operation,
} from "../version-2.ts";
import type { CutPage } from "../version-2.ts";

// Fields of activity rows and trades, in both versions, in the order of Polymarket and Kuest.

/** A row of a page with the data to show it; a transfer has no market. */
export type ShownActivity = {
  readonly row: Omit<ActivityRow, "kind" | "market"> & { readonly kind: ActivityKind | TransferKind };
  readonly market: MarketDescription | undefined;
  readonly dialect: Dialect;
  readonly names: Names;
};

const TOKEN = "The token: condition id, colon and outcome, or its decimal id";

/** Value of outcomeIndex for a row without an outcome. */
const NO_OUTCOME = 999;

const TYPE_BY_KIND = {
  trade: "TRADE",
  split: "SPLIT",
  merge: "MERGE",
  redemption: "REDEEM",
  conversion: "CONVERSION",
  deposit: "DEPOSIT",
  withdrawal: "WITHDRAWAL",
  debit: "WITHDRAWAL",
} as const satisfies Readonly<Record<ActivityKind | TransferKind, string>>;

/** Formats a row's outcome; "" for a row without an outcome. */
const formatOutcome = (
  { row, market }: ShownActivity,
  format: (market: MarketDescription, outcome: Outcome) => string,
): string => (market === undefined || row.outcome === null ? "" : format(market, row.outcome));

export const COMMON = fieldsOf<ShownActivity>()({
  proxyWallet: [Type.String({ description: "Lower case" }), ({ row }) => row.wallet],
  timestamp: [Type.Integer({ description: "Unix seconds" }), ({ row }) => Math.floor(row.at / 1000)],
  transactionHash: [
    Type.String({ description: "Hash of the journal's batch, 0x and 64 hex digits" }),
    ({ row }) => `0x${row.hash}`,
  ],
  asset: [
    Type.String({ description: TOKEN }),
    (shown) => formatOutcome(shown, (market, outcome) => formatAssetId(shown.dialect, market, outcome)),
  ],
  conditionId: [Type.String(), ({ market }) => market?.conditionId ?? ""],
  size: [Type.Number({ description: "Shares" }), ({ row }) => Number(decimalText(row.size, 6))],
  price: [Type.Number({ description: "Of a share" }), ({ row }) => priceNumber(row.price)],
  outcome: [Type.String(), (shown) => formatOutcome(shown, ({ outcomes }, outcome) => outcomes[outcome])],
  outcomeIndex: [Type.Integer(), ({ row }) => row.outcome ?? NO_OUTCOME],
});

export const TEXTS = fieldsOf<ShownActivity>()({
  title: [Type.String(), ({ market }) => market?.title ?? ""],
  slug: [Type.String(), ({ market }) => market?.slug ?? ""],
  icon: [Type.String(), ({ market }) => market?.icon ?? ""],
  eventSlug: [Type.String(), ({ market }) => market?.eventSlug ?? ""],
});

/** Profile of a wallet, blank except for its names. */
export const PROFILE = fieldsOf<ShownActivity>()({
  name: [WalletName, ({ row, names }) => names.nameOf(row.wallet)],
  pseudonym: [Pseudonym, ({ row, names }) => names.pseudonymOf(row.wallet)],
  bio: constant(""),
  profileImage: constant(""),
  profileImageOptimized: constant(""),
});

/** Fields of an activity row in version 2; version 1 has no `isCombo`. */
const ACTIVITY_FIELDS = {
  ...pick(COMMON, "proxyWallet", "timestamp", "conditionId"),
  ...fieldsOf<ShownActivity>()({
    type: [
      Type.Enum(["TRADE", "SPLIT", "MERGE", "REDEEM", "CONVERSION", "DEPOSIT", "WITHDRAWAL"]),
      ({ row }) => TYPE_BY_KIND[row.kind],
    ],
    size: COMMON.size,
    usdcSize: [
      Type.Number({
        description:
          "Collateral: size x price exactly, in the Polymarket dialect with the fee that was paid; 0 of a lost REDEEM",
      }),
      ({ row, dialect }) =>
        toNearestNumber(
          DIFFERENCES.activityCash.does[dialect] === "size-times-price" ? row.cash : addFee(row),
        ),
    ],
    transactionHash: COMMON.transactionHash,
    price: [Type.Number({ description: "Of a share; 0 unless a TRADE" }), COMMON.price[1]],
    asset: [Type.String({ description: `${TOKEN}; "" where no outcome is meant` }), COMMON.asset[1]],
    side: [Type.String({ description: 'BUY or SELL; "" unless a TRADE' }), ({ row }) => row.side ?? ""],
    isCombo: constant(false),
    outcomeIndex: [
      Type.Integer({ description: `${NO_OUTCOME} where no outcome is meant` }),
      COMMON.outcomeIndex[1],
    ],
  }),
  ...TEXTS,
  outcome: COMMON.outcome,
  ...PROFILE,
};

export const ACTIVITY_RECORD = recordOf(
  redescribe(omit(ACTIVITY_FIELDS, "isCombo"), {
    conditionId: Type.String({ description: "Of a conversion the first of the markets that were given" }),
    type: Type.Enum(["TRADE", "SPLIT", "MERGE", "REDEEM", "CONVERSION"]),
    size: Type.Number({
      description: "Shares; of a REDEEM what it paid, or the shares that were worth nothing",
    }),
  }),
);

/** A row of an activity list in version 2, whose lists also have deposits and withdrawals. */
const V2_ACTIVITY_RECORD = recordOf(
  redescribe(inVersion2(ACTIVITY_FIELDS), {
    condition_id: Type.String({
      description: 'Of a conversion the first of the markets that were given; "" of a deposit or withdrawal',
    }),
    size: Type.Number({ description: "Shares; of a REDEEM, a DEPOSIT or a WITHDRAWAL the collateral" }),
    usdc_size: Type.Number({ description: "Collateral, as usdcSize of GET /activity" }),
    token_id: Type.String({ description: 'Decimal; "" where no outcome is meant' }),
  }),
);

/** Returns the collateral that the party paid or received in total, with the fee. */
function addFee({ cash, side, fee }: Pick<ActivityRow, "cash" | "side" | "fee">): Micros {
  if (side === "BUY") return addMicros(cash, fee);
  return subtractMicros(cash, side === "SELL" ? fee : NO_MICROS);
}

/** Converts an amount to the nearest number. */
export const toNearestNumber = (amount: Micros): number => Number(collateralText(amount));

// Rows of answers: activity of wallets, with the descriptions of markets.

type ReadContext = { readonly context: Pick<Context, "adHocSql" | "names">; readonly dialect: Dialect };

/** Builds the rows. Every row's market has a description, since markets are never removed. */
export async function buildActivityRows<
  Row extends ShownActivity["row"] & { readonly market: number | null },
>(
  rows: readonly Row[],
  show: (shown: ShownActivity & { readonly row: Row }) => unknown,
  { context, dialect }: ReadContext,
): Promise<Rows> {
  const numbers = rows.flatMap(({ market }) => market ?? []);
  const markets = await findMarketDescriptions(await context.adHocSql(), numbers);
  return lazyRows(rows, (row) => {
    const market = row.market === null ? undefined : markets.get(row.market);
    if (market === undefined && row.market !== null)
      throw new Error(`market ${row.market} has no description`);
    return show({ row, market, dialect, names: context.names });
  });
}

// Keyset pagination of trades and activity: a cursor names the last row of a page.

type WalkedRow = PlacedActivity | TransferRow;

const WIDTH = 5;

/** Parses the row after which a page begins; `undefined` for the first page, `"refused"` for a cursor of another list. */
export function readActivityCursor(
  cursor: string | undefined,
  walk: string,
): ActivityCursor | undefined | "refused" {
  const place = readCounts(cursor, { walk, width: WIDTH });
  if (place === undefined || place === "refused") return place;
  const [batch = 0, isFill = 0, number = 0, role = 0, lastFill = 0] = place;
  return isFill > 1 || role > 1
    ? "refused"
    : { batch, isFill: isFill === 1, number, role, lastFill: lastFill === 0 ? undefined : lastFill };
}

type ReadWalk<Row> = { readonly walk: string; readonly limit: number; readonly found: readonly Row[] };

/** Cuts the page from the rows found; an extra row shows that another page follows. */
export function cutActivityPage<Row extends WalkedRow>(
  { walk, limit, found }: ReadWalk<Row>,
  after: ActivityCursor | undefined,
): CutPage<Row> {
  return cutPage(found, limit, ({ batch, kind, number, role }) => {
    const shown = found.slice(0, limit);
    const lastFill = shown.findLast((row) => isFill(row.kind))?.number ?? after?.lastFill ?? 0;
    return encodeCursor(walk, [batch, isFill(kind) ? 1 : 0, number, role, lastFill]);
  });
}

const isFill = (kind: ActivityKind | TransferKind): boolean => kind === "trade";

/** Activity types that clients may request, with the exchange's kinds; types without a kind never occur here. */
const LISTED_KINDS: Readonly<Record<string, ActivityKind | undefined>> = {
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

/** A single market's condition id, under the parameter names of Kuest's site. */
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
      Type.Array(Type.Enum(Object.keys(LISTED_KINDS)), {
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
  answer: Type.Array(ACTIVITY_RECORD.schema, {
    description: "Newest first: a row for each fill of an own order, too",
  }),
  maxAgeSeconds: 1,
  handle: async ({ context, dialect, query }) => {
    const { eventId: eventIds, type, side, limit, offset } = query;
    const conditionIds = readMarkets(query);
    if (conditionIds !== undefined && eventIds !== undefined) return invalidField("eventId");
    if (query.excludeDepositsWithdrawals === false) return invalidField("excludeDepositsWithdrawals");
    const rows = await readActivity(await context.adHocSql(), {
      filter: {
        wallet: toLowerCase(query.user),
        conditionIds,
        eventIds,
        side,
        ...readSpan(query),
        failed: context.settlements?.listFailed(),
      },
      kinds: type === undefined ? ACTIVITY_KINDS : type.flatMap((name) => LISTED_KINDS[name] ?? []),
      order: { by: ORDERS[query.sortBy ?? "TIMESTAMP"], ascending: query.sortDirection === "ASC" },
      offset,
      limit,
    });
    return { body: await buildActivityRows(rows, ACTIVITY_RECORD.write, { context, dialect }) };
  },
});

type AskedMarkets = {
  readonly market?: readonly string[];
  readonly marketId?: string;
  readonly conditionId?: string;
};

/** Returns the condition ids, in their stored form, that all given parameters share; `undefined` means all markets. */
function readMarkets({ market, marketId, conditionId }: AskedMarkets): string[] | undefined {
  const byName = [market, ...[marketId, conditionId].map((id) => (id === undefined ? id : [id]))];
  const [first, ...others] = byName
    .filter((ids) => ids !== undefined)
    .map((ids) => ids.map(normalizeCondition));
  return first?.filter((id) => others.every((ids) => ids.includes(id)));
}

type ListedKind = ActivityKind | TransferKind;

/** Activity types that clients may request, with the exchange's kinds; types without kinds never occur here. */
const V2_KINDS: Readonly<Record<string, readonly ListedKind[]>> = {
  TRADE: ["trade"],
  SPLIT: ["split"],
  MERGE: ["merge"],
  REDEEM: ["redemption"],
  CONVERSION: ["conversion"],
  DEPOSIT: ["deposit"],
  WITHDRAWAL: ["withdrawal", "debit"],
  REWARD: [],
  MAKER_REBATE: [],
  TAKER_REBATE: [],
  REFERRAL_REWARD: [],
  YIELD: [],
  MIGRATION: [],
  TIP: [],
};

const LISTED_TRANSFERS: ReadonlySet<ListedKind> = new Set(["deposit", "withdrawal", "debit"]);

type Choices = { readonly type?: readonly string[]; readonly exclude_deposits_withdrawals: boolean };

function listActivityKinds({
  type = Object.keys(V2_KINDS),
  exclude_deposits_withdrawals: without,
}: Choices): ListedKind[] {
  const kinds = [...new Set(type)].flatMap((name) => V2_KINDS[name] ?? []);
  return without ? kinds.filter((kind) => !LISTED_TRANSFERS.has(kind)) : kinds;
}

/** GET /v2/activity: all activity of a wallet, in pages that new rows do not shift. */
export const listV2Activity = v2Operation({
  path: "/v2/activity",
  summary: "List what a wallet did, version 2",
  group: V2_WALLETS,
  limits: ONLY_INTERFACE_LIMIT,
  query: Type.Object({
    user: User,
    ...MARKET_IDS,
    event_id: Events,
    type: Type.Optional(
      Type.Array(Type.Enum(Object.keys(V2_KINDS)), {
        description: "Types, with commas between them; those that the exchange has none of find none",
      }),
    ),
    side: Choice(SIDES, "Only trades that bought, or that sold"),
    sort_direction: Type.Enum(["ASC", "DESC"], { default: "DESC", description: "By time" }),
    ...SPAN,
    exclude_deposits_withdrawals: Type.Boolean({
      default: true,
      description: "false lists deposits and withdrawals, too",
    }),
    ...pageParameters({ default: 100, maximum: 1000 }),
  }),
  answer: Page(V2_ACTIVITY_RECORD.schema, "A row for each fill of an own order, too"),
  maxAgeSeconds: 1,
  handle: async ({ context, dialect, query }) => {
    const markets = readMarketIds(query);
    if (isErrorResponse(markets)) return markets;
    const { user, side, sort_direction: direction, limit } = query;
    const walk = `activity.${direction}`;
    const after = readActivityCursor(query.cursor, walk);
    if (after === "refused") return badCursor(query.cursor);
    const found = await listWalletHistory(await context.adHocSql(), {
      filter: {
        wallet: toLowerCase(user),
        ...markets,
        side,
        ...readBounds(query),
        failed: context.settlements?.listFailed(),
      },
      kinds: listActivityKinds(query),
      order: { by: "time", ascending: direction === "ASC" },
      after,
      offset: 0,
      limit: limit + 1,
    });
    const { rows, next } = cutActivityPage({ walk, limit, found }, after);
    const data = await buildActivityRows(rows, V2_ACTIVITY_RECORD.write, { context, dialect });
    return { body: buildPageBody(data, { limit, next }) };
  },
});
