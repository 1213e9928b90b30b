import { testScenarios } from "../support/scenarios.ts";
import type { Row } from "../support/scenarios.ts";

const CANCELS: readonly Row[] = [
  [
    "a cancel frees what the order holds, once",
    `
    given alice $100
    alice BUY yes 0.60 x 10 GTC
    cancel alice#1 => alice#1 loses 10 by-owner
    alice: $100
    cancel alice#1 => refused order_not_found
    `,
  ],
  [
    "nobody cancels what belongs to another, nor what does not exist or is filled",
    `
    given alice $100
    given bob $0, 50 sets
    alice BUY yes 0.60 x 10 GTC
    cancel alice#1 by bob => refused order_not_found
    cancel alice#9 => refused order_not_found
    bob SELL yes 0.60 x 4 GTC
    cancel alice#1 => alice#1 loses 6 by-owner
    bob SELL yes 0.60 x 1 GTC
    alice BUY yes 0.60 x 1 GTC
    cancel bob#2 => refused order_not_found
    cancel alice#2 => refused order_not_found
    `,
  ],
  [
    "the owner of a contract wallet cancels for it",
    `
    given safe $100 owner zoe
    safe BUY yes 0.60 x 10 GTC
    cancel safe#1 by safe => refused order_not_found
    cancel safe#1 by zoe => safe#1 loses 10 by-owner
    `,
  ],
];

const STATES: readonly Row[] = [
  [
    "a pause keeps resting orders, takes no new ones, and takes cancels",
    `
    given alice $100, 50 sets
    given bob $100
    alice SELL yes 0.60 x 10 GTC
    alice SELL yes 0.70 x 10 GTC
    pause => paused
    pause => nothing
    bob BUY yes 0.60 x 10 GTC => refused market_paused
    cancel alice#2 => alice#2 loses 10 by-owner
    split alice 1
    merge alice 1
    resume => active
    resume => nothing
    bob BUY yes 0.60 x 10 GTC => complementary 10 @ 0.6 alice#1
    `,
  ],
  [
    "orders of a paused market still expire",
    `
    given alice $100
    alice BUY yes 0.60 x 10 GTD 5000
    pause
    at 5000
    expire => alice#1 loses 10 expired
    `,
  ],
  [
    "a resolution cancels every order in the same step",
    `
    given alice $100, 50 sets
    given bob $100, 50 sets
    alice SELL yes 0.60 x 10 GTC
    bob   BUY  yes 0.50 x 10 GTD 9000
    resolve 1/0 => bob#1 loses 10 market-resolved; alice#1 loses 10 market-resolved; resolved 1/0
    alice: $100, 50 yes, 50 no
    bob: $100, 50 yes, 50 no
    book
    bob BUY yes 0.50 x 1 GTC => refused market_closed
    split alice 1 => refused market_closed
    merge alice 1 => refused market_closed
    pause => refused market_closed
    resume => refused market_closed
    resolve 0/1 => refused market_already_resolved
    at 9000
    expire => nothing
    `,
  ],
  [
    "a market can be resolved while paused, and not before it opened",
    `
    pause
    resolve 1/0 => resolved 1/0
    list name later draft
    resolve 0/1 later => refused market_not_open
    `,
  ],
];

const PAYOUTS: readonly Row[] = [
  [
    "1/0 pays the first outcome",
    `
    given alice $100
    given bob $100
    alice BUY yes 0.60 x 10 GTC
    bob   BUY no  0.40 x 10 GTC
    redeem alice => refused market_not_resolved
    resolve 1/0
    redeem alice => pays $10
    redeem alice => refused nothing_to_redeem
    redeem bob => pays $0
    alice: $104
    bob: $96
    `,
  ],
  [
    "0/1 pays the second outcome",
    `
    given alice $100
    given bob $100
    alice BUY yes 0.60 x 10 GTC
    bob   BUY no  0.40 x 10 GTC
    resolve 0/1
    redeem alice => pays $0
    redeem bob => pays $10
    alice: $94
    bob: $106
    `,
  ],
  [
    "half and half pays half a unit for each share, to the lot",
    `
    given alice $100
    given bob $100
    alice BUY yes 0.60 x 0.01 GTC
    bob   BUY no  0.40 x 0.01 GTC
    resolve 1/1
    redeem alice => pays $0.005
    redeem bob => pays $0.005
    alice: $99.999
    bob: $100.001
    `,
  ],
  [
    "both outcomes of one wallet are redeemed together",
    `
    given alice $0, 10 sets
    given bob $100
    alice SELL yes 0.60 x 4 GTC
    bob BUY yes 0.60 x 4 GTC
    resolve 1/1
    redeem alice => pays $8
    redeem bob => pays $2
    alice: $10.4
    `,
  ],
  [
    "collateral of a redemption can be spent at once in another market",
    `
    given alice $0, 10 sets
    list name other active
    resolve 1/0
    split alice 1 other => refused insufficient_balance
    redeem alice
    split alice 10 other => sets-split
    `,
  ],
];

const SETS: readonly Row[] = [
  [
    "a split takes one dollar for a share of each outcome, a merge gives it back",
    `
    given alice $10
    split alice 2.5 => sets-split
    alice: $7.5, 2.5 yes, 2.5 no
    merge alice 1.5 => sets-merged
    alice: $9, 1 yes, 1 no
    `,
  ],
  [
    "held collateral cannot be split, held shares cannot be merged",
    `
    given alice $10, 5 sets
    alice BUY  yes 0.50 x 10 GTC
    alice SELL no  0.90 x 2 GTC
    split alice 5.01 => refused insufficient_balance
    merge alice 3.01 => refused insufficient_balance
    merge alice 3 => sets-merged
    split alice 8 => sets-split
    split alice 0.01 => refused insufficient_balance
    `,
  ],
  [
    "a merge needs both outcomes",
    `
    given alice $0, 5 sets
    given bob $10
    alice SELL no 0.50 x 5 GTC
    bob BUY no 0.50 x 5 GTC
    merge alice 0.01 => refused insufficient_balance
    `,
  ],
  [
    "nothing is split or merged for nothing, or less",
    `
    given alice $10, 5 sets
    split alice 0 => refused invalid_amounts
    merge alice 0 => refused invalid_amounts
    credit alice $0 => refused invalid_amounts
    `,
  ],
  [
    "a draft takes no sets, so that it can still be listed as open",
    `
    given alice $10
    list name later draft => draft tick 0.01
    split alice 1 later => refused market_not_open
    merge alice 1 later => refused market_not_open
    pause later => refused market_not_open
    resume later => refused market_not_open
    list name later active => active tick 0.01
    split alice 1 later => sets-split
    `,
  ],
];

testScenarios(CANCELS);
testScenarios(STATES);
testScenarios(PAYOUTS);
testScenarios(SETS);
