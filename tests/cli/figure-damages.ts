/** Damages of the figures by day, of markets and of accounts. */
import { more, one } from "./damages.ts";
import type { Damage } from "./damages.ts";

const MARKET = "figures of market \\d on day \\d+";
const ACCOUNT = "figures of account \\d on day \\d+";

const changed = (table: string, place: string, columns: readonly string[]): Damage[] =>
  columns.map((column) =>
    more(table, column, new RegExp(`${place}: ${column} is \\d+, by the journal \\d+`)),
  );

export const FIGURE_DAMAGES: readonly Damage[] = [
  ...changed("market_figures", MARKET, ["trades", "volume", "fees"]),
  ...changed("account_figures", ACCOUNT, [
    "opened",
    "trades",
    "fills",
    "volume",
    "fees",
    "deposits",
    "withdrawals",
  ]),
  ...changed("account_market_days", "sums of account \\d in market \\d on day \\d+", [
    "taker_trades",
    "taker_volume",
    "fees",
  ]),
  [
    "missing figures of a market",
    [`delete from market_figures where ${one("market_figures")}`],
    new RegExp(`${MARKET}: it is not in the table`),
  ],
  [
    "figures of a market too many",
    ["insert into market_figures values (20000, 1, 1, 1, 1)"],
    /figures of market 1 on day 20000: it is in the table, and not in the journal/,
  ],
  [
    "missing figures of an account",
    [`delete from account_figures where ${one("account_figures")}`],
    new RegExp(`${ACCOUNT}: it is not in the table`),
  ],
  [
    "figures of an account too many",
    ["insert into account_figures values (20000, 1, 0, 1, 1, 1, 0, 0, 0)"],
    /figures of account 1 on day 20000: it is in the table, and not in the journal/,
  ],
];
