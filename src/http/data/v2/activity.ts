/** Activity and trades in version 2 of the data interface. */
import { Type } from "typebox";
import type { Context } from "../../../context.ts";
import type { Outcome } from "../../../core/state.ts";
import { collateralText } from "../../../core/units.ts";
import { findMarketDescriptions } from "../../../store/catalog/market-records.ts";
import { listFills, listWalletHistory } from "../../../store/reads/activity.ts";
import type {
  ActivityKind,
  PlacedActivity,
  TransferKind,
  TransferRow,
} from "../../../store/reads/activity.ts";
import type { ActivityCursor } from "../../../store/reads/fills.ts";
import type { Dialect } from "../../dialects/dialect.ts";
import { DATA_LIMITS, ONLY_INTERFACE_LIMIT } from "../../guard/rate-limits.ts";
import { lazyRows } from "../../slow-queries/json-slices.ts";
import type { Rows } from "../../slow-queries/json-slices.ts";
import { isErrorResponse } from "../../operation/error-format.ts";
import { Pseudonym, WalletName } from "../../values/wallets.ts";
import type { Names } from "../../values/wallets.ts";
import { NO_OUTCOME, SIDES, activityRecord, activityRows, tradeRecord } from "../activity.ts";
import type { Activity, Trade } from "../activity.ts";
import { V2_WALLETS } from "../groups.ts";
import { User, lowerCase } from "../parameters.ts";
import { invalidFieldBecause } from "../refusal.ts";
import { Page, badCursor, cutPage, encodeCursor, pageBody, readCounts, v2Operation } from "./operation.ts";
import type { CutPage } from "./operation.ts";
import {
  Choice,
  Events,
  MARKETS,
  NoText,
  SPAN,
  Wallet,
  pageParameters,
  readBounds,
  readMarkets,
} from "./parameters.ts";

// Schemas of trades and activity in version 2, and their rows.

const PROFILE = {
  name: WalletName,
  pseudonym: Pseudonym,
  bio: NoText,
  profile_image: NoText,
  profile_image_optimized: NoText,
};

const Seconds = Type.Integer({ description: "Unix seconds" });
const Hash = Type.String({ description: "Hash of the journal's batch, 0x and 64 hex digits" });

const MARKET = {
  title: Type.String(),
  slug: Type.String(),
  icon: Type.String(),
  event_slug: Type.String(),
};

const V2Trade = Type.Object({
  proxy_wallet: Wallet,
  side: Type.Enum(["BUY", "SELL"]),
  token_id: Type.String({ description: "Decimal" }),
  condition_id: Type.String(),
  size: Type.Number({ description: "Shares" }),
  price: Type.Number({ description: "Of a share" }),
  timestamp: Seconds,
  ...MARKET,
  outcome: Type.String(),
  outcome_index: Type.Integer(),
  ...PROFILE,
  transaction_hash: Hash,
});

const V2Activity = Type.Object({
  proxy_wallet: Wallet,
  timestamp: Seconds,
  condition_id: Type.String({
    description: 'Of a conversion the first of the markets that were given; "" of a deposit or withdrawal',
  }),
  type: Type.Enum(["TRADE", "SPLIT", "MERGE", "REDEEM", "CONVERSION", "DEPOSIT", "WITHDRAWAL"]),
  size: Type.Number({ description: "Shares; of a REDEEM, a DEPOSIT or a WITHDRAWAL the collateral" }),
  usdc_size: Type.Number({ description: "Collateral, as usdcSize of GET /activity" }),
  transaction_hash: Hash,
  price: Type.Number({ description: "Of a share; 0 unless a TRADE" }),
  token_id: Type.String({ description: 'Decimal; "" where no outcome is meant' }),
  side: Type.String({ description: 'BUY or SELL; "" unless a TRADE' }),
  is_combo: Type.Literal(false),
  outcome_index: Type.Integer({ description: `${NO_OUTCOME} where no outcome is meant` }),
  ...MARKET,
  outcome: Type.String(),
  ...PROFILE,
});

const buildProfile = ({ name, pseudonym }: Pick<Activity, "name" | "pseudonym">) =>
  ({ name, pseudonym, bio: "", profile_image: "", profile_image_optimized: "" }) as const;

/** Converts a trade of version 1 to version 2. */
const toV2Trade = (trade: Trade): Type.Static<typeof V2Trade> => ({
  proxy_wallet: trade.proxyWallet,
  side: trade.side,
  token_id: trade.asset,
  condition_id: trade.conditionId,
  size: trade.size,
  price: trade.price,
  timestamp: trade.timestamp,
  title: trade.title,
  slug: trade.slug,
  icon: trade.icon,
  event_slug: trade.eventSlug,
  outcome: trade.outcome,
  outcome_index: trade.outcomeIndex,
  ...buildProfile(trade),
  transaction_hash: trade.transactionHash,
});

/** Converts an activity row of version 1 to version 2. */
const toV2Activity = (row: Activity): Type.Static<typeof V2Activity> => ({
  proxy_wallet: row.proxyWallet,
  timestamp: row.timestamp,
  condition_id: row.conditionId,
  type: row.type,
  size: row.size,
  usdc_size: row.usdcSize,
  transaction_hash: row.transactionHash,
  price: row.price,
  token_id: row.asset,
  side: row.side,
  is_combo: false,
  outcome_index: row.outcomeIndex,
  title: row.title,
  slug: row.slug,
  icon: row.icon,
  event_slug: row.eventSlug,
  outcome: row.outcome,
  ...buildProfile(row),
});

const TRANSFERS: { readonly [Kind in TransferKind]: "DEPOSIT" | "WITHDRAWAL" } = {
  deposit: "DEPOSIT",
  withdrawal: "WITHDRAWAL",
  debit: "WITHDRAWAL",
};

/** Builds the row of a deposit or a withdrawal, which has no market. */
function describeTransfer(
  { kind, wallet, at, cash, hash }: TransferRow,
  names: Names,
): Type.Static<typeof V2Activity> {
  const amount = Number(collateralText(cash));
  return {
    proxy_wallet: wallet,
    timestamp: Math.floor(at / 1000),
    condition_id: "",
    type: TRANSFERS[kind],
    size: amount,
    usdc_size: amount,
    transaction_hash: `0x${hash}`,
    price: 0,
    token_id: "",
    side: "",
    is_combo: false,
    outcome_index: NO_OUTCOME,
    title: "",
    slug: "",
    icon: "",
    event_slug: "",
    outcome: "",
    ...buildProfile({ name: names.nameOf(wallet), pseudonym: names.pseudonymOf(wallet) }),
  };
}

// Keyset pagination of trades and activity: a cursor names the last row of the page.

type WalkedRow = PlacedActivity | TransferRow;

const WIDTH = 5;

/** Parses the row after which a page begins; `undefined` for the first page, `"refused"` for a cursor of another list. */
function readActivityCursor(
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
function activityPage<Row extends WalkedRow>(
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

type ListedKind = ActivityKind | TransferKind;

/** Types that clients may ask for, and their kinds; types without kinds never occur here. */
const TYPES: Readonly<Record<string, readonly ListedKind[]>> = {
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
  type = Object.keys(TYPES),
  exclude_deposits_withdrawals: without,
}: Choices): ListedKind[] {
  const kinds = [...new Set(type)].flatMap((name) => TYPES[name] ?? []);
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
    ...MARKETS,
    event_id: Events,
    type: Type.Optional(
      Type.Array(Type.Enum(Object.keys(TYPES)), {
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
  answer: Page(V2Activity, "A row for each fill of an own order, too"),
  maxAgeSeconds: 1,
  handle: async ({ context, dialect, query }) => {
    const markets = readMarkets(query);
    if (isErrorResponse(markets)) return markets;
    const { user, side, sort_direction: direction, limit } = query;
    const walk = `activity.${direction}`;
    const after = readActivityCursor(query.cursor, walk);
    if (after === "refused") return badCursor(query.cursor);
    const found = await listWalletHistory(await context.adHocSql(), {
      filter: {
        wallet: lowerCase(user),
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
    const { rows, next } = activityPage({ walk, limit, found }, after);
    return { body: pageBody(await shownRows(rows, context, dialect), { limit, next }) };
  },
});

async function shownRows(
  rows: readonly WalkedRow[],
  { adHocSql, names }: Pick<Context, "adHocSql" | "names">,
  dialect: Dialect,
): Promise<Rows> {
  const numbers = rows.flatMap(({ market }) => market ?? []);
  const markets = await findMarketDescriptions(await adHocSql(), numbers);
  return lazyRows(rows, (row) => {
    if (row.market === null) return describeTransfer(row, names);
    const market = markets.get(row.market);
    if (market === undefined) throw new Error(`market ${row.market} has no description`);
    return toV2Activity(activityRecord({ row, market, dialect, names }));
  });
}

const WALK = "trades";

/** GET /v2/trades: fills of all wallets or of one, newest first, in pages that new fills do not shift. */
export const listV2Trades = v2Operation({
  path: "/v2/trades",
  summary: "List trades, version 2",
  group: V2_WALLETS,
  limits: [DATA_LIMITS.trades],
  query: Type.Object({
    user: Type.Optional(User),
    ...MARKETS,
    event_id: Events,
    side: Choice(SIDES, "Only rows that bought, or that sold"),
    outcome_index: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 1,
        description: "Only rows of the first outcome of their markets, or of the second",
      }),
    ),
    taker_only: Type.Boolean({
      default: true,
      description: "One row of each fill, the incoming order's; false adds the resting order's",
    }),
    filter_type: Choice(["CASH", "TOKENS"], "Meaning of filter_amount: collateral, or shares unless given"),
    filter_amount: Type.Optional(Type.Number({ minimum: 0, description: "The least amount" })),
    ...SPAN,
    ...pageParameters({ default: 100, maximum: 1000 }),
  }),
  answer: Page(V2Trade, "Newest first"),
  maxAgeSeconds: 1,
  handle: async ({ context, dialect, query }) => {
    const { user, side, taker_only: takerOnly, filter_type: type, filter_amount: amount, limit } = query;
    const markets = readMarkets(query);
    if (isErrorResponse(markets)) return markets;
    if (type !== undefined && amount === undefined)
      return invalidFieldBecause("filter_type", "expected filter_amount with it, got none");
    const after = readActivityCursor(query.cursor, WALK);
    if (after === "refused") return badCursor(query.cursor);
    const least = amount === undefined ? undefined : String(amount);
    const found = await listFills(await context.adHocSql(), {
      filter: {
        wallet: user && lowerCase(user),
        ...markets,
        side,
        outcome: parseOutcome(query.outcome_index),
        ...readBounds(query),
        leastSize: type === "CASH" ? undefined : least,
        leastCash: type === "CASH" ? least : undefined,
        failed: context.settlements?.listFailed(),
      },
      parties: takerOnly ? ["taker"] : ["taker", "maker"],
      after,
      offset: 0,
      limit: limit + 1,
    });
    const { rows, next } = activityPage({ walk: WALK, limit, found }, after);
    const data = await activityRows(rows, (row) => toV2Trade(tradeRecord(row)), { context, dialect });
    return { body: pageBody(data, { limit, next }) };
  },
});

const parseOutcome = (index: number | undefined): Outcome | undefined =>
  index === undefined ? undefined : index === 0 ? 0 : 1;
