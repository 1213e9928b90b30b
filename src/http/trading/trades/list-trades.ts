/** GET /data/trades: the caller's trades, newest first; without credentials, where allowed, everybody's. */
import { Type } from "typebox";
import { isRejection } from "../../../core/rejection.ts";
import type { TradeRecord } from "../../../store/reads/trades.ts";
import { endpoint } from "../../endpoint.ts";
import { TRADING_LIMITS } from "../../guard/rate-limits.ts";
import { TRADES } from "../groups.ts";
import { ACCOUNT_PAGE, PageOf } from "../listing-page.ts";
import { INVALID_TRADE_PARAMS } from "../refusal-texts.ts";
import { readTradeFilter, TradeQuery } from "./trade-filter.ts";
import { tradePage } from "./trade-page.ts";
import { tradeAnswer, tradeSchema } from "./trade-record.ts";

export const listTrades = endpoint({
  method: "GET",
  path: "/data/trades",
  summary: "List trades of the caller",
  group: TRADES,
  limits: [TRADING_LIMITS.trades],
  refuses: [],
  texts: [INVALID_TRADE_PARAMS],
  access: "key-or-public",
  query: Type.Object({
    ...TradeQuery,
    taker: Type.Optional(Type.String({ description: "Wallet of the taker" })),
    maker: Type.Optional(Type.String({ description: "Wallet of the maker" })),
  }),
  answer: (dialect) => PageOf(tradeSchema(dialect)),
  rows: ACCOUNT_PAGE,
  handle: async ({ context, dialect, query, caller }) => {
    const filter = readTradeFilter(query, context.engine.exchange);
    if (isRejection(filter)) return { rejection: filter };
    const view = { dialect, caller: caller?.address, settlements: context.settlements };
    const listing = {
      dialect,
      filter: { ...filter, owner: caller?.address },
      show: (trade: TradeRecord) => tradeAnswer(trade, view),
    };
    return tradePage(context, listing, query.next_cursor);
  },
});
