/** GET /v2/trades: fills of all wallets or of one, newest first, in a walk that new ones do not shift. */
import { isRefused } from "../../refusal-form.ts";
import { Type } from "typebox";
import type { Outcome } from "../../../core/state.ts";
import { listFills } from "../../../store/reads/activity.ts";
import { DATA_LIMITS } from "../../guard/rate-limits.ts";
import { SIDES } from "../activity-parameters.ts";
import { tradeRecord } from "../activity-record.ts";
import { activityRows } from "../activity-rows.ts";
import { V2_WALLETS } from "../groups.ts";
import { lowerCase, User } from "../parameters.ts";
import { invalidFieldBecause } from "../refusal.ts";
import { tradeOf, V2Trade } from "./activity-schema.ts";
import { activityPage, readActivityPlace } from "./activity-walk.ts";
import { Page, pageBody } from "./envelope.ts";
import { badCursor } from "./page-cursor.ts";
import { Choice, Events, MARKETS, pageParameters, readBounds, readMarkets, SPAN } from "./parameters.ts";
import { v2Operation } from "./v2-operation.ts";

const WALK = "trades";

export const listV2Trades = v2Operation({
  path: "/v2/trades",
  summary: "List trades, version 2",
  group: V2_WALLETS,
  limits: [DATA_LIMITS.trades],
  query: Type.Object({
    user: Type.Optional(User),
    ...MARKETS,
    event_id: Events,
    side: Choice(SIDES, "Only rows that bought, or that sold"),
    outcome_index: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 1,
        description: "Only rows of the first outcome of their markets, or of the second",
      }),
    ),
    taker_only: Type.Boolean({
      default: true,
      description: "One row of each fill, the incoming order's; false adds the resting order's",
    }),
    filter_type: Choice(["CASH", "TOKENS"], "Meaning of filter_amount: collateral, or shares unless given"),
    filter_amount: Type.Optional(Type.Number({ minimum: 0, description: "The least amount" })),
    ...SPAN,
    ...pageParameters({ default: 100, maximum: 1000 }),
  }),
  answer: Page(V2Trade, "Newest first"),
  maxAgeSeconds: 1,
  handle: async ({ context, dialect, query }) => {
    const { user, side, taker_only: takerOnly, filter_type: type, filter_amount: amount, limit } = query;
    const markets = readMarkets(query);
    if (isRefused(markets)) return markets;
    if (type !== undefined && amount === undefined)
      return invalidFieldBecause("filter_type", "expected filter_amount with it, got none");
    const after = readActivityPlace(query.cursor, WALK);
    if (after === "refused") return badCursor(query.cursor);
    const least = amount === undefined ? undefined : String(amount);
    const found = await listFills(await context.adHocSql(), {
      filter: {
        wallet: user && lowerCase(user),
        ...markets,
        side,
        outcome: outcomeOf(query.outcome_index),
        ...readBounds(query),
        leastSize: type === "CASH" ? undefined : least,
        leastCash: type === "CASH" ? least : undefined,
        failed: context.settlements?.listFailed(),
      },
      parties: takerOnly ? ["taker"] : ["taker", "maker"],
      after,
      offset: 0,
      limit: limit + 1,
    });
    const { rows, next } = activityPage({ walk: WALK, limit, found }, after);
    const data = await activityRows(rows, (row) => tradeOf(tradeRecord(row)), { context, dialect });
    return { body: pageBody(data, { limit, next }) };
  },
});

const outcomeOf = (index: number | undefined): Outcome | undefined =>
  index === undefined ? undefined : index === 0 ? 0 : 1;
