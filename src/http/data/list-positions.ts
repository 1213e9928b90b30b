/** GET /positions: a page of a wallet's open positions. */
import { Type } from "typebox";
import { listCurrentPositions } from "../../store/reads/positions.ts";
import { DIFFERENCES } from "../dialects/dialect-differences.ts";
import { DATA_LIMITS } from "../guard/rate-limits.ts";
import { rowsOf } from "../large/rows.ts";
import { uncodedOperation } from "../uncoded-operation.ts";
import { EventIds } from "./activity-parameters.ts";
import { POSITIONS } from "./groups.ts";
import { leastLots } from "./least-lots.ts";
import {
  ConditionIds,
  Limit,
  lowerCase,
  Offset,
  SortDirection,
  Threshold,
  Title,
  User,
} from "./parameters.ts";
import { CURRENT_ORDERS } from "./position-order.ts";
import { readPositions } from "./position-page.ts";
import { currentRecord } from "./position-record.ts";
import { currentPositionSchema } from "./position-schema.ts";
import { invalidField } from "./refusal.ts";

const Claim = (description: string) =>
  Type.Optional(
    Type.Boolean({
      description: `${description}; false filters nothing, in the Polymarket dialect for the others`,
    }),
  );

export const listPositions = uncodedOperation({
  method: "GET",
  path: "/positions",
  summary: "List the positions of a wallet",
  group: POSITIONS,
  limits: [DATA_LIMITS.positions],
  query: Type.Object({
    user: User,
    market: Type.Optional(ConditionIds),
    eventId: EventIds,
    sizeThreshold: Threshold(
      { default: 1 },
      "Shares that a position has at least; those without are never listed",
    ),
    redeemable: Claim("true lists only positions of markets that paid out"),
    mergeable: Claim("true lists only positions that can be merged"),
    limit: Limit({ default: 100, maximum: 500 }),
    offset: Offset({ maximum: 10_000 }),
    sortBy: Type.Enum(CURRENT_ORDERS, {
      default: "TOKENS",
      description:
        "RESOLVING is by endDate, what has none as the last to end; equal ones go by condition id and outcome",
    }),
    sortDirection: SortDirection,
    title: Title,
  }),
  answer: (dialect) => Type.Array(currentPositionSchema(dialect)),
  maxAgeSeconds: 1,
  handle: async ({ context, dialect, query }) => {
    const { user, market, eventId: eventIds, title, limit, offset } = query;
    if (market !== undefined && eventIds !== undefined) return invalidField("eventId");
    const wallet = lowerCase(user);
    // Only there does an explicit false say anything.
    const strictly = (claim: boolean | undefined) =>
      claim === true || DIFFERENCES.falseClaims.does[dialect] === "filter" ? claim : undefined;
    const filter = {
      wallet,
      conditionIds: market?.map(lowerCase),
      eventIds,
      leastLots: leastLots(query.sizeThreshold),
      redeemable: strictly(query.redeemable),
      mergeable: strictly(query.mergeable),
    };
    const shown = await readPositions(
      { context, dialect },
      { wallet, title, order: query.sortBy, direction: query.sortDirection, offset, limit },
      (sql, texts) => listCurrentPositions(sql, { ...filter, ...texts }),
    );
    return { body: rowsOf(shown, currentRecord) };
  },
});
