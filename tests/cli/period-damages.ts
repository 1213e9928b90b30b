/** Damages of the tables of which profits of the past are made. */
import { more, one } from "./damages.ts";
import type { Damage } from "./damages.ts";

export const PERIOD_DAMAGES: readonly Damage[] = [
  [
    "a changed shown price",
    [`update shown_prices set price = 1 where ${one("shown_prices", "price > 1")}`],
    /shown price of market \d in period \d+: price is 1, by the journal \d+/,
  ],
  [
    "a missing shown price",
    [`delete from shown_prices where ${one("shown_prices")}`],
    /shown price of market \d in period \d+: it is not in the table/,
  ],
  [
    "a shown price too many",
    ["insert into shown_prices values (4, 1, 100)"],
    /shown price of market 4 in period 1: it is in the table/,
  ],
  more(
    "position_history",
    "lots",
    /position of account \d in outcome \d of market \d in period \d+: lots is \d+/,
  ),
  [
    "a missing position of the past",
    [`delete from position_history where ${one("position_history")}`],
    /position of account \d in outcome \d of market \d in period \d+: it is not in the table/,
  ],
  [
    "a position of the past too many",
    ["insert into position_history values (1, 4, 0, 1, 7, 0, 0)"],
    /position of account 1 in outcome 0 of market 4 in period 1: it is in the table/,
  ],
];
