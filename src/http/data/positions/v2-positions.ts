/** Positions and value of a wallet in version 2 of the data interface. */
import { Type } from "typebox";
import type { Context } from "../../../context.ts";
import type { Outcome } from "../../../core/state.ts";
import { findMarketDescriptions } from "../../../store/catalog/market-records.ts";
import type { MarketDescription } from "../../../store/catalog/market-records.ts";
import {
  findEntries,
  listClosedPositions,
  listCurrentPositions,
} from "../../../store/reads/accounts/positions.ts";
import type { StoredPosition } from "../../../store/reads/accounts/positions.ts";
import { readSnapshot } from "../../../store/sql/transact.ts";
import { DATA_LIMITS, ONLY_INTERFACE_LIMIT } from "../../guard/rate-limits.ts";
import { isErrorResponse } from "../../operation/error-format.ts";
import type { ErrorResponse } from "../../operation/error-format.ts";
import { constant, fieldsOf, recordOf } from "../../operation/record.ts";
import { lazyRows } from "../../guard/slow-queries/json-slices.ts";
import { WalletName } from "../../values/wallets.ts";
import type { Names } from "../../values/wallets.ts";
import { V2_WALLETS } from "../groups.ts";
import { STATISTICS, computeHalfTicks, makePriceField, makeStatisticField } from "../numbers.ts";
import { Choice, User, toLowerCase } from "../parameters.ts";
import type { PricedPosition } from "./positions.ts";
import { invalidFieldBecause, missingField } from "../refusal.ts";
import {
  Envelope,
  Events,
  MARKET_IDS,
  Page,
  SPAN,
  Wallet,
  badCursor,
  cutPage,
  decodeCursor,
  encodeCursor,
  buildPageBody,
  pageParameters,
  readBounds,
  readMarketIds,
  v2Operation,
} from "../version-2.ts";
import type { AskedMarkets, CursorPosition, CutPage } from "../version-2.ts";
import { readPortfolioValue } from "../wallets.ts";

// Fields of a position in version 2.

/** A position of a page, with the data to show it. */
type V2ShownPosition = {
  readonly position: PricedPosition;
  /** Start of the ten-minute period in which the wallet first had shares, ms. */
  readonly enteredAt: number;
  readonly description: MarketDescription;
  readonly wallet: string;
  readonly names: Names;
};

/** Maximum lots of a position that counts as closed while its market is undecided. */
const DUST = 1;

type PositionState = "OPEN" | "REDEEMABLE" | "CLOSED";

function computePositionState({ lots, payout }: Pick<StoredPosition, "lots" | "payout">): PositionState {
  if (lots <= (payout === null ? DUST : 0)) return "CLOSED";
  return payout === null ? "OPEN" : "REDEEMABLE";
}

const DATE = "1970-01-01".length;

const opposite = ({ position: { outcome } }: V2ShownPosition): Outcome => (outcome === 0 ? 1 : 0);

const COSTS = fieldsOf<V2ShownPosition>()({
  proxy_wallet: [Wallet, ({ wallet }) => wallet],
  token_id: [
    Type.String({ description: "Decimal" }),
    ({ description, position }) => description.tokenIds[position.outcome],
  ],
  condition_id: [Type.String(), ({ description }) => description.conditionId],
  current_size: makeStatisticField("Shares that the wallet has", STATISTICS.size),
  avg_price: makeStatisticField("What a share cost on average", STATISTICS.avgPrice),
  entry_cost_usdc: makeStatisticField("current_size x avg_price, without fees", STATISTICS.initialValue),
  entry_fees_usdc: constant(0, "Fees are kept by fill and not by position"),
  total_cost_usdc: makeStatisticField(
    "entry_cost_usdc and entry_fees_usdc together",
    STATISTICS.initialValue,
  ),
});

const PRICE = { current_price: makePriceField("As curPrice of GET /positions, in USDC from 0 to 1") };

const PROFITS = fieldsOf<V2ShownPosition>()({
  current_value: makeStatisticField("current_size x current_price, in USDC", STATISTICS.currentValue),
  total_size: makeStatisticField("Shares ever bought", STATISTICS.totalBought),
  realized_pnl: makeStatisticField(
    "Profit of the shares that were given up, without fees",
    STATISTICS.realizedPnl,
  ),
  unrealized_pnl: makeStatisticField("current_value - entry_cost_usdc, in USDC", STATISTICS.cashPnl),
  total_pnl: makeStatisticField("realized_pnl and unrealized_pnl together, in USDC", STATISTICS.totalPnl),
  percent_pnl: makeStatisticField(
    "unrealized_pnl of entry_cost_usdc, in percent; 0 without a cost",
    STATISTICS.percentPnl,
  ),
  percent_realized_pnl: makeStatisticField(
    "realized_pnl of total_size x avg_price, in percent; 0 where that cost nothing",
    STATISTICS.percentRealizedPnl,
  ),
});

const DESCRIPTION = fieldsOf<V2ShownPosition>()({
  status: [
    Type.Enum(["OPEN", "REDEEMABLE", "CLOSED"], {
      description: "CLOSED without shares, or with a hundredth of one that cannot be redeemed",
    }),
    ({ position }) => computePositionState(position),
  ],
  redeemable: [
    Type.Boolean({ description: "Whether the market paid out; so of what lost, too" }),
    ({ position: { payout, lots } }) => payout !== null && lots > 0,
  ],
  mergeable: [
    Type.Boolean({ description: "Whether the wallet has shares of both outcomes, undecided" }),
    ({ position: { payout, lots, oppositeLots } }) => payout === null && lots > 0 && oppositeLots > 0,
  ],
  negative_risk: [Type.Boolean(), ({ description }) => description.negativeRisk],
  archived: [
    Type.Boolean({ description: "Whether the market is archived" }),
    ({ position }) => position.archived,
  ],
  title: [Type.String(), ({ description }) => description.title],
  slug: [Type.String(), ({ description }) => description.slug],
  icon: [Type.String(), ({ description }) => description.icon],
  event_id: [Type.String(), ({ description }) => description.eventId],
  event_slug: [Type.String(), ({ description }) => description.eventSlug],
  outcome: [Type.String(), ({ description, position }) => description.outcomes[position.outcome]],
  outcome_index: [Type.Integer(), ({ position }) => position.outcome],
  opposite_outcome: [Type.String(), (shown) => shown.description.outcomes[opposite(shown)]],
  opposite_token_id: [Type.String(), (shown) => shown.description.tokenIds[opposite(shown)]],
  end_date: [
    Type.String({ description: 'The date only; "" of a market without an end' }),
    ({ description }) => description.endDate.slice(0, DATE),
  ],
  first_entry_at: [
    Type.Integer({
      description:
        "When the wallet first had shares, unix seconds, to ten minutes: no later than last_event_at",
    }),
    ({ enteredAt }) => Math.floor(enteredAt / 1000),
  ],
  last_event_at: [
    Type.Integer({ description: "When shares last moved, unix seconds" }),
    ({ position }) => Math.floor(position.changedAt / 1000),
  ],
  name: [WalletName, ({ wallet, names }) => names.nameOf(wallet)],
  profile_image: constant(""),
  verified: constant(false),
});

// Answers have the price after the profits; the API document has the price before the profits.
const POSITION = recordOf<V2ShownPosition>({ ...COSTS, ...PRICE, ...PROFITS, ...DESCRIPTION }, [
  COSTS,
  PROFITS,
  PRICE,
  DESCRIPTION,
]);

// Keyset pagination of a wallet's positions, sorted by a value. A cursor names the value, market, outcome and account
// of the last row. A position with a constant value appears exactly once, even if other positions change meanwhile.

type ComputeKey = (position: PricedPosition) => bigint;

/** Functions of the sort keys: each returns numerators over a common denominator. */
const KEYS = {
  CURRENT_VALUE: (position) => STATISTICS.currentValue(position).numerator,
  PRICE: ({ halfTicks }) => BigInt(halfTicks),
  TOKENS: ({ lots }) => BigInt(lots),
  UNREALIZED_PNL: (position) => STATISTICS.cashPnl(position).numerator,
  REALIZED_PNL: ({ realized }) => BigInt(realized),
  TOTAL_PNL: (position) => STATISTICS.totalPnl(position).numerator,
  TIMESTAMP: ({ changedAt }) => BigInt(changedAt),
} as const satisfies Readonly<Record<string, ComputeKey>>;

type V2Sort = keyof typeof KEYS;
const V2_SORTS = [
  "CURRENT_VALUE",
  "PRICE",
  "TOKENS",
  "UNREALIZED_PNL",
  "REALIZED_PNL",
  "TOTAL_PNL",
  "TIMESTAMP",
] as const satisfies readonly V2Sort[];

const V2_STATUSES = ["OPEN", "REDEEMABLE", "REDEEMABLE_LOST", "MERGEABLE", "CLOSED"] as const;
type V2Status = (typeof V2_STATUSES)[number];

/** Filter and order of a listing, equal for all of its pages. */
type PositionWalk = {
  readonly status: V2Status;
  readonly sort: V2Sort;
  readonly direction: "ASC" | "DESC";
  /** Value, market, outcome and account of the row after which the page begins. */
  readonly after: CursorPosition | undefined;
};

type WalkQuery = {
  readonly status?: V2Status;
  readonly sort_by?: V2Sort;
  readonly sort_direction?: "ASC" | "DESC";
  readonly cursor?: string;
};

const WIDTH = 4;

/**
 * Reads filter, order and position from a query. A cursor contains the listing's order; contradicting parameters are
 * refused.
 */
function readPositionWalk(query: WalkQuery): PositionWalk | ErrorResponse {
  const { cursor } = query;
  const found = cursor === undefined ? undefined : decodeCursor(cursor);
  const [name, status, sort, direction] = found?.walk.split(".") ?? [];
  const walk = {
    status: V2_STATUSES.find((one) => one === status) ?? query.status ?? "OPEN",
    sort: V2_SORTS.find((one) => one === sort) ?? query.sort_by ?? "CURRENT_VALUE",
    direction: direction === "ASC" || direction === "DESC" ? direction : (query.sort_direction ?? "DESC"),
  };
  if (cursor === undefined) return { ...walk, after: undefined };
  if (name === undefined || found?.walk !== sortName(walk) || found.place.length !== WIDTH)
    return badCursor(cursor);
  return rejectContradictingParameter(query, walk) ?? { ...walk, after: found.place };
}

type Order = Omit<PositionWalk, "after">;

const sortName = ({ status, sort, direction }: Order): string => `positions.${status}.${sort}.${direction}`;

/** Refuses a parameter that contradicts the cursor. */
function rejectContradictingParameter(
  query: WalkQuery,
  { status, sort, direction }: Order,
): ErrorResponse | undefined {
  const statedValues = [
    ["status", query.status, status],
    ["sort_by", query.sort_by, sort],
    ["sort_direction", query.sort_direction, direction],
  ] as const;
  const wrong = statedValues.find(([, given, walked]) => given !== undefined && given !== walked);
  if (wrong === undefined) return undefined;
  const [name, given, walked] = wrong;
  return invalidFieldBecause(name, `expected ${walked}, which cursor goes on with, or none, got ${given}`);
}

/** Sorts the positions, and cuts the page. */
function cutPositionPage(
  positions: readonly PricedPosition[],
  walk: PositionWalk,
  limit: number,
): CutPage<PricedPosition> {
  const keyOf = KEYS[walk.sort];
  const places = positions
    .map((position) => ({
      position,
      place: [keyOf(position), BigInt(position.market), BigInt(position.outcome), BigInt(position.account)],
    }))
    .sort((a, b) => compareCursors(a.place, b.place, walk.direction));
  const { after } = walk;
  const remaining =
    after === undefined
      ? places
      : places.filter(({ place }) => compareCursors(place, after, walk.direction) > 0);
  const { rows, next } = cutPage(remaining, limit, ({ place }) => encodeCursor(sortName(walk), place));
  return { rows: rows.map(({ position }) => position), next };
}

/** Compares two positions in the listing; market, outcome and account decide ties in either direction. */
function compareCursors(a: CursorPosition, b: CursorPosition, direction: "ASC" | "DESC"): number {
  const differingIndex = a.findIndex((number, index) => number !== b[index]);
  const [first, second] = [a[differingIndex], b[differingIndex]];
  if (first === undefined || second === undefined) return 0;
  const ascending = first < second ? -1 : 1;
  return differingIndex === 0 && direction === "DESC" ? -ascending : ascending;
}

const MAX_TITLE = 200;

const Query = Type.Object({
  user: Type.Optional({ ...User, description: "Wallet; without one, one condition_id is needed" }),
  ...MARKET_IDS,
  event_id: Events,
  status: Choice(
    V2_STATUSES,
    "OPEN unless given: all that is not CLOSED. The others narrow it: to markets that paid out, to those of them " +
      "that lost, to what can be merged",
  ),
  title: Type.Optional(
    Type.String({ maxLength: MAX_TITLE, description: "Part of the market's title, in any case of letters" }),
  ),
  filter_type: Choice(["CASH", "TOKENS"], "Meaning of filter_amount: current_value, or shares unless given"),
  filter_amount: Type.Optional(
    Type.Number({ minimum: 0, description: "The least number of shares that is held now" }),
  ),
  include_archived: Type.Optional(
    Type.Boolean({
      description: "true lists positions of archived markets, too; not with CLOSED, which does",
    }),
  ),
  sort_by: Choice(V2_SORTS, "CURRENT_VALUE unless given; equal ones go by market and outcome"),
  sort_direction: Choice(["ASC", "DESC"], "Descending unless given"),
  ...SPAN,
  ...pageParameters({ default: 100, maximum: 1000 }),
});
type Query = Type.Static<typeof Query>;

/** GET /v2/positions: the positions of a wallet, open or closed. */
export const listV2Positions = v2Operation({
  path: "/v2/positions",
  summary: "List the positions of a wallet, version 2",
  group: V2_WALLETS,
  limits: [DATA_LIMITS.positions],
  query: Query,
  answer: Page(POSITION.schema, "In the order asked for"),
  maxAgeSeconds: 1,
  handle: async ({ context, query }) => {
    const markets = readMarketIds(query);
    if (isErrorResponse(markets)) return markets;
    const walk = readPositionWalk(query);
    if (isErrorResponse(walk)) return walk;
    const refused = rejectContradiction(query, walk) ?? rejectWideRead(query, markets);
    if (refused !== undefined) return refused;
    const wallet = query.user === undefined ? undefined : toLowerCase(query.user);
    const { rows, next, descriptions, entries } = await readPage(context, { query, markets, walk, wallet });
    const data = lazyRows(rows, (position) => {
      const description = descriptions.get(position.market);
      if (description === undefined) throw new Error(`market ${position.market} has no description`);
      return POSITION.write({
        position,
        enteredAt: entries.get(position) ?? position.changedAt,
        description,
        wallet: position.wallet,
        names: context.names,
      });
    });
    return { body: buildPageBody(data, { limit: query.limit, next }) };
  },
});

/** Refuses combinations of parameters that have no meaning. */
function rejectContradiction(
  { filter_type: type, filter_amount: amount, include_archived }: Query,
  walk: PositionWalk,
) {
  if (type !== undefined && amount === undefined)
    return invalidFieldBecause("filter_type", "expected filter_amount with it, got none");
  if (walk.status === "CLOSED" && include_archived !== undefined)
    return invalidFieldBecause("include_archived", "expected none with status CLOSED, got it");
  return undefined;
}

/** Refuses a read of all wallets unless the query names one market; refuses filters that require a wallet. */
function rejectWideRead({ user, event_id, status }: Query, { conditionIds }: AskedMarkets) {
  if (user !== undefined) return undefined;
  if (conditionIds?.length !== 1)
    return conditionIds === undefined
      ? missingField("user")
      : invalidFieldBecause("condition_id", "expected one without user, got several");
  if (event_id !== undefined) return invalidFieldBecause("event_id", "expected user with it, got none");
  return status === "REDEEMABLE_LOST" || status === "MERGEABLE"
    ? invalidFieldBecause("status", `expected user with ${status}, got none`)
    : undefined;
}

type PageRequest = {
  readonly query: Query;
  readonly markets: AskedMarkets;
  readonly walk: PositionWalk;
  readonly wallet: string | undefined;
};

/** Reads the page and the descriptions of its markets from one snapshot. */
const readPage = async ({ readSql }: Context, { query, markets, walk, wallet }: PageRequest) =>
  readSnapshot(await readSql(), async (sql) => {
    const title = query.title?.trim().toLowerCase() ?? "";
    const filter = { wallet, ...markets, titled: title !== "" };
    const stored =
      walk.status === "CLOSED"
        ? await listClosedPositions(sql, filter)
        : await listCurrentPositions(sql, { ...filter, leastLots: 1 });
    const positions = stored
      .filter((one) => one.title.toLowerCase().includes(title))
      .map((one) => ({ ...one, halfTicks: computeHalfTicks(one) }))
      .filter((one) => isAsked(one, query, walk));
    const page = cutPositionPage(positions, walk, query.limit);
    const descriptions = await findMarketDescriptions(
      sql,
      page.rows.map(({ market }) => market),
    );
    return { ...page, descriptions, entries: await findEntries(sql, page.rows) };
  });

function isAsked(position: PricedPosition, query: Query, { status }: PositionWalk): boolean {
  const { from = 0, until = Number.POSITIVE_INFINITY } = readBounds(query);
  const isIncluded = status === "CLOSED" || query.include_archived === true || !position.archived;
  return (
    hasStatus(position, status) &&
    isIncluded &&
    position.changedAt >= from &&
    position.changedAt < until &&
    isLargeEnough(position, query)
  );
}

function hasStatus(position: PricedPosition, status: PositionWalk["status"]): boolean {
  const { payout, oppositeLots, halfTicks } = position;
  const isClosed = computePositionState(position) === "CLOSED";
  switch (status) {
    case "CLOSED":
      return isClosed;
    case "OPEN":
      return !isClosed;
    case "REDEEMABLE":
      return payout !== null && !isClosed;
    case "REDEEMABLE_LOST":
      return payout !== null && !isClosed && halfTicks === 0;
    case "MERGEABLE":
      return payout === null && !isClosed && oppositeLots > 0;
  }
}

function isLargeEnough(
  position: PricedPosition,
  { filter_type: type, filter_amount: least }: Query,
): boolean {
  if (least === undefined) return true;
  const { numerator, denominator } =
    type === "CASH" ? STATISTICS.currentValue(position) : STATISTICS.size(position);
  return Number(numerator) / Number(denominator) >= least;
}

/** GET /v2/value: the total value of a wallet's positions. */
export const getV2Value = v2Operation({
  path: "/v2/value",
  summary: "Get what the positions of a wallet are worth, version 2",
  group: V2_WALLETS,
  limits: ONLY_INTERFACE_LIMIT,
  query: Type.Object({ user: User, ...MARKET_IDS }),
  answer: Envelope(
    Type.Object({
      proxy_wallet: Wallet,
      value: Type.Number({ description: "Sum of size x current price; collateral is not in it" }),
    }),
  ),
  maxAgeSeconds: 1,
  handle: async ({ context, query }) => {
    const markets = readMarketIds(query);
    if (isErrorResponse(markets)) return markets;
    const wallet = toLowerCase(query.user);
    const value = await readPortfolioValue(context, { wallet, conditionIds: markets.conditionIds });
    return { body: { data: { proxy_wallet: wallet, value } } };
  },
});
