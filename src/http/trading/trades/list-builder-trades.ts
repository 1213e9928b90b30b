/**
 * GET /builder/trades: trades whose taker order carries a builder code. With `builder_code` those of that builder, for
 * anyone; with a builder's key those of its owner; with an API key those in which the caller took part. A bare array with
 * the cursor of what follows in a header; a page when a cursor is sent, or where the dialect's clients read nothing else.
 */
import { Type } from "typebox";
import { isRejection, reject } from "../../../core/rejection.ts";
import type { TradeFilter } from "../../../store/reads/matching-fills.ts";
import type { TradeRecord } from "../../../store/reads/trades.ts";
import { DIFFERENCES } from "../../dialects/dialect-differences.ts";
import type { Dialect } from "../../dialects/dialect.ts";
import { endpoint } from "../../endpoint.ts";
import { TRADING_LIMITS } from "../../guard/rate-limits.ts";
import { rowsOf } from "../../large/rows.ts";
import { cursorAt, END_CURSOR } from "../cursor.ts";
import { TRADES } from "../groups.ts";
import { ACCOUNT_PAGE, PageOf } from "../listing-page.ts";
import { builderCode } from "./builder-code.ts";
import { builderTradeAnswer, builderTradeSchema } from "./builder-trade-record.ts";
import { readTradeFilter, TradeQuery } from "./trade-filter.ts";
import { readFills, tradePage } from "./trade-page.ts";

const alwaysPages = (dialect: Dialect): boolean => DIFFERENCES.builderTrades.does[dialect] === "page";

export const listBuilderTrades = endpoint({
  method: "GET",
  path: "/builder/trades",
  summary: "List trades attributed to a builder",
  group: TRADES,
  limits: [TRADING_LIMITS.trades],
  refuses: [],
  access: "key-or-code",
  query: Type.Object({
    ...TradeQuery,
    builder_code: Type.Optional(
      Type.String({
        description: "Builder code, 0x and 64 hex digits; without it, the trades of the caller's key",
      }),
    ),
  }),
  answer: (dialect) => {
    const Trade = builderTradeSchema(dialect);
    const Page = PageOf(Trade);
    return alwaysPages(dialect) ? Page : Type.Union([Type.Array(Trade), Page]);
  },
  rows: ACCOUNT_PAGE,
  handle: async ({ context, dialect, query, builder, caller }) => {
    const filter = readTradeFilter(query, context.engine.exchange);
    if (isRejection(filter)) return { rejection: filter };
    const code = query.builder_code?.toLowerCase() ?? (builder && builderCode(builder.address));
    if (code !== undefined && !/^0x[0-9a-f]{64}$/.test(code)) {
      return {
        rejection: reject(
          "invalid_payload",
          `builder_code: expected 0x and 64 hex digits, got "${query.builder_code}"`,
        ),
      };
    }
    const scoped: TradeFilter =
      code === undefined
        ? { ...filter, builder: "any", owner: caller?.address }
        : { ...filter, builder: code.slice(2) };
    const view = { dialect, caller: scoped.owner, settlements: context.settlements };
    const show = (trade: TradeRecord) => builderTradeAnswer(trade, view);
    const listing = { dialect, filter: scoped, show };
    if (query.next_cursor !== undefined || alwaysPages(dialect))
      return tradePage(context, listing, query.next_cursor);
    const rows = await readFills(context, scoped, { offset: 0, limit: ACCOUNT_PAGE + 1 });
    const next = rows.length > ACCOUNT_PAGE ? cursorAt(ACCOUNT_PAGE) : END_CURSOR;
    return { body: rowsOf(rows.slice(0, ACCOUNT_PAGE), show), headers: { "x-next-cursor": next } };
  },
});
