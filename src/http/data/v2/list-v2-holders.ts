/** GET /v2/holders: the largest holders of the outcomes of markets, in pages. */
import { isErrorResponse } from "../../operation/error-format.ts";
import { Type } from "typebox";
import { sharesText } from "../../../core/units.ts";
import { listHolderPage } from "../../../store/reads/holders.ts";
import type { HeldToken, HolderCursor, HolderRow } from "../../../store/reads/holders.ts";
import { lazyRows } from "../../slow-queries/json-slices.ts";
import { halfTicksNumber } from "../../values/shown-prices.ts";
import { V2_MARKETS } from "../groups.ts";
import { STATISTICS, computeHalfTicks, toLotsRoundedUp } from "../positions.ts";
import { Threshold } from "../parameters.ts";
import type { Statistic } from "../positions.ts";
import { invalidFieldBecause, missingField } from "../refusal.ts";
import { wireNumber } from "../numbers.ts";
import { HasName, Pseudonym, WalletName } from "../../values/wallets.ts";
import type { Names } from "../../values/wallets.ts";
import { Page, badCursor, encodeCursor, pageBody, readCounts, v2Operation } from "./operation.ts";
import { MARKETS, NoText, pageParameters, readMarkets, Wallet } from "./parameters.ts";
import { ONLY_INTERFACE_LIMIT } from "../../guard/rate-limits.ts";

const Pnl = (description: string) =>
  Type.Optional(Type.Number({ description: `${description}, with include_pnl` }));

const Holder = Type.Object({
  proxy_wallet: Wallet,
  bio: NoText,
  token_id: Type.String({ description: "Decimal" }),
  pseudonym: Pseudonym,
  amount: Type.Number({ description: "Shares" }),
  display_username_public: HasName,
  outcome_index: Type.Integer(),
  name: WalletName,
  profile_image: NoText,
  profile_image_optimized: NoText,
  verified: Type.Literal(false),
  avg_price: Pnl("What a share cost on average"),
  entry_cost_usdc: Pnl("amount x avg_price"),
  current_price: Pnl("Price of the outcome now"),
  current_value: Pnl("amount x current_price"),
  realized_pnl: Pnl("Profit of the shares that were given up"),
  unrealized_pnl: Pnl("current_value - entry_cost_usdc"),
  total_pnl: Pnl("realized_pnl and unrealized_pnl together"),
});
type Holder = Type.Static<typeof Holder>;

const Group = Type.Object({
  token_id: Type.String({ description: "Decimal" }),
  holders: Type.Array(Holder, { description: "The largest first, equal ones as they were opened" }),
});
type Group = Type.Static<typeof Group>;

const OUTCOMES = 2;
/** Maximum holders in an answer, over all outcomes. */
const MAX_HOLDERS = 10_000;

type LimitQuery = {
  readonly condition_id?: readonly string[];
  readonly condition?: readonly string[];
  readonly limit: number;
};

const countHolders = ({ condition_id: ids, condition }: LimitQuery): number =>
  (ids ?? condition ?? []).length;

/** Returns the limit per outcome: below the requested limit if there are many markets. */
const appliedLimit = (query: LimitQuery): number =>
  Math.min(query.limit, Math.floor(MAX_HOLDERS / (OUTCOMES * Math.max(countHolders(query), 1))));

export const listV2Holders = v2Operation({
  path: "/v2/holders",
  summary: "List the largest holders of markets, version 2",
  group: V2_MARKETS,
  limits: ONLY_INTERFACE_LIMIT,
  query: Type.Object({
    ...MARKETS,
    min_balance: Threshold({ default: 1 }, "Shares that a holder has at least"),
    include_pnl: Type.Boolean({
      default: false,
      description: "true adds cost and profit; of one market only",
    }),
    ...pageParameters({ default: 100, maximum: 1000 }),
  }),
  answer: Page(Group, "Two of each market in the order of the request; on later pages those that go on"),
  maxAgeSeconds: 5,
  rows: ({ query }) => OUTCOMES * countHolders(query) * appliedLimit(query),
  handle: async ({ context, query }) => {
    const markets = readMarkets(query);
    if (isErrorResponse(markets)) return markets;
    const { conditionIds } = markets;
    if (conditionIds === undefined) return missingField("condition_id");
    if (query.include_pnl && conditionIds.length > 1)
      return invalidFieldBecause("include_pnl", `expected one market with it, got ${conditionIds.length}`);
    const tokens = conditionIds.length * OUTCOMES;
    const after = readHolders(query.cursor, tokens);
    if (after === "refused") return badCursor(query.cursor);
    const limit = appliedLimit(query);
    const found = await listHolderPage(await context.adHocSql(), {
      conditionIds,
      after,
      least: toLotsRoundedUp(query.min_balance),
      limit: limit + 1,
    });
    const shown = { withPnl: query.include_pnl, names: context.names };
    const { groups, next } = buildPage(found, { after, tokens, limit, ...shown });
    return {
      headers: { "x-page-limit": String(limit) },
      body: pageBody(
        lazyRows(groups, (group) => group),
        { limit, next },
      ),
    };
  },
});

const WALK = "holders";

/** Parses the position of each outcome after which the page begins: shares and account. */
function readHolders(cursor: string | undefined, tokens: number): HolderCursor[] | undefined | "refused" {
  const numbers = readCounts(cursor, { walk: WALK, width: 2 * tokens });
  if (numbers === undefined || numbers === "refused") return numbers;
  return Array.from({ length: tokens }, (_, index) => ({
    lots: numbers[2 * index] ?? 0,
    account: numbers[2 * index + 1] ?? 0,
  }));
}

type PageRequest = {
  readonly after: readonly HolderCursor[] | undefined;
  readonly tokens: number;
  readonly limit: number;
  readonly withPnl: boolean;
  readonly names: Names;
};

/** Position after the last holder. */
const EXHAUSTED: HolderCursor = { lots: 0, account: 0 };

/** Builds the groups of the page, and the cursor with the last holder of each group that continues. */
function buildPage(
  found: readonly (HolderRow | HeldToken)[],
  { after, tokens, limit, withPnl, names }: PageRequest,
) {
  const ends = Array.from({ length: tokens }, () => EXHAUSTED);
  const groups: Group[] = [];
  for (const [place, rows] of Map.groupBy(found, (row) => row.place)) {
    const held = rows.filter((row): row is HolderRow => row.wallet !== null);
    const shown = held.slice(0, limit);
    const last = shown.at(-1);
    if (last !== undefined && held.length > limit) ends[place] = { lots: last.lots, account: last.account };
    const [{ tokenId } = { tokenId: "" }] = rows;
    if (after === undefined || shown.length > 0)
      groups.push({ token_id: tokenId, holders: shown.map((row) => toHolder(row, { withPnl, names })) });
  }
  const goesOn = ends.some(({ lots }) => lots > 0);
  const next = goesOn
    ? encodeCursor(
        WALK,
        ends.flatMap(({ lots, account }) => [lots, account]),
      )
    : undefined;
  return { groups, next };
}

function toHolder(row: HolderRow, { withPnl, names }: Pick<PageRequest, "withPnl" | "names">): Holder {
  return {
    proxy_wallet: row.wallet,
    bio: "",
    token_id: row.tokenId,
    pseudonym: names.pseudonymOf(row.wallet),
    amount: Number(sharesText(row.lots)),
    display_username_public: names.nameOf(row.wallet) !== "",
    outcome_index: row.outcome,
    name: names.nameOf(row.wallet),
    profile_image: "",
    profile_image_optimized: "",
    verified: false,
    ...(withPnl && describePnl(row)),
  };
}

function describePnl(row: HolderRow) {
  const position = { ...row, halfTicks: computeHalfTicks(row) };
  const written = (figure: Statistic): number => {
    const { numerator, denominator } = figure(position);
    return wireNumber(numerator, denominator);
  };
  return {
    avg_price: written(STATISTICS.avgPrice),
    entry_cost_usdc: written(STATISTICS.initialValue),
    current_price: halfTicksNumber(position.halfTicks),
    current_value: written(STATISTICS.currentValue),
    realized_pnl: written(STATISTICS.realizedPnl),
    unrealized_pnl: written(STATISTICS.cashPnl),
    total_pnl: written(STATISTICS.totalPnl),
  };
}
