/** GET /trades: fills of all wallets or of one, newest first, a page of them. */
import { Type } from "typebox";
import { listFills } from "../../store/reads/activity.ts";
import { DATA_LIMITS } from "../guard/rate-limits.ts";
import { uncodedOperation } from "../uncoded-operation.ts";
import { Choice, EventIds, readSpan, Seconds, SIDES } from "./activity-parameters.ts";
import { tradeRecord } from "./activity-record.ts";
import { activityRows } from "./activity-rows.ts";
import { tradeSchema } from "./activity-schema.ts";
import { ACTIVITY } from "./groups.ts";
import { ConditionIds, Limit, lowerCase, Offset, User } from "./parameters.ts";
import { invalidField } from "./refusal.ts";
import { readTradeCursor, tradeCursor } from "./trade-cursor.ts";

export const listTrades = uncodedOperation({
  method: "GET",
  path: "/trades",
  summary: "List trades",
  group: ACTIVITY,
  limits: [DATA_LIMITS.trades],
  query: Type.Object({
    user: Type.Optional(User),
    market: Type.Optional(ConditionIds),
    eventId: EventIds,
    side: Choice(SIDES, "Only rows that bought, or that sold"),
    takerOnly: Type.Boolean({
      default: true,
      description: "One row of each fill, the incoming order's; false adds the resting order's",
    }),
    filterType: Choice(["CASH", "TOKENS"], "What filterAmount is compared with: usdcSize, or size"),
    filterAmount: Type.Optional(
      Type.Number({ minimum: 0, description: "The least amount; only with filterType" }),
    ),
    start: Seconds("The earliest"),
    end: Seconds("The latest"),
    limit: Limit({ default: 100, maximum: 10_000 }),
    offset: Offset({ maximum: 10_000 }),
    ...tradeCursor,
  }),
  answer: (dialect) => Type.Array(tradeSchema(dialect)),
  maxAgeSeconds: 1,
  handle: async ({ context, dialect, query }) => {
    const {
      user,
      market,
      eventId: eventIds,
      side,
      takerOnly,
      filterType,
      filterAmount,
      limit,
      offset,
    } = query;
    if (filterType !== undefined && filterAmount === undefined) return invalidField("filterAmount");
    if (filterType === undefined && filterAmount !== undefined) return invalidField("filterType");
    if (market !== undefined && eventIds !== undefined) return invalidField("eventId");
    const sql = await context.adHocSql();
    const after = await readTradeCursor(sql, query);
    if (after !== undefined && "status" in after) return after;
    const least = filterAmount === undefined ? undefined : String(filterAmount);
    const rows = await listFills(sql, {
      filter: {
        wallet: user && lowerCase(user),
        conditionIds: market?.map(lowerCase),
        eventIds,
        side,
        ...readSpan(query),
        leastSize: filterType === "TOKENS" ? least : undefined,
        leastCash: filterType === "CASH" ? least : undefined,
        failed: context.settlements?.listFailed(),
      },
      parties: takerOnly ? ["taker"] : ["taker", "maker"],
      after,
      offset,
      limit,
    });
    return { body: await activityRows(rows, tradeRecord, { context, dialect }) };
  },
});
