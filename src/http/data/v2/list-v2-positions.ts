/** GET /v2/positions: the positions of a wallet, open or closed. */
import { isRefused } from "../../refusal-form.ts";
import { Type } from "typebox";
import type { Context } from "../../../context.ts";
import { findMarketDescriptions } from "../../../store/catalog/market-descriptions.ts";
import { findEntries, listClosedPositions, listCurrentPositions } from "../../../store/reads/positions.ts";
import { readSnapshot } from "../../../store/sql/transact.ts";
import { DATA_LIMITS } from "../../guard/rate-limits.ts";
import { rowsOf } from "../../large/rows.ts";
import { V2_WALLETS } from "../groups.ts";
import { lowerCase, User } from "../parameters.ts";
import { FIGURES } from "../position-figures.ts";
import type { PricedPosition } from "../position-order.ts";
import { halfTicksOf } from "../position-page.ts";
import { invalidFieldBecause, missingField } from "../refusal.ts";
import { Page, pageBody } from "./envelope.ts";
import { Choice, Events, MARKETS, pageParameters, readBounds, readMarkets, SPAN } from "./parameters.ts";
import type { AskedMarkets } from "./parameters.ts";
import { positionOf, stateOf, V2Position } from "./position-schema.ts";
import { pageOfPositions, readPositionWalk, V2_SORTS, V2_STATUSES } from "./position-walk.ts";
import type { PositionWalk } from "./position-walk.ts";
import { v2Operation } from "./v2-operation.ts";

const MAX_TITLE = 200;

const Query = Type.Object({
  user: Type.Optional({ ...User, description: "Wallet; without one, one condition_id is needed" }),
  ...MARKETS,
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
  filter_amount: Type.Optional(Type.Number({ minimum: 0, description: "The least amount that is held now" })),
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

export const listV2Positions = v2Operation({
  path: "/v2/positions",
  summary: "List the positions of a wallet, version 2",
  group: V2_WALLETS,
  limits: [DATA_LIMITS.positions],
  query: Query,
  answer: Page(V2Position, "In the order asked for"),
  maxAgeSeconds: 1,
  handle: async ({ context, query }) => {
    const markets = readMarkets(query);
    if (isRefused(markets)) return markets;
    const walk = readPositionWalk(query);
    if (isRefused(walk)) return walk;
    const refused = contradiction(query, walk) ?? tooWide(query, markets);
    if (refused !== undefined) return refused;
    const wallet = query.user === undefined ? undefined : lowerCase(query.user);
    const { rows, next, descriptions, entries } = await readPage(context, { query, markets, walk, wallet });
    const data = rowsOf(rows, (position) => {
      const description = descriptions.get(position.market);
      if (description === undefined) throw new Error(`market ${position.market} has no description`);
      return positionOf({
        position,
        enteredAt: entries.get(position) ?? position.changedAt,
        description,
        wallet: position.wallet,
        names: context.names,
      });
    });
    return { body: pageBody(data, { limit: query.limit, next }) };
  },
});

/** Refuses parameters that say nothing together. */
function contradiction(
  { filter_type: type, filter_amount: amount, include_archived }: Query,
  walk: PositionWalk,
) {
  if (type !== undefined && amount === undefined)
    return invalidFieldBecause("filter_type", "expected filter_amount with it, got none");
  if (walk.status === "CLOSED" && include_archived !== undefined)
    return invalidFieldBecause("include_archived", "expected none with status CLOSED, got it");
  return undefined;
}

/** Refuses to read all wallets but of one market, and what is about a wallet. */
function tooWide({ user, event_id, status }: Query, { conditionIds }: AskedMarkets) {
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

/** The page and the descriptions of its markets, as of one moment. */
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
      .map((one) => ({ ...one, halfTicks: halfTicksOf(one) }))
      .filter((one) => isAsked(one, query, walk));
    const page = pageOfPositions(positions, walk, query.limit);
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
  const isClosed = stateOf(position) === "CLOSED";
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
    type === "CASH" ? FIGURES.currentValue(position) : FIGURES.size(position);
  return Number(numerator) / Number(denominator) >= least;
}
