/** Holders of a market by outcome, in both versions, and positions in a market. */
import { Type } from "typebox";
import type { Context } from "../../../context.ts";
import { MICROS_PER_HALF_TICK } from "../../../core/markets/shown-price.ts";
import { OUTCOMES } from "../../../core/state.ts";
import type { Outcome } from "../../../core/state.ts";
import { sharesText } from "../../../core/units.ts";
import type { Lots } from "../../../core/units.ts";
import { normalizeCondition } from "../../../core/markets/market-version.ts";
import { listHolderPage, listHolders as readHolders } from "../../../store/reads/accounts/holders.ts";
import type { HeldToken, HolderCursor, HolderRow } from "../../../store/reads/accounts/holders.ts";
import {
  findPositionedMarket,
  listMarketPositions as readPositions,
} from "../../../store/reads/accounts/positions.ts";
import type { MarketPosition, PositionedMarket } from "../../../store/reads/accounts/positions.ts";
import { readSnapshot } from "../../../store/sql/transact.ts";
import { ONLY_INTERFACE_LIMIT } from "../../guard/rate-limits.ts";
import { uncodedOperation } from "../../operation/endpoint.ts";
import { isErrorResponse } from "../../operation/error-format.ts";
import { CONDITION_PATTERN } from "../../operation/id-patterns.ts";
import { constant, redescribe, fieldsOf, recordOf } from "../../operation/record.ts";
import type { Fields } from "../../operation/record.ts";
import { lazyRows } from "../../guard/slow-queries/json-slices.ts";
import { halfTicksNumber } from "../../values/shown-prices.ts";
import { HasName, Pseudonym, WalletName } from "../../values/wallets.ts";
import type { Names } from "../../values/wallets.ts";
import { MARKETS, V2_MARKETS } from "../groups.ts";
import { STATISTICS, computeHalfTicks, makePriceField, makeStatisticField } from "../numbers.ts";
import type { PositionNumbers, ComputeStatistic } from "../numbers.ts";
import {
  ConditionIds,
  Limit,
  Offset,
  SortDirection,
  Threshold,
  User,
  toLowerCase,
  toLotsRoundedUp,
} from "../parameters.ts";
import { invalidFieldBecause, missingField } from "../refusal.ts";
import { formatAssetId } from "../tokens.ts";
import {
  MARKET_IDS,
  Page,
  badCursor,
  encodeCursor,
  inVersion2,
  buildPageBody,
  pageParameters,
  readCounts,
  readMarketIds,
  v2Operation,
} from "../version-2.ts";

// Fields of a holder, in both versions.

const Token = Type.String({ description: "Condition id, colon and outcome, or the token's decimal id" });

/** A holder of an outcome, with the data to show it. */
type ShownHolder = {
  readonly wallet: string;
  readonly lots: Lots;
  readonly token: string;
  readonly outcome: Outcome;
  readonly names: Names;
};

const HOLDER_FIELDS = fieldsOf<ShownHolder>()({
  proxyWallet: [Type.String({ description: "Lower case" }), ({ wallet }) => wallet],
  bio: constant(""),
  asset: [Token, ({ token }) => token],
  pseudonym: [Pseudonym, ({ wallet, names }) => names.pseudonymOf(wallet)],
  amount: [Type.Number({ description: "Shares" }), ({ lots }) => Number(sharesText(lots))],
  displayUsernamePublic: [HasName, ({ wallet, names }) => names.nameOf(wallet) !== ""],
  outcomeIndex: [Type.Integer(), ({ outcome }) => outcome],
  name: [WalletName, ({ wallet, names }) => names.nameOf(wallet)],
  profileImage: constant(""),
  profileImageOptimized: constant(""),
});

const HOLDER = recordOf(HOLDER_FIELDS);

/** Maximum holders in an answer, over all outcomes. */
const MAX_HOLDERS = 10_000;

/** Returns the limit of holders per outcome: for many markets less than the requested limit. */
const limitPerOutcome = (limit: number, markets: number): number =>
  Math.min(limit, Math.max(Math.floor(MAX_HOLDERS / (OUTCOMES.length * Math.max(markets, 1))), 1));

/** GET /holders: the largest holders of the outcomes of markets. */
export const listHolders = uncodedOperation({
  method: "GET",
  path: "/holders",
  summary: "List the largest holders of markets",
  group: MARKETS,
  limits: ONLY_INTERFACE_LIMIT,
  query: Type.Object({
    market: ConditionIds,
    limit: Limit({ default: 100, maximum: 500 }),
    minBalance: Threshold({ default: 1 }, "Shares that a holder has at least"),
  }),
  answer: Type.Array(
    Type.Object({
      token: Token,
      holders: Type.Array(HOLDER.schema, {
        description: "The largest first, equal ones in order of their wallets",
      }),
    }),
    {
      description: "Two of each market, in the order of the request; also of outcomes that nobody holds",
    },
  ),
  maxAgeSeconds: 5,
  rows: ({ query }) =>
    OUTCOMES.length * query.market.length * limitPerOutcome(query.limit, query.market.length),
  handle: async ({ context, dialect, query }) => {
    const limit = limitPerOutcome(query.limit, query.market.length);
    const groups = await readHolders(await context.adHocSql(), {
      conditionIds: [...new Set(query.market.map(normalizeCondition))],
      least: toLotsRoundedUp(query.minBalance),
      limit,
    });
    return {
      headers: { "x-page-limit": String(limit) },
      body: lazyRows(groups, ({ holders, ...held }) => {
        const shown = {
          token: formatAssetId(dialect, held, held.outcome),
          outcome: held.outcome,
          names: context.names,
        };
        return {
          token: shown.token,
          holders: holders.map((holder) => HOLDER.write({ ...holder, ...shown })),
        };
      }),
    };
  },
});

const describePnl = (description: string) =>
  Type.Optional(Type.Number({ description: `${description}, with include_pnl` }));

/** Makes the field of a statistic that `include_pnl` adds. */
const pnlField = (description: string, statistic: ComputeStatistic) =>
  [describePnl(description), makeStatisticField(description, statistic)[1]] as const;

/** A holder in version 2, with the prices of its outcome. */
type ShownV2Holder = ShownHolder & { readonly position: PositionNumbers };

const V2_HOLDER_FIELDS: Fields<ShownHolder> = {
  ...redescribe(inVersion2(HOLDER_FIELDS), { token_id: Type.String({ description: "Decimal" }) }),
  ...fieldsOf<ShownHolder>()({ verified: constant(false) }),
};

const V2_HOLDER = recordOf(V2_HOLDER_FIELDS);

const V2_HOLDER_WITH_PNL = recordOf<ShownV2Holder>({
  ...V2_HOLDER_FIELDS,
  ...fieldsOf<ShownV2Holder>()({
    avg_price: pnlField("What a share cost on average", STATISTICS.avgPrice),
    entry_cost_usdc: pnlField("amount x avg_price", STATISTICS.initialValue),
    current_price: [
      describePnl("Price of the outcome now, in USDC from 0 to 1"),
      ({ position }) => halfTicksNumber(position.halfTicks),
    ],
    current_value: pnlField("amount x current_price", STATISTICS.currentValue),
    realized_pnl: pnlField("Profit of the shares that were given up", STATISTICS.realizedPnl),
    unrealized_pnl: pnlField("current_value - entry_cost_usdc, in USDC", STATISTICS.cashPnl),
    total_pnl: pnlField("realized_pnl and unrealized_pnl together, in USDC", STATISTICS.totalPnl),
  }),
});

const Group = Type.Object({
  token_id: Type.String({ description: "Decimal" }),
  holders: Type.Array(V2_HOLDER_WITH_PNL.schema, {
    description: "The largest first, equal ones as they were opened",
  }),
});

/** Counts the markets that a query names. */
const countMarkets = ({ condition_id: ids, condition }: Parameters<typeof readMarketIds>[0]): number =>
  (ids ?? condition ?? []).length;

/** GET /v2/holders: the largest holders of the outcomes of markets, in pages. */
export const listV2Holders = v2Operation({
  path: "/v2/holders",
  summary: "List the largest holders of markets, version 2",
  group: V2_MARKETS,
  limits: ONLY_INTERFACE_LIMIT,
  query: Type.Object({
    ...MARKET_IDS,
    min_balance: Threshold({ default: 1 }, "Shares that a holder has at least"),
    include_pnl: Type.Boolean({
      default: false,
      description: "true adds cost and profit; of one market only",
    }),
    ...pageParameters({ default: 100, maximum: 1000 }),
  }),
  answer: Page(Group, "Two of each market in the order of the request; on later pages those that go on"),
  maxAgeSeconds: 5,
  rows: ({ query }) =>
    OUTCOMES.length * countMarkets(query) * limitPerOutcome(query.limit, countMarkets(query)),
  handle: async ({ context, query }) => {
    const markets = readMarketIds(query);
    if (isErrorResponse(markets)) return markets;
    const { conditionIds } = markets;
    if (conditionIds === undefined) return missingField("condition_id");
    if (query.include_pnl && conditionIds.length > 1)
      return invalidFieldBecause("include_pnl", `expected one market with it, got ${conditionIds.length}`);
    const tokens = conditionIds.length * OUTCOMES.length;
    const after = readHoldersCursor(query.cursor, tokens);
    if (after === "refused") return badCursor(query.cursor);
    const limit = limitPerOutcome(query.limit, conditionIds.length);
    const found = await listHolderPage(await context.adHocSql(), {
      conditionIds,
      after,
      least: toLotsRoundedUp(query.min_balance),
      limit: limit + 1,
    });
    const shown = { withPnl: query.include_pnl, names: context.names };
    const { groups, next } = buildHoldersPage(found, { after, tokens, limit, ...shown });
    return {
      headers: { "x-page-limit": String(limit) },
      body: buildPageBody(
        lazyRows(groups, (group) => group),
        { limit, next },
      ),
    };
  },
});

const WALK = "holders";

/** Parses the last holder of each outcome before the page: shares and account. */
function readHoldersCursor(
  cursor: string | undefined,
  tokens: number,
): HolderCursor[] | undefined | "refused" {
  const numbers = readCounts(cursor, { walk: WALK, width: 2 * tokens });
  if (numbers === undefined || numbers === "refused") return numbers;
  return Array.from({ length: tokens }, (_, index) => ({
    lots: numbers[2 * index] ?? 0,
    account: numbers[2 * index + 1] ?? 0,
  }));
}

type HoldersRequest = {
  readonly after: readonly HolderCursor[] | undefined;
  readonly tokens: number;
  readonly limit: number;
  readonly withPnl: boolean;
  readonly names: Names;
};

/** Cursor position behind the last holder of an outcome. */
const EXHAUSTED: HolderCursor = { lots: 0, account: 0 };

/** Builds the page's groups of holders, and the cursor, which names the last holder of each unfinished group. */
function buildHoldersPage(
  found: readonly (HolderRow | HeldToken)[],
  { after, tokens, limit, withPnl, names }: HoldersRequest,
) {
  const ends = Array.from({ length: tokens }, () => EXHAUSTED);
  const groups: { readonly token_id: string; readonly holders: readonly unknown[] }[] = [];
  for (const [place, rows] of Map.groupBy(found, (row) => row.place)) {
    const heldRows = rows.filter((row): row is HolderRow => row.wallet !== null);
    const shown = heldRows.slice(0, limit);
    const last = shown.at(-1);
    if (last !== undefined && heldRows.length > limit)
      ends[place] = { lots: last.lots, account: last.account };
    const [{ tokenId } = { tokenId: "" }] = rows;
    if (after === undefined || shown.length > 0)
      groups.push({ token_id: tokenId, holders: shown.map((row) => writeV2Holder(row, withPnl, names)) });
  }
  const hasNextPage = ends.some(({ lots }) => lots > 0);
  const next = hasNextPage
    ? encodeCursor(
        WALK,
        ends.flatMap(({ lots, account }) => [lots, account]),
      )
    : undefined;
  return { groups, next };
}

function writeV2Holder(row: HolderRow, withPnl: boolean, names: Names) {
  const shown = { ...row, token: row.tokenId, names };
  return withPnl
    ? V2_HOLDER_WITH_PNL.write({ ...shown, position: { ...row, halfTicks: computeHalfTicks(row) } })
    : V2_HOLDER.write(shown);
}

// GET /v1/market-positions: the positions of all wallets in the outcomes of a market.

/** A position in a market, with the data to show it. */
type ShownPosition = {
  readonly position: MarketPosition & { readonly halfTicks: number };
  readonly market: PositionedMarket;
  readonly outcome: Outcome;
  readonly names: Names;
};

const POSITION = recordOf(
  fieldsOf<ShownPosition>()({
    proxyWallet: [Type.String({ description: "Lower case" }), ({ position }) => position.wallet],
    name: [WalletName, ({ position, names }) => names.nameOf(position.wallet)],
    profileImage: constant(""),
    verified: constant(false),
    asset: [
      Type.String({ description: "The token, decimal" }),
      ({ market, outcome }) => market.tokenIds[outcome],
    ],
    conditionId: [Type.String(), ({ market }) => market.conditionId],
    avgPrice: makeStatisticField("What a share cost on average", STATISTICS.avgPrice),
    size: makeStatisticField("Shares that the wallet has", STATISTICS.size),
    currPrice: makePriceField("Price of the outcome now, in USDC from 0 to 1"),
    currentValue: makeStatisticField("size x currPrice", STATISTICS.currentValue),
    cashPnl: makeStatisticField("currentValue less size x avgPrice, in USDC", STATISTICS.cashPnl),
    totalBought: makeStatisticField("Shares ever bought", STATISTICS.totalBought),
    realizedPnl: makeStatisticField("Profit of the shares that were given up", STATISTICS.realizedPnl),
    totalPnl: makeStatisticField("cashPnl and realizedPnl together, in USDC", STATISTICS.totalPnl),
    outcome: [Type.String(), ({ market, outcome }) => market.outcomes[outcome]],
    outcomeIndex: [Type.Integer(), ({ outcome }) => outcome],
  }),
);

const MarketPositionsQuery = Type.Object({
  market: Type.String({ pattern: CONDITION_PATTERN, description: "Condition id of a market" }),
  user: Type.Optional({ ...User, description: "Only this wallet" }),
  status: Type.Enum(["OPEN", "CLOSED", "ALL"], {
    default: "ALL",
    description: "Those with more than a hundredth of a share, those without, or all",
  }),
  sortBy: Type.Enum(["TOKENS", "CASH_PNL", "REALIZED_PNL", "TOTAL_PNL"], {
    default: "TOTAL_PNL",
    description: "size, cashPnl, realizedPnl or totalPnl; equal ones are in order of their accounts",
  }),
  sortDirection: SortDirection,
  limit: Limit({ default: 50, maximum: 500 }),
  offset: Offset({ maximum: 10_000 }),
});
type MarketPositionsQuery = Type.Static<typeof MarketPositionsQuery>;

/** GET /v1/market-positions: the positions of all wallets in the outcomes of a market. */
export const listMarketPositions = uncodedOperation({
  method: "GET",
  path: "/v1/market-positions",
  dialects: ["polymarket"],
  summary: "List the positions of all wallets in a market",
  group: MARKETS,
  limits: ONLY_INTERFACE_LIMIT,
  query: MarketPositionsQuery,
  answer: Type.Array(
    Type.Object({ token: Type.String({ description: "Decimal" }), positions: Type.Array(POSITION.schema) }),
    { description: "Two groups, of each outcome a page; none of a market that there is not" },
  ),
  maxAgeSeconds: 5,
  rows: ({ query }) => OUTCOMES.length * query.limit,
  handle: async ({ context, query }) => ({ body: await readGroups(context, query) }),
});

const readGroups = async (
  { adHocSql, names }: Pick<Context, "adHocSql" | "names">,
  query: MarketPositionsQuery,
) =>
  readSnapshot(await adHocSql(), async (sql) => {
    const market = await findPositionedMarket(sql, normalizeCondition(query.market));
    if (market === undefined) return [];
    const { status, sortBy: sort, sortDirection: direction, offset, limit } = query;
    const wallet = query.user === undefined ? undefined : toLowerCase(query.user);
    const groups = [];
    for (const outcome of OUTCOMES) {
      const halfTicks = computeHalfTicks({ ...market, outcome });
      const price = halfTicks * MICROS_PER_HALF_TICK;
      const page = { market: market.no, outcome, price, wallet, status, sort, direction, offset, limit };
      const positions = await readPositions(sql, page);
      groups.push({
        token: market.tokenIds[outcome],
        positions: positions.map((position) =>
          POSITION.write({ position: { ...position, halfTicks }, market, outcome, names }),
        ),
      });
    }
    return groups;
  });
