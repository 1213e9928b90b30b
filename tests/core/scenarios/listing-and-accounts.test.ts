import { testScenarios } from "../support/scenarios.ts";
import type { Row } from "../support/scenarios.ts";

const LISTINGS: readonly Row[] = [
  [
    "an untouched market takes new terms",
    `
    given alice $100
    list tick 0.001 minimum 5 active => active tick 0.001
    alice BUY yes 0.605 x 4.99 GTC => refused size_below_minimum
    alice BUY yes 0.605 x 5 GTC => rests 5
    `,
  ],
  [
    "a market with an order keeps its terms until the order is gone",
    `
    given alice $100
    alice BUY yes 0.60 x 1 GTC
    list tick 0.001 draft => active tick 0.01
    cancel alice#1
    list tick 0.001 draft => active tick 0.001
    list tick 0.01 closed => resolved tick 0.01
    alice BUY yes 0.60 x 1 GTC => refused market_closed
    `,
  ],
  [
    "a market with shares keeps its terms until they are merged",
    `
    given alice $0, 1 sets
    list tick 0.1 archived => active tick 0.01
    merge alice 1
    list tick 0.1 archived => archived tick 0.1
    split alice 1 => refused market_closed
    alice BUY yes 0.60 x 1 GTC => refused market_closed
    `,
  ],
  [
    "a paused market with orders stays paused",
    `
    given alice $100
    alice BUY yes 0.60 x 1 GTC
    pause
    list active => paused tick 0.01
    `,
  ],
  [
    "a market that was paid out stays resolved, whoever redeemed",
    `
    given alice $100
    given bob $100
    alice BUY yes 0.60 x 10 GTC
    bob   BUY no  0.40 x 10 GTC
    resolve 1/0
    redeem alice => pays $10
    list active => resolved tick 0.01
    list archived => resolved tick 0.01
    bob SELL no 0.10 x 10 GTC => refused market_closed
    redeem bob => pays $0
    bob: $96
    `,
  ],
  [
    "a market can be listed as resolved, with its payout",
    `
    given alice $100
    list name done closed pays 0/1 => resolved tick 0.01
    redeem alice done => refused nothing_to_redeem
    resolve 1/0 done => refused market_already_resolved
    list name closed closed => resolved tick 0.01
    redeem alice closed => refused market_not_resolved
    `,
  ],
  [
    "a pause is not ended by a listing that says open, but a closing one ends it",
    `
    pause
    list active => paused tick 0.01
    list closed pays 1/0 => resolved tick 0.01
    `,
  ],
  [
    "a new tick clears the book's levels, and the book works on",
    `
    given alice $100
    alice BUY yes 0.60 x 1 GTC
    cancel alice#1
    list tick 0.1 active
    alice BUY yes 0.61 x 1 GTC => refused price_off_tick
    alice BUY yes 0.6 x 1 GTC => rests 1
    alice BUY no 0.3 x 1 GTC => rests 1
    book
    |         | 0.70 | 1 alice |
    | 1 alice | 0.60 |         |
    `,
  ],
];

const CONFLICTS: readonly Row[] = [
  ["a token of another market", "list name other tokens m-yes,x => refused listing_conflict"],
  ["the tokens of a market in another order", "list name m tokens m-no,m-yes => refused listing_conflict"],
  ["another token for a known condition", "list name m tokens m-yes,x => refused listing_conflict"],
  ["two other tokens for a known condition", "list name m tokens x,y => refused listing_conflict"],
  ["one token for both outcomes", "list name other tokens x,x => refused listing_conflict"],
  ["a token that is the condition", "list name other tokens other,x => refused listing_conflict"],
];

const ACCOUNTS: readonly Row[] = [
  [
    "opening an account again gives nothing; another owner is refused",
    `
    open alice $5 => account-opened
    open alice $5 => nothing
    alice: $5
    open alice $5 owner bob => refused wallet_taken
    open safe $0 owner alice => account-opened
    safe: $0
    `,
  ],
  [
    "a credit goes to a known account",
    `
    open alice $5
    credit alice $0.000001 => credited
    alice: $5.000001
    credit bob $1 => refused unknown_account
    `,
  ],
  [
    "deposits never pass what the exchange can hold",
    `
    open alice $9007199254.740990 => account-opened
    open bob $0.000002 => refused amount_too_large
    credit alice $0.000002 => refused amount_too_large
    credit alice $0.000001 => credited
    open bob $0 => account-opened
    credit bob $0.000001 => refused amount_too_large
    split alice 9007199254.74 => sets-split
    alice SELL yes 0.01 x 9007199254.74 GTC => rests 9007199254.74
    alice SELL no 0.99 x 9007199254.74 GTC => merge 9007199254.74 @ 0.99 alice#1
    alice: $9007199254.740991
    `,
  ],
  [
    "the largest orders that the wire can carry are held and filled to the unit",
    `
    open alice $90071992.5474
    open bob $8917127262
    alice BUY yes 0.0001 x 900719925474 GTC => rests 900719925474
    alice BUY yes 0.0001 x 0.01 GTC => refused insufficient_balance
    bob BUY no 0.9999 x 8917000000 GTC => mint 8917000000 @ 0.9999 alice#1
    bob: $1018962, 8917000000 no
    alice: $89180292.5474 (holds $89180292.5474), 8917000000 yes
    `,
    { tick: 1 },
  ],
];

const PRICES: readonly Row[] = [
  [
    "a price is recorded with the first order and when it changed",
    `
    given alice $100
    given bob $100
    at 60000
    alice BUY yes 0.50 x 1 GTC
    record => records 0.75 in minute 2
    record => nothing
    bob BUY no 0.40 x 1 GTC
    record => records 0.55 in minute 2
    record => nothing
    at 119999
    alice BUY yes 0.52 x 1 GTC
    record => records 0.56 in minute 2
    at 120000
    record => nothing
    at 180000
    cancel bob#1
    record => records 0.76 in minute 4
    bob BUY no 0.47 x 1 GTC
    record => records 0.525 in minute 4
    `,
  ],
  [
    "a price is the last trade beside a side without orders and a wide spread, and the payout in the end",
    `
    given alice $100
    given bob $100
    at 60000
    alice BUY yes 0.30 x 1 GTC
    bob BUY no 0.70 x 1 GTC
    record => records 0.3 in minute 2
    bob BUY no 0.50 x 1 GTC
    record => nothing
    alice BUY yes 0.40 x 1 GTC
    record => records 0.45 in minute 2
    cancel bob#2
    record => records 0.3 in minute 2
    resolve 1/0
    record => records 1 in minute 2
    record => nothing
    `,
  ],
  [
    "a price that moved and came back within the minute is recorded as it is in the end",
    `
    given alice $100
    given bob $100
    at 60000
    alice BUY yes 0.50 x 1 GTC
    bob BUY no 0.40 x 1 GTC
    record => records 0.55 in minute 2
    alice BUY yes 0.52 x 1 GTC
    record => records 0.56 in minute 2
    cancel alice#2
    record => records 0.55 in minute 2
    at 120000
    record => nothing
    `,
  ],
];

testScenarios(LISTINGS);
testScenarios(CONFLICTS.map(([name, text]) => [`a listing conflicts: ${name}`, text]));
testScenarios(ACCOUNTS);
testScenarios(PRICES);
