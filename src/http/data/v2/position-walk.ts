/**
 * Walks over a wallet's positions in order of a figure. A cursor names the figure, the market, the outcome and the account of the last
 * row: a position whose figure stays is met once, whatever trades meanwhile.
 */
import type { PricedPosition } from "../position-order.ts";
import { FIGURES } from "../position-figures.ts";
import type { Refused } from "../../refusal-form.ts";
import { invalidFieldBecause } from "../refusal.ts";
import { badCursor, cutPage, decodeCursor, encodeCursor } from "./page-cursor.ts";
import type { CursorPlace, CutPage } from "./page-cursor.ts";

type Key = (position: PricedPosition) => bigint;

/** Numerators of one denominator each. */
const KEYS = {
  CURRENT_VALUE: (position) => FIGURES.currentValue(position).numerator,
  PRICE: ({ halfTicks }) => BigInt(halfTicks),
  TOKENS: ({ lots }) => BigInt(lots),
  UNREALIZED_PNL: (position) => FIGURES.cashPnl(position).numerator,
  REALIZED_PNL: ({ realized }) => BigInt(realized),
  TOTAL_PNL: (position) => FIGURES.totalPnl(position).numerator,
  TIMESTAMP: ({ changedAt }) => BigInt(changedAt),
} as const satisfies Readonly<Record<string, Key>>;

export type V2Sort = keyof typeof KEYS;
export const V2_SORTS = [
  "CURRENT_VALUE",
  "PRICE",
  "TOKENS",
  "UNREALIZED_PNL",
  "REALIZED_PNL",
  "TOTAL_PNL",
  "TIMESTAMP",
] as const satisfies readonly V2Sort[];

export const V2_STATUSES = ["OPEN", "REDEEMABLE", "REDEEMABLE_LOST", "MERGEABLE", "CLOSED"] as const;
export type V2Status = (typeof V2_STATUSES)[number];

/** The order of a walk, which all of its pages have in common. */
export type PositionWalk = {
  readonly status: V2Status;
  readonly sort: V2Sort;
  readonly direction: "ASC" | "DESC";
  /** Figure, market, outcome and account of the row that the page follows. */
  readonly after: CursorPlace | undefined;
};

type WalkQuery = {
  readonly status?: V2Status;
  readonly sort_by?: V2Sort;
  readonly sort_direction?: "ASC" | "DESC";
  readonly cursor?: string;
};

const WIDTH = 4;

/** The walk that a query begins or goes on with. Its cursor says the order; a query that says another one is refused. */
export function readPositionWalk(query: WalkQuery): PositionWalk | Refused {
  const { cursor } = query;
  const found = cursor === undefined ? undefined : decodeCursor(cursor);
  const [name, status, sort, direction] = found?.walk.split(".") ?? [];
  const walk = {
    status: V2_STATUSES.find((one) => one === status) ?? query.status ?? "OPEN",
    sort: V2_SORTS.find((one) => one === sort) ?? query.sort_by ?? "CURRENT_VALUE",
    direction: direction === "ASC" || direction === "DESC" ? direction : (query.sort_direction ?? "DESC"),
  };
  if (cursor === undefined) return { ...walk, after: undefined };
  if (name === undefined || found?.walk !== nameOf(walk) || found.place.length !== WIDTH)
    return badCursor(cursor);
  return differing(query, walk) ?? { ...walk, after: found.place };
}

type Order = Omit<PositionWalk, "after">;

const nameOf = ({ status, sort, direction }: Order): string => `positions.${status}.${sort}.${direction}`;

/** Refuses a parameter that says something else than the cursor. */
function differing(query: WalkQuery, { status, sort, direction }: Order): Refused | undefined {
  const said = [
    ["status", query.status, status],
    ["sort_by", query.sort_by, sort],
    ["sort_direction", query.sort_direction, direction],
  ] as const;
  const wrong = said.find(([, given, walked]) => given !== undefined && given !== walked);
  if (wrong === undefined) return undefined;
  const [name, given, walked] = wrong;
  return invalidFieldBecause(name, `expected ${walked}, which cursor goes on with, or none, got ${given}`);
}

/** The page of these positions that the walk asks for. */
export function pageOfPositions(
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
    .sort((a, b) => comparePlaces(a.place, b.place, walk.direction));
  const { after } = walk;
  const left =
    after === undefined
      ? places
      : places.filter(({ place }) => comparePlaces(place, after, walk.direction) > 0);
  const { rows, next } = cutPage(left, limit, ({ place }) => encodeCursor(nameOf(walk), place));
  return { rows: rows.map(({ position }) => position), next };
}

/** Equal figures go by market, outcome and account, whatever the direction. */
function comparePlaces(a: CursorPlace, b: CursorPlace, direction: "ASC" | "DESC"): number {
  const differs = a.findIndex((number, index) => number !== b[index]);
  const [first, second] = [a[differs], b[differs]];
  if (first === undefined || second === undefined) return 0;
  const ascending = first < second ? -1 : 1;
  return differs === 0 && direction === "DESC" ? -ascending : ascending;
}
