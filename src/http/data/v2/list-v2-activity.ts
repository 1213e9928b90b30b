/** GET /v2/activity: everything that a wallet did, in a walk that new rows do not shift. */
import { isRefused } from "../../refusal-form.ts";
import { Type } from "typebox";
import type { Context } from "../../../context.ts";
import { listWalletHistory } from "../../../store/reads/activity.ts";
import type { ActivityKind, TransferKind } from "../../../store/reads/activity.ts";
import { findMarketDescriptions } from "../../../store/catalog/market-descriptions.ts";
import type { Dialect } from "../../dialects/dialect.ts";
import { rowsOf } from "../../large/rows.ts";
import type { Rows } from "../../large/rows.ts";
import { SIDES } from "../activity-parameters.ts";
import { activityRecord } from "../activity-record.ts";
import { V2_WALLETS } from "../groups.ts";
import { lowerCase, User } from "../parameters.ts";
import { activityOf, transferOf, V2Activity } from "./activity-schema.ts";
import { activityPage, readActivityPlace } from "./activity-walk.ts";
import type { WalkedRow } from "./activity-walk.ts";
import { Page, pageBody } from "./envelope.ts";
import { badCursor } from "./page-cursor.ts";
import { Choice, Events, MARKETS, pageParameters, readBounds, readMarkets, SPAN } from "./parameters.ts";
import { v2Operation } from "./v2-operation.ts";
import { ONLY_INTERFACE_LIMIT } from "../../guard/rate-limits.ts";

type Kind = ActivityKind | TransferKind;

/** Types that clients may ask for, and the kinds of them; wallets have nothing of the others. */
const TYPES: Readonly<Record<string, readonly Kind[]>> = {
  TRADE: ["trade"],
  SPLIT: ["split"],
  MERGE: ["merge"],
  REDEEM: ["redemption"],
  CONVERSION: ["conversion"],
  DEPOSIT: ["deposit"],
  WITHDRAWAL: ["withdrawal", "debit"],
  REWARD: [],
  MAKER_REBATE: [],
  TAKER_REBATE: [],
  REFERRAL_REWARD: [],
  YIELD: [],
  MIGRATION: [],
  TIP: [],
};

const TRANSFERS: ReadonlySet<Kind> = new Set(["deposit", "withdrawal", "debit"]);

type Choices = { readonly type?: readonly string[]; readonly exclude_deposits_withdrawals: boolean };

function kindsOf({ type = Object.keys(TYPES), exclude_deposits_withdrawals: without }: Choices): Kind[] {
  const kinds = [...new Set(type)].flatMap((name) => TYPES[name] ?? []);
  return without ? kinds.filter((kind) => !TRANSFERS.has(kind)) : kinds;
}

export const listV2Activity = v2Operation({
  path: "/v2/activity",
  summary: "List what a wallet did, version 2",
  group: V2_WALLETS,
  limits: ONLY_INTERFACE_LIMIT,
  query: Type.Object({
    user: User,
    ...MARKETS,
    event_id: Events,
    type: Type.Optional(
      Type.Array(Type.Enum(Object.keys(TYPES)), {
        description: "Types, with commas between them; those that the exchange has none of find none",
      }),
    ),
    side: Choice(SIDES, "Only trades that bought, or that sold"),
    sort_direction: Type.Enum(["ASC", "DESC"], { default: "DESC", description: "By time" }),
    ...SPAN,
    exclude_deposits_withdrawals: Type.Boolean({
      default: true,
      description: "false lists deposits and withdrawals, too",
    }),
    ...pageParameters({ default: 100, maximum: 1000 }),
  }),
  answer: Page(V2Activity, "A row for each fill of an own order, too"),
  maxAgeSeconds: 1,
  handle: async ({ context, dialect, query }) => {
    const markets = readMarkets(query);
    if (isRefused(markets)) return markets;
    const { user, side, sort_direction: direction, limit } = query;
    const walk = `activity.${direction}`;
    const after = readActivityPlace(query.cursor, walk);
    if (after === "refused") return badCursor(query.cursor);
    const found = await listWalletHistory(await context.adHocSql(), {
      filter: {
        wallet: lowerCase(user),
        ...markets,
        side,
        ...readBounds(query),
        failed: context.settlements?.listFailed(),
      },
      kinds: kindsOf(query),
      order: { by: "time", ascending: direction === "ASC" },
      after,
      offset: 0,
      limit: limit + 1,
    });
    const { rows, next } = activityPage({ walk, limit, found }, after);
    return { body: pageBody(await shownRows(rows, context, dialect), { limit, next }) };
  },
});

async function shownRows(
  rows: readonly WalkedRow[],
  { adHocSql, names }: Pick<Context, "adHocSql" | "names">,
  dialect: Dialect,
): Promise<Rows> {
  const numbers = rows.flatMap(({ market }) => market ?? []);
  const markets = await findMarketDescriptions(await adHocSql(), numbers);
  return rowsOf(rows, (row) => {
    if (row.market === null) return transferOf(row, names);
    const market = markets.get(row.market);
    if (market === undefined) throw new Error(`market ${row.market} has no description`);
    return activityOf(activityRecord({ row, market, dialect, names }));
  });
}
