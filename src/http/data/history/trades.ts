/** GET /trades, in both versions: fills of all wallets or of one, newest first. */
import { Type } from "typebox";
import type { Outcome } from "../../../core/state.ts";
import { normalizeCondition } from "../../../core/markets/market-version.ts";
import { listFills } from "../../../store/reads/activity.ts";
import type { FillRow, PlacedActivity } from "../../../store/reads/activity.ts";
import { findFillCursor, tradeId, tradeNumber } from "../../../store/reads/fills.ts";
import type { ActivityCursor, Party } from "../../../store/reads/fills.ts";
import type { Sql } from "../../../store/sql/database.ts";
import { DIFFERENCES } from "../../dialects/dialect-differences.ts";
import { onlyIn } from "../../dialects/dialect-parameters.ts";
import { inEachDialect } from "../../dialects/dialect.ts";
import { DATA_LIMITS } from "../../guard/rate-limits.ts";
import { uncodedOperation } from "../../operation/endpoint.ts";
import { isErrorResponse } from "../../operation/error-format.ts";
import type { ErrorResponse } from "../../operation/error-format.ts";
import { pick, redescribe, omit, fieldsOf, recordOf } from "../../operation/record.ts";
import type { Fields } from "../../operation/record.ts";
import {
  COMMON,
  PROFILE,
  TEXTS,
  cutActivityPage,
  buildActivityRows,
  toNearestNumber,
  readActivityCursor,
} from "./activity.ts";
import type { ShownActivity } from "./activity.ts";
import { ACTIVITY, V2_WALLETS } from "../groups.ts";
import {
  Choice,
  ConditionIds,
  EventIds,
  Limit,
  Offset,
  SIDES,
  Seconds,
  User,
  toLowerCase,
  readSpan,
} from "../parameters.ts";
import { invalidField, invalidFieldBecause, missingField } from "../refusal.ts";
import {
  Events,
  MARKET_IDS,
  Page,
  SPAN,
  badCursor,
  inVersion2,
  buildPageBody,
  pageParameters,
  readBounds,
  readMarketIds,
  v2Operation,
} from "../version-2.ts";

// Row ids of GET /trades, and the cursor that Kuest's site makes of a page's last row.

/** Builds a row id: the trade's id and the party's role, since each party has its own row. */
const buildFillId = ({ number, role }: Pick<PlacedActivity, "number" | "role">): string =>
  `${tradeId(number)}.${role === 1 ? "taker" : "maker"}`;

const MAX_ID = 100;

const tradeCursor = {
  cursorTimestamp: onlyIn(["kuest"], Seconds("timestamp of the row that the page follows")),
  cursorId: onlyIn(
    ["kuest"],
    Type.Optional(Type.String({ maxLength: MAX_ID, description: "id of that row" })),
  ),
  cursorUser: onlyIn(
    ["kuest"],
    Type.Optional({ ...User, description: "proxyWallet of that row; the three belong together" }),
  ),
};

type GivenCursor = {
  readonly cursorTimestamp?: number;
  readonly cursorId?: string;
  readonly cursorUser?: string;
};

const NAMES = ["cursorTimestamp", "cursorId", "cursorUser"] as const;

/** Finds the row after which the page begins, which must match all three parameters. `undefined` without a cursor. */
async function readTradeCursor(
  sql: Sql,
  cursor: GivenCursor,
): Promise<ActivityCursor | ErrorResponse | undefined> {
  const { cursorTimestamp, cursorId, cursorUser } = cursor;
  if (NAMES.every((name) => cursor[name] === undefined)) return undefined;
  if (cursorTimestamp === undefined) return missingField("cursorTimestamp");
  if (cursorId === undefined) return missingField("cursorId");
  if (cursorUser === undefined) return missingField("cursorUser");
  const named = readFillId(cursorId);
  const found = named && (await findFillCursor(sql, named.no, named.party));
  if (found === undefined) return invalidField("cursorId");
  if (Math.floor(found.at / 1000) !== cursorTimestamp) return invalidField("cursorTimestamp");
  return found.wallet === toLowerCase(cursorUser) ? found.place : invalidField("cursorUser");
}

function readFillId(id: string): { readonly no: number; readonly party: Party } | undefined {
  const [trade = "", role, ...rest] = id.split(".");
  const no = tradeNumber(trade);
  if (no === undefined || rest.length > 0 || (role !== "taker" && role !== "maker")) return undefined;
  return { no, party: role };
}

// Records of trades.

type ShownFill = ShownActivity & { readonly row: FillRow };

/** Description of the id of a trade's row. */
export const FILL_ID = "Id of the trade, a point, and taker or maker";

/** Fields of a trade in all dialects and versions. */
const TRADE_FIELDS: Fields<ShownFill> = {
  ...fieldsOf<ShownFill>()({
    id: [Type.String({ description: FILL_ID }), ({ row }) => buildFillId(row)],
    proxyWallet: COMMON.proxyWallet,
    side: [Type.Enum(["BUY", "SELL"]), ({ row }) => row.side ?? "BUY"],
  }),
  ...pick(COMMON, "asset", "conditionId", "size", "price", "timestamp"),
  ...fieldsOf<ShownFill>()({
    usdcSize: [
      Type.Number({ description: "Collateral: size x price exactly" }),
      ({ row }) => toNearestNumber(row.cash),
    ],
  }),
  ...TEXTS,
  ...pick(COMMON, "outcome", "outcomeIndex"),
  ...PROFILE,
  transactionHash: COMMON.transactionHash,
};

/** Trades by dialect. */
export const TRADE_RECORDS = inEachDialect((dialect) =>
  recordOf(
    omit(
      TRADE_FIELDS,
      ...(DIFFERENCES.tradeRows.does[dialect] === "with-ids" ? [] : ["id"]),
      ...(DIFFERENCES.tradeCash.does[dialect] === "left-out" ? ["usdcSize"] : []),
    ),
  ),
);

const V2_TRADE_RECORD = recordOf(
  redescribe(inVersion2(omit(TRADE_FIELDS, "id", "usdcSize")), {
    token_id: Type.String({ description: "Decimal" }),
  }),
);

/** GET /trades: fills of all wallets or of one, newest first, in pages. */
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
      Type.Number({ minimum: 0, description: "The least amount, in USDC or shares as filterType says" }),
    ),
    start: Seconds("The earliest"),
    end: Seconds("The latest"),
    limit: Limit({ default: 100, maximum: 10_000 }),
    offset: Offset({ maximum: 10_000 }),
    ...tradeCursor,
  }),
  answer: (dialect) => Type.Array(TRADE_RECORDS[dialect].schema),
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
        wallet: user && toLowerCase(user),
        conditionIds: market?.map(normalizeCondition),
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
    return { body: await buildActivityRows(rows, TRADE_RECORDS[dialect].write, { context, dialect }) };
  },
});

const WALK = "trades";

/** GET /v2/trades: fills of all wallets or of one, newest first, in pages that new fills do not shift. */
export const listV2Trades = v2Operation({
  path: "/v2/trades",
  summary: "List trades, version 2",
  group: V2_WALLETS,
  limits: [DATA_LIMITS.trades],
  query: Type.Object({
    user: Type.Optional(User),
    ...MARKET_IDS,
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
    filter_amount: Type.Optional(
      Type.Number({
        minimum: 0,
        description: "The least amount, in USDC or shares as the filter's type says",
      }),
    ),
    ...SPAN,
    ...pageParameters({ default: 100, maximum: 1000 }),
  }),
  answer: Page(V2_TRADE_RECORD.schema, "Newest first"),
  maxAgeSeconds: 1,
  handle: async ({ context, dialect, query }) => {
    const { user, side, taker_only: takerOnly, filter_type: type, filter_amount: amount, limit } = query;
    const markets = readMarketIds(query);
    if (isErrorResponse(markets)) return markets;
    if (type !== undefined && amount === undefined)
      return invalidFieldBecause("filter_type", "expected filter_amount with it, got none");
    const after = readActivityCursor(query.cursor, WALK);
    if (after === "refused") return badCursor(query.cursor);
    const least = amount === undefined ? undefined : String(amount);
    const found = await listFills(await context.adHocSql(), {
      filter: {
        wallet: user && toLowerCase(user),
        ...markets,
        side,
        outcome: parseOutcome(query.outcome_index),
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
    const { rows, next } = cutActivityPage({ walk: WALK, limit, found }, after);
    const data = await buildActivityRows(rows, V2_TRADE_RECORD.write, { context, dialect });
    return { body: buildPageBody(data, { limit, next }) };
  },
});

const parseOutcome = (index: number | undefined): Outcome | undefined =>
  index === undefined ? undefined : index === 0 ? 0 : 1;
