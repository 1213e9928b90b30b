/** Differences in how orders and trades are written, on the trading interface and on `/ws/user`. */
import type { Difference } from "./difference.ts";

export const RECORD_DIFFERENCES = {
  listedOutcomes: {
    interface: "trading",
    topic: "`assets_ids` and `outcomes` of a market, beside `tokens`",
    spec: "lists",
    polymarket: "left out, since readers of its catalog take `outcomes` for a list in a text",
    kuest: "lists",
    does: { spec: "listed", polymarket: "left-out", kuest: "listed" },
  },
  orderStatus: {
    interface: "trading",
    topic: "`status` of an order record",
    spec: "lower case: `live`, `matched`, `canceled`",
    polymarket: "upper case: `LIVE`, `MATCHED`, `CANCELED`",
    kuest: "lower case: `live`, `matched`, `canceled`",
    does: { spec: "lower-case", polymarket: "upper-case", kuest: "lower-case" },
  },
  orderTimes: {
    interface: "trading",
    topic: "`created_at` and `updated_at` of an order record",
    spec: "unix seconds",
    polymarket: "unix seconds",
    kuest: "ISO 8601, milliseconds",
    does: { spec: "seconds", polymarket: "seconds", kuest: "iso" },
  },
  owners: {
    interface: "trading",
    topic: "`owner` of orders and trades, with `maker_orders`",
    spec: "the API key, a UUID",
    polymarket: "the API key, a UUID",
    kuest: "the same 128 bits as a ULID",
    does: { spec: "uuid", polymarket: "uuid", kuest: "ulid" },
  },
  hiddenOwners: {
    interface: "trading",
    topic: "`owner` of orders and trades that are shown without it",
    spec: "blank",
    polymarket: "the UUID of zeros",
    kuest: "blank",
    does: { spec: "blank", polymarket: "zero", kuest: "blank" },
  },
  tradeUnits: {
    interface: "trading",
    topic: "a trade, also on `/ws/user`, and its id wherever one is named but in GET /ledger",
    spec: "a fill, with one maker order",
    polymarket:
      "all fills of a taker order at its placement, at their average price cut to six decimals, with all maker orders; its id is the first one's",
    kuest: "a fill, with one maker order",
    does: { spec: "fill", polymarket: "execution", kuest: "fill" },
  },
  tradeRoles: {
    interface: "trading",
    topic: "the caller's role in a trade",
    spec: "`type` and `trader_side`",
    polymarket: "`trader_side`, which all of its clients read",
    kuest: "`trader_side`, for which a typed client takes `type` too, but not both",
    does: { spec: "both", polymarket: "trader-side", kuest: "trader-side" },
  },
  times: {
    interface: "trading",
    topic: "`match_time`, `last_update` of trades; `time` of ledger entries and of the solvency proof",
    spec: "ISO 8601, milliseconds",
    polymarket: "unix seconds as text",
    kuest: "unix seconds as text",
    does: { spec: "iso", polymarket: "seconds", kuest: "seconds" },
  },
  matchTimes: {
    interface: "streams",
    topic: "when a trade of `/ws/user` was made",
    spec: "`match_time` and `matchtime`",
    polymarket: "`match_time` and `matchtime`",
    kuest: "`matchtime`, for which a typed client takes `match_time` too, but not both",
    does: { spec: "both", polymarket: "both", kuest: "matchtime" },
  },
} as const satisfies { readonly [name: string]: Difference };
