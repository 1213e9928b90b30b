/** GET /activity: a page of a wallet's activity. */
import { SERVICES } from "../dialects/dialect.ts";
import { Type } from "typebox";
import { ACTIVITY_KINDS, listActivity as readActivity } from "../../store/reads/activity.ts";
import type { ActivityKind } from "../../store/reads/activity.ts";
import { onlyIn } from "../dialects/dialect-parameters.ts";
import { CONDITION_PATTERN } from "../id-patterns.ts";
import { uncodedOperation } from "../uncoded-operation.ts";
import { Choice, EventIds, readSpan, Seconds, SIDES } from "./activity-parameters.ts";
import { activityRecord } from "./activity-record.ts";
import { activityRows } from "./activity-rows.ts";
import { Activity } from "./activity-schema.ts";
import { ACTIVITY } from "./groups.ts";
import { ConditionIds, Limit, lowerCase, Offset, User } from "./parameters.ts";
import { invalidField } from "./refusal.ts";
import { ONLY_INTERFACE_LIMIT } from "../guard/rate-limits.ts";

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

/** One market by the names that Kuest's site gives its condition id. */
const SiteMarket = onlyIn(
  ["kuest"],
  Type.Optional(
    Type.String({ pattern: CONDITION_PATTERN, description: "Condition id; as market with one of them" }),
  ),
);

/** Parameters that the services' clients send. */
const filters = {
  market: onlyIn(SERVICES, Type.Optional(ConditionIds)),
  marketId: SiteMarket,
  conditionId: SiteMarket,
  eventId: EventIds,
  type: onlyIn(
    SERVICES,
    Type.Optional(
      Type.Array(Type.Enum(Object.keys(TYPES)), {
        description: "Types, with commas between them; those that the exchange has none of find none",
      }),
    ),
  ),
  start: onlyIn(SERVICES, Seconds("The earliest")),
  end: onlyIn(SERVICES, Seconds("The latest")),
  side: onlyIn(SERVICES, Choice(SIDES, "Only trades that bought, or that sold")),
  sortBy: onlyIn(
    SERVICES,
    Choice(["TIMESTAMP", "TOKENS", "CASH"], "By time unless given, by size or by usdcSize"),
  ),
  sortDirection: onlyIn(SERVICES, Choice(["ASC", "DESC"], "Descending unless given")),
  excludeDepositsWithdrawals: onlyIn(
    ["polymarket"],
    Type.Boolean({ default: true, description: "false is refused: GET /v2/activity has them" }),
  ),
};

export const listActivity = uncodedOperation({
  method: "GET",
  path: "/activity",
  summary: "List what a wallet did",
  group: ACTIVITY,
  limits: ONLY_INTERFACE_LIMIT,
  query: Type.Object({
    user: User,
    limit: Limit({ default: 100, maximum: 500 }),
    offset: Offset({ maximum: 10_000 }),
    ...filters,
  }),
  answer: Type.Array(Activity, { description: "Newest first: a row for each fill of an own order, too" }),
  maxAgeSeconds: 1,
  handle: async ({ context, dialect, query }) => {
    const { eventId: eventIds, type, side, limit, offset } = query;
    const conditionIds = readMarkets(query);
    if (conditionIds !== undefined && eventIds !== undefined) return invalidField("eventId");
    if (query.excludeDepositsWithdrawals === false) return invalidField("excludeDepositsWithdrawals");
    const rows = await readActivity(await context.adHocSql(), {
      filter: {
        wallet: lowerCase(query.user),
        conditionIds,
        eventIds,
        side,
        ...readSpan(query),
        failed: context.settlements?.listFailed(),
      },
      kinds: type === undefined ? ACTIVITY_KINDS : type.flatMap((name) => TYPES[name] ?? []),
      order: { by: ORDERS[query.sortBy ?? "TIMESTAMP"], ascending: query.sortDirection === "ASC" },
      offset,
      limit,
    });
    return { body: await activityRows(rows, activityRecord, { context, dialect }) };
  },
});

type AskedMarkets = {
  readonly market?: readonly string[];
  readonly marketId?: string;
  readonly conditionId?: string;
};

/** Ids in lower case that are asked for by each name that is given; `undefined` are all. */
function readMarkets({ market, marketId, conditionId }: AskedMarkets): string[] | undefined {
  const byName = [market, ...[marketId, conditionId].map((id) => (id === undefined ? id : [id]))];
  const [first, ...others] = byName.filter((ids) => ids !== undefined).map((ids) => ids.map(lowerCase));
  return first?.filter((id) => others.every((ids) => ids.includes(id)));
}
