/** GET /activity: a page of a wallet's activity. */
import { Type } from "typebox";
import { ACTIVITY_KINDS, listActivity as readActivity } from "../../store/reads/activity.ts";
import type { ActivityKind } from "../../store/reads/activity.ts";
import { onlyIn } from "../dialects/dialect-parameters.ts";
import { uncodedOperation } from "../uncoded-operation.ts";
import { Choice, EventIds, readSpan, Seconds, SIDES } from "./activity-parameters.ts";
import { activityRecord } from "./activity-record.ts";
import { activityRows } from "./activity-rows.ts";
import { Activity } from "./activity-schema.ts";
import { ACTIVITY } from "./groups.ts";
import { ConditionIds, Limit, lowerCase, Offset, User } from "./parameters.ts";
import { invalidField } from "./refusal.ts";

/** Kinds of activity that clients may ask for, and their names here; no other kind happens to wallets' shares. */
const TYPES: Readonly<Record<string, ActivityKind | undefined>> = {
  TRADE: "trade",
  SPLIT: "split",
  MERGE: "merge",
  REDEEM: "redemption",
  CONVERSION: "conversion",
  REWARD: undefined,
  MAKER_REBATE: undefined,
  TAKER_REBATE: undefined,
  REFERRAL_REWARD: undefined,
  YIELD: undefined,
  DEPOSIT: undefined,
  WITHDRAWAL: undefined,
  MIGRATION: undefined,
  TIP: undefined,
};

const ORDERS = { TIMESTAMP: "time", TOKENS: "size", CASH: "cash" } as const;

const POLYMARKET = ["polymarket"] as const;

/** Parameters that only Polymarket's clients send. */
const filters = {
  market: onlyIn(POLYMARKET, Type.Optional(ConditionIds)),
  eventId: EventIds,
  type: onlyIn(
    POLYMARKET,
    Type.Optional(
      Type.Array(Type.Enum(Object.keys(TYPES)), {
        description: "Types, with commas between them; those that the exchange has none of find none",
      }),
    ),
  ),
  start: onlyIn(POLYMARKET, Seconds("The earliest")),
  end: onlyIn(POLYMARKET, Seconds("The latest")),
  side: onlyIn(POLYMARKET, Choice(SIDES, "Only trades that bought, or that sold")),
  sortBy: onlyIn(
    POLYMARKET,
    Choice(["TIMESTAMP", "TOKENS", "CASH"], "By time unless given, by size or by usdcSize"),
  ),
  sortDirection: onlyIn(POLYMARKET, Choice(["ASC", "DESC"], "Descending unless given")),
  excludeDepositsWithdrawals: onlyIn(
    POLYMARKET,
    Type.Boolean({ default: true, description: "false is refused: GET /v2/activity has them" }),
  ),
};

export const listActivity = uncodedOperation({
  method: "GET",
  path: "/activity",
  summary: "List what a wallet did",
  group: ACTIVITY,
  limits: [],
  query: Type.Object({
    user: User,
    limit: Limit({ default: 100, maximum: 500 }),
    offset: Offset({ maximum: 10_000 }),
    ...filters,
  }),
  answer: Type.Array(Activity, { description: "Newest first: a row for each fill of an own order, too" }),
  maxAgeSeconds: 1,
  handle: async ({ context, dialect, query }) => {
    const { market, eventId: eventIds, type, side, limit, offset } = query;
    if (market !== undefined && eventIds !== undefined) return invalidField("eventId");
    if (query.excludeDepositsWithdrawals === false) return invalidField("excludeDepositsWithdrawals");
    const rows = await readActivity(await context.adHocSql(), {
      filter: {
        wallet: lowerCase(query.user),
        conditionIds: market?.map(lowerCase),
        eventIds,
        side,
        ...readSpan(query),
      },
      kinds: type === undefined ? ACTIVITY_KINDS : type.flatMap((name) => TYPES[name] ?? []),
      order: { by: ORDERS[query.sortBy ?? "TIMESTAMP"], ascending: query.sortDirection === "ASC" },
      offset,
      limit,
    });
    return { body: await activityRows(rows, activityRecord, { context, dialect }) };
  },
});
