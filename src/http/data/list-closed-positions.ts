/** GET /closed-positions: a page of the positions that a wallet gave up. */
import { Type } from "typebox";
import { listClosedPositions as listStored } from "../../store/reads/positions.ts";
import { onlyIn, variedIn } from "../dialects/dialect-parameters.ts";
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
import { CLOSED_ORDERS } from "./position-order.ts";
import { readPositions } from "./position-page.ts";
import { closedRecord } from "./position-record.ts";
import { closedPositionSchema } from "./position-schema.ts";
import { invalidField } from "./refusal.ts";

export const listClosedPositions = uncodedOperation({
  method: "GET",
  path: "/closed-positions",
  summary: "List the positions that a wallet gave up",
  group: POSITIONS,
  limits: [DATA_LIMITS.closedPositions],
  query: Type.Object({
    user: User,
    market: Type.Optional(ConditionIds),
    eventId: EventIds,
    title: Title,
    sizeThreshold: onlyIn(
      ["kuest"],
      Type.Optional(Threshold({}, "Shares that were bought at least; a closed position has none")),
    ),
    // Kuest's site stops at the first page that is shorter than it asked for.
    limit: variedIn({ kuest: Limit({ default: 10, maximum: 500 }) }, Limit({ default: 10, maximum: 50 })),
    offset: Offset({ maximum: 100_000 }),
    sortBy: Type.Enum(CLOSED_ORDERS, {
      default: "REALIZEDPNL",
      description: "PRICE is by curPrice; equal ones go by condition id and outcome",
    }),
    sortDirection: SortDirection,
  }),
  answer: (dialect) => Type.Array(closedPositionSchema(dialect)),
  maxAgeSeconds: 1,
  handle: async ({ context, dialect, query }) => {
    const { user, market, eventId: eventIds, title, limit, offset } = query;
    if (market !== undefined && eventIds !== undefined) return invalidField("eventId");
    const wallet = lowerCase(user);
    const filter = {
      wallet,
      conditionIds: market?.map(lowerCase),
      eventIds,
      leastBought: query.sizeThreshold && leastLots(query.sizeThreshold),
    };
    const shown = await readPositions(
      { context, dialect },
      { wallet, title, order: query.sortBy, direction: query.sortDirection, offset, limit },
      (sql, texts) => listStored(sql, { ...filter, ...texts }),
    );
    return { body: rowsOf(shown, closedRecord) };
  },
});
