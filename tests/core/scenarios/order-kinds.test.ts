import { testScenarios } from "../support/scenarios.ts";
import type { Row } from "../support/scenarios.ts";

const RESTING: readonly Row[] = [
  [
    "GTC rests with what is left, and holds exactly that",
    `
    given alice $0, 50 sets
    given bob $100
    alice SELL yes 0.55 x 4 GTC
    bob   BUY  yes 0.60 x 10 GTC  => complementary 4 @ 0.55 alice#1; rests 6
    bob: $97.8 (holds $3.6), 4 yes
    book
    | 6 bob | 0.60 | |
    `,
  ],
  [
    "a resting sell holds its shares, a resting buy its collateral",
    `
    given alice $10, 5 sets
    alice SELL yes 0.70 x 5 GTC
    alice BUY  yes 0.20 x 50 GTC
    alice: $10 (holds $10), 5 yes (holds 5), 5 no
    alice BUY  yes 0.20 x 0.01 GTC => refused insufficient_balance
    alice SELL yes 0.70 x 0.01 GTC => refused insufficient_balance
    cancel alice#1
    alice: $10 (holds $10), 5 yes, 5 no
    cancel alice#2
    alice: $10, 5 yes, 5 no
    `,
  ],
  [
    "GTD lives until the millisecond of its expiration, and not longer",
    `
    given alice $100
    alice BUY yes 0.60 x 10 GTD 5000 => rests 10
    at 4999
    expire => nothing
    at 5000
    expire => alice#1 loses 10 expired
    expire => nothing
    alice: $100
    book
    `,
  ],
  [
    "what expires together goes soonest first, then in time order",
    `
    given alice $100
    alice BUY yes 0.10 x 1 GTD 7000
    alice BUY yes 0.20 x 1 GTD 5000
    alice BUY yes 0.30 x 1 GTD 9000
    alice BUY yes 0.40 x 1 GTD 5000
    at 8000
    expire => alice#2 loses 1 expired; alice#4 loses 1 expired; alice#1 loses 1 expired
    book
    | 1 alice | 0.30 | |
    `,
  ],
  [
    "a filled or cancelled GTD order does not expire",
    `
    given alice $100
    given bob $0, 50 sets
    alice BUY yes 0.60 x 1 GTD 5000
    alice BUY yes 0.50 x 1 GTD 5000
    bob SELL yes 0.60 x 1 FOK
    cancel alice#2
    at 6000
    expire => nothing
    `,
  ],
  [
    "a GTC order with an expiration expires too",
    `
    given alice $100
    alice BUY yes 0.60 x 10 GTC 5000
    at 5000
    expire => alice#1 loses 10 expired
    `,
  ],
  [
    "post-only rests when it does not cross",
    `
    given alice $0, 50 sets
    given bob $100
    alice SELL yes 0.60 x 10 GTC post-only => rests 10
    bob   BUY  yes 0.59 x 10 GTD 9000 post-only => rests 10
    `,
  ],
  [
    "post-only is refused when it would take, complements included",
    `
    given alice $100, 50 sets
    given bob $100, 50 sets
    alice SELL yes 0.60 x 10 GTC
    bob   BUY  yes 0.60 x 10 GTC post-only => refused post_only_crosses
    bob   SELL no  0.40 x 10 GTC post-only => refused post_only_crosses
    bob   SELL no  0.41 x 10 GTC post-only => rests 10
    alice BUY  no  0.41 x 10 GTC post-only => refused post_only_crosses
    book
    |        | 0.60 | 10 alice |
    | 10 bob | 0.59 |          |
    `,
  ],
];

const IMMEDIATE: readonly Row[] = [
  [
    "FOK fills completely",
    `
    given alice $0, 50 sets
    given bob $100
    alice SELL yes 0.55 x 4 GTC
    alice SELL yes 0.60 x 6 GTC
    bob BUY yes $5.8 @ 0.60 FOK => complementary 4 @ 0.55 alice#1; complementary 6 @ 0.6 alice#2
    bob: $94.2, 10 yes
    `,
  ],
  [
    "FOK that the book cannot fill within its limit does nothing",
    `
    given alice $0, 50 sets
    given bob $100
    alice SELL yes 0.55 x 4 GTC
    alice SELL yes 0.61 x 6 GTC
    bob BUY yes $6 @ 0.60 FOK => killed fok_not_filled
    bob: $100
    book
    |  | 0.61 | 6 alice |
    |  | 0.55 | 4 alice |
    `,
  ],
  [
    "a FOK sell fills completely or not at all",
    `
    given alice $100
    given bob $0, 50 sets
    alice BUY yes 0.60 x 4 GTC
    bob SELL yes 0.50 x 4.01 FOK => killed fok_not_filled
    bob SELL yes 0.50 x 4 FOK => complementary 4 @ 0.6 alice#1
    `,
  ],
  [
    "FAK fills what there is and gives up the rest",
    `
    given alice $0, 50 sets
    given bob $100
    alice SELL yes 0.60 x 4 GTC
    bob BUY yes $6 @ 0.60 FAK => complementary 4 @ 0.6 alice#1; loses 6 not-filled
    bob: $97.6, 4 yes
    book
    `,
  ],
  [
    "a FAK sell fills what there is and gives up the rest",
    `
    given alice $100
    given bob $0, 50 sets
    alice BUY no 0.60 x 4 GTC
    bob SELL no 0.50 x 10 FAK => complementary 4 @ 0.6 alice#1; loses 6 not-filled
    bob: $2.4, 50 yes, 46 no
    `,
  ],
  [
    "FAK without a match is refused",
    `
    given bob $100
    bob BUY yes $6 @ 0.60 FAK => killed fak_not_matched
    bob: $100
    `,
  ],
  [
    "the expiration of FOK and FAK is ignored",
    `
    given alice $0, 50 sets
    given bob $100
    alice SELL yes 0.60 x 4 GTC
    bob BUY yes $0.60 @ 0.60 FOK 1 => complementary 1 @ 0.6 alice#1
    bob BUY yes $0.60 @ 0.60 FAK 1000 => complementary 1 @ 0.6 alice#1
    `,
  ],
  [
    "the minimum size is for resting orders, not for market orders",
    `
    given alice $0, 50 sets
    given bob $100
    alice SELL yes 0.60 x 4.99 GTC => refused size_below_minimum
    alice SELL yes 0.60 x 5 GTC => rests 5
    bob BUY yes $0.006 @ 0.60 FAK => complementary 0.01 @ 0.6 alice#2
    bob SELL yes 0.01 x 0.01 FOK => killed fok_not_filled
    bob BUY yes 0.01 x 4.99 GTD 9000 => refused size_below_minimum
    `,
    { minimumLots: 500 },
  ],
];

const BUDGETS: readonly Row[] = [
  [
    "a budget buys more shares at better prices",
    `
    given alice $0, 50 sets
    given bob $100
    alice SELL yes 0.40 x 20 GTC
    bob BUY yes $6 @ 0.60 FOK => complementary 15 @ 0.4 alice#1
    bob: $94, 15 yes
    `,
  ],
  [
    "filled means that what remains cannot buy one more lot: the rest of the budget stays",
    `
    given alice $0, 50 sets
    given bob $100
    alice SELL yes 0.60 x 20 GTC
    bob BUY yes $1.003 @ 0.60 FOK => complementary 1.67 @ 0.6 alice#1
    bob: $98.998, 1.67 yes
    `,
  ],
  [
    "what is left is counted at the limit, so a cheap book can end a FOK early",
    `
    given alice $0, 50 sets
    given bob $100
    alice SELL yes 0.40 x 1 GTC
    bob BUY yes $0.405 @ 0.60 FOK => complementary 1 @ 0.4 alice#1
    bob: $99.6, 1 yes
    `,
  ],
  [
    "while a lot at the limit is left, FOK is not filled",
    `
    given alice $0, 50 sets
    given bob $100
    alice SELL yes 0.40 x 1 GTC
    bob BUY yes $0.406 @ 0.60 FOK => killed fok_not_filled
    bob BUY yes $0.406 @ 0.60 FAK => complementary 1 @ 0.4 alice#1; loses 0.01 not-filled
    `,
  ],
  [
    "what cannot buy a lot at the limit still buys a cheaper one",
    `
    given alice $0, 50 sets
    given bob $100
    alice SELL yes 0.30 x 1 GTC
    alice SELL yes 0.40 x 1 GTC
    bob BUY yes $0.305 @ 0.60 FOK => complementary 1 @ 0.3 alice#1; complementary 0.01 @ 0.4 alice#2
    `,
  ],
  [
    "a budget for a mint spends one less the resting price",
    `
    given alice $100
    given bob $1
    alice BUY yes 0.75 x 10 GTC
    bob BUY no $1 @ 0.25 FOK => mint 4 @ 0.25 alice#1
    bob: $0, 4 no
    `,
  ],
  [
    "a budget needs the whole of it to be there, though better prices would spend less",
    `
    given alice $0, 50 sets
    given bob $1
    alice SELL yes 0.10 x 1 GTC
    bob BUY yes $1.01 @ 0.60 FAK => refused insufficient_balance
    bob BUY yes $1 @ 0.60 FAK => complementary 1 @ 0.1 alice#1; loses 1.5 not-filled
    bob: $0.9, 1 yes
    `,
  ],
];

testScenarios(RESTING);
testScenarios(IMMEDIATE);
testScenarios(BUDGETS);
