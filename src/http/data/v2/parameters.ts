/** Parameters shared by operations of version 2. */
import { Type } from "typebox";
import { CONDITION_PATTERN } from "../../operation/id-patterns.ts";
import { pageLimit } from "../../operation/page-limit.ts";
import type { ErrorResponse } from "../../operation/error-format.ts";
import { lowerCase } from "../parameters.ts";
import { PERIOD_MEANING } from "../rankings.ts";
import { invalidFieldBecause } from "../refusal.ts";

const MAX_CONDITIONS = 20;
const MAX_EVENT = 2_147_483_647;

export const Conditions = (maximum = MAX_CONDITIONS) =>
  Type.Optional(
    Type.Array(Type.String({ pattern: CONDITION_PATTERN, description: "Condition id" }), {
      maxItems: maximum,
      description: "Condition ids of markets, with commas between them",
    }),
  );

/** Condition ids of markets, under either name. */
export const MARKETS = { condition_id: Conditions(), condition: Conditions() };

export const Events = Type.Optional(
  Type.Array(Type.Integer({ minimum: 1, maximum: MAX_EVENT }), {
    maxItems: MAX_CONDITIONS,
    description: "Ids of events, with commas between them; not together with condition_id",
  }),
);

const MAX_CURSOR = 4_000;

/** Parameters of a paged list. */
export const pageParameters = (bounds: { readonly default: number; readonly maximum: number }) => ({
  limit: pageLimit(bounds),
  cursor: Type.Optional(
    Type.String({ maxLength: MAX_CURSOR, description: "`next_cursor` of the page before" }),
  ),
});

const MAX_SECONDS = 253_402_300_799;

const Bound = (description: string) =>
  Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: MAX_SECONDS,
      description: `${description}, unix seconds; 0 bounds nothing`,
    }),
  );

/** Inclusive bounds of a time. */
export const SPAN = { start: Bound("The earliest"), end: Bound("The latest") };

type Span = { readonly start?: number; readonly end?: number };

/** Converts the bounds to milliseconds: the first inclusive, the second exclusive. */
export const readBounds = ({ start = 0, end = 0 }: Span) => ({
  from: start === 0 ? undefined : start * 1000,
  until: end === 0 ? undefined : (end + 1) * 1000,
});

type MarketsQuery = {
  readonly condition_id?: readonly string[];
  readonly condition?: readonly string[];
  readonly event_id?: readonly number[];
};

export type AskedMarkets = {
  /** Lower case, without duplicates. */
  readonly conditionIds: readonly string[] | undefined;
  readonly eventIds: readonly number[] | undefined;
};

/** Reads the markets that a query selects, by one of the parameter names. */
export function readMarkets({
  condition_id,
  condition,
  event_id,
}: MarketsQuery): AskedMarkets | ErrorResponse {
  const given = [condition_id, condition, event_id].filter((one) => one !== undefined);
  if (given.length > 1) {
    const name = event_id === undefined ? "condition" : "event_id";
    return invalidFieldBecause(name, "expected one of condition_id, condition and event_id, got several");
  }
  const conditionIds = (condition_id ?? condition)?.map(lowerCase);
  return { conditionIds: conditionIds && [...new Set(conditionIds)], eventIds: event_id };
}

export const Choice = <Name extends string>(names: readonly Name[], description: string) =>
  Type.Optional(Type.Enum([...names], { description }));

export const Period = Type.Enum(["day", "week", "month", "all"], {
  default: "day",
  description: PERIOD_MEANING,
});

export const Wallet = Type.String({ description: "Lower case" });

/** Blank profile field: wallets have no profiles. */
export const NoText = Type.Literal("");
