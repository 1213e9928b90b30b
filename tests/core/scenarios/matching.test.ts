import { testScenarios } from "../support/scenarios.ts";
import type { Row } from "../support/scenarios.ts";

const MATCHES: readonly Row[] = [
  [
    "complementary: a buy meets a resting sell of the same token",
    `
    given alice $100, 50 sets
    given bob $100
    alice SELL yes 0.60 x 10 GTC  => rests 10
    bob   BUY  yes 0.60 x 10 GTC  => complementary 10 @ 0.6 alice#1
    alice: $106, 40 yes, 50 no
    bob: $94, 10 yes
    last trade: BUY 0.6 at 1000
    book
    `,
  ],
  [
    "complementary: a sell meets a resting buy of the same token",
    `
    given alice $100
    given bob $0, 50 sets
    alice BUY  yes 0.60 x 10 GTC  => rests 10
    bob   SELL yes 0.60 x 10 GTC  => complementary 10 @ 0.6 alice#1
    alice: $94, 10 yes
    bob: $6, 40 yes, 50 no
    last trade: SELL 0.6 at 1000
    `,
  ],
  [
    "complementary on the other outcome, seen from it",
    `
    given alice $100
    given bob $0, 50 sets
    alice BUY  no 0.30 x 10 GTC  => rests 10
    book
    |    | 0.70 | 10 alice |
    bob   SELL no 0.25 x 4 GTC   => complementary 4 @ 0.3 alice#1
    alice: $98.8 (holds $1.8), 4 no
    bob: $1.2, 50 yes, 46 no
    last trade: BUY 0.7 at 1000
    `,
  ],
  [
    "mint: a buy of one outcome meets a buy of the other, and a set is made",
    `
    given alice $100
    given bob $100
    alice BUY yes 0.60 x 10 GTC  => rests 10
    bob   BUY no  0.40 x 10 GTC  => mint 10 @ 0.4 alice#1
    alice: $94, 10 yes
    bob: $96, 10 no
    last trade: SELL 0.6 at 1000
    book
    `,
  ],
  [
    "mint, mirrored: the resting buy is for the second outcome",
    `
    given alice $100
    given bob $100
    alice BUY no  0.40 x 10 GTC  => rests 10
    bob   BUY yes 0.60 x 10 GTC  => mint 10 @ 0.6 alice#1
    alice: $96, 10 no
    bob: $94, 10 yes
    last trade: BUY 0.6 at 1000
    `,
  ],
  [
    "a mint needs prices that sum to one",
    `
    given alice $100
    given bob $100
    alice BUY yes 0.60 x 10 GTC
    bob   BUY no  0.39 x 10 GTC  => rests 10
    book
    |          | 0.61 | 10 bob |
    | 10 alice | 0.60 |        |
    `,
  ],
  [
    "merge: a sell of one outcome meets a sell of the other, and a set is unmade",
    `
    given alice $0, 50 sets
    given bob $0, 50 sets
    alice SELL yes 0.60 x 10 GTC  => rests 10
    bob   SELL no  0.40 x 10 GTC  => merge 10 @ 0.4 alice#1
    alice: $6, 40 yes, 50 no
    bob: $4, 50 yes, 40 no
    last trade: BUY 0.6 at 1000
    book
    `,
  ],
  [
    "merge, mirrored: the resting sell is of the second outcome",
    `
    given alice $0, 50 sets
    given bob $0, 50 sets
    alice SELL no  0.40 x 10 GTC  => rests 10
    bob   SELL yes 0.60 x 10 GTC  => merge 10 @ 0.6 alice#1
    alice: $4, 50 yes, 40 no
    bob: $6, 40 yes, 50 no
    last trade: SELL 0.6 at 1000
    `,
  ],
  [
    "a merge needs prices that sum to one or less",
    `
    given alice $0, 50 sets
    given bob $0, 50 sets
    alice SELL yes 0.60 x 10 GTC
    bob   SELL no  0.41 x 10 GTC  => rests 10
    book
    |        | 0.60 | 10 alice |
    | 10 bob | 0.59 |          |
    `,
  ],
  [
    "one order can match in both ways, whichever is next in the book",
    `
    given alice $0, 50 sets
    given bob $100
    given carol $100
    alice SELL yes 0.60 x 3 GTC
    bob   BUY  no  0.40 x 4 GTC
    alice SELL yes 0.61 x 5 GTC
    book
    |    | 0.61 | 5 alice         |
    |    | 0.60 | 3 alice, 4 bob  |
    carol BUY yes 0.61 x 10 GTC  => complementary 3 @ 0.6 alice#1; mint 4 @ 0.6 bob#1; complementary 3 @ 0.61 alice#2
    book
    |    | 0.61 | 2 alice |
    carol: $93.97, 10 yes
    bob: $98.4, 4 no
    `,
  ],
];

const PRIORITY: readonly Row[] = [
  [
    "a buyer keeps the improvement: it pays the resting price",
    `
    given alice $0, 50 sets
    given bob $100
    alice SELL yes 0.55 x 10 GTC
    bob   BUY  yes 0.60 x 10 GTC  => complementary 10 @ 0.55 alice#1
    bob: $94.5, 10 yes
    alice: $5.5, 40 yes, 50 no
    `,
  ],
  [
    "a seller keeps the improvement: it gets the resting price",
    `
    given alice $100
    given bob $0, 50 sets
    alice BUY  yes 0.60 x 10 GTC
    bob   SELL yes 0.55 x 10 GTC  => complementary 10 @ 0.6 alice#1
    bob: $6, 40 yes, 50 no
    `,
  ],
  [
    "the incoming buy of a mint pays one less the resting price",
    `
    given alice $100
    given bob $100
    alice BUY yes 0.60 x 10 GTC
    bob   BUY no  0.55 x 10 GTC  => mint 10 @ 0.4 alice#1
    alice: $94, 10 yes
    bob: $96, 10 no
    `,
  ],
  [
    "the incoming sell of a merge gets one less the resting price",
    `
    given alice $0, 50 sets
    given bob $0, 50 sets
    alice SELL yes 0.30 x 10 GTC
    bob   SELL no  0.50 x 10 GTC  => merge 10 @ 0.7 alice#1
    alice: $3, 40 yes, 50 no
    bob: $7, 50 yes, 40 no
    `,
  ],
  [
    "better prices come first, whenever they were placed",
    `
    given alice $0, 50 sets
    given bob $100
    alice SELL yes 0.62 x 1 GTC
    alice SELL yes 0.60 x 1 GTC
    alice SELL yes 0.61 x 1 GTC
    bob   BUY  yes 0.61 x 3 GTC  => complementary 1 @ 0.6 alice#2; complementary 1 @ 0.61 alice#3; rests 1
    book
    |       | 0.62 | 1 alice |
    | 1 bob | 0.61 |         |
    `,
  ],
  [
    "earlier orders of a price come first, and a partial fill keeps its place",
    `
    given alice $100
    given bob $100
    given carol $0, 50 sets
    alice BUY  yes 0.60 x 10 GTC
    bob   BUY  yes 0.60 x 10 GTC
    alice BUY  yes 0.60 x 5 GTC
    carol SELL yes 0.60 x 4 GTC  => complementary 4 @ 0.6 alice#1
    book
    | 6 alice, 10 bob, 5 alice | 0.60 | |
    carol SELL yes 0.60 x 8 GTC  => complementary 6 @ 0.6 alice#1; complementary 2 @ 0.6 bob#1
    book
    | 8 bob, 5 alice | 0.60 | |
    `,
  ],
  [
    "a cancelled order in the middle of a price leaves the others in place",
    `
    given alice $100
    given bob $100
    given carol $0, 50 sets
    alice BUY yes 0.60 x 1 GTC
    bob   BUY yes 0.60 x 2 GTC
    alice BUY yes 0.60 x 3 GTC
    cancel bob#1 => bob#1 loses 2 by-owner
    book
    | 1 alice, 3 alice | 0.60 | |
    bob   BUY yes 0.60 x 2 GTC
    carol SELL yes 0.60 x 5 GTC  => complementary 1 @ 0.6 alice#1; complementary 3 @ 0.6 alice#2; complementary 1 @ 0.6 bob#2
    bob: $99.4 (holds $0.6), 1 yes
    `,
  ],
  [
    "orders at the ends of the price range match to the unit",
    `
    given alice $0, 50 sets
    given bob $1
    alice SELL yes 0.9999 x 0.01 GTC  => rests 0.01
    bob   BUY  yes 0.9999 x 0.01 GTC  => complementary 0.01 @ 0.9999 alice#1
    bob   BUY  no  0.0001 x 0.01 GTC  => rests 0.01
    alice BUY  yes 0.9999 x 0.01 FAK  => mint 0.01 @ 0.9999 bob#2
    alice: $0, 50 yes, 50 no
    bob: $0.99, 0.01 yes, 0.01 no
    `,
    { tick: 1 },
  ],
];

/** Amounts that no random history of the simulation reaches. */
const EXTREMES: readonly Row[] = [
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

testScenarios(MATCHES);
testScenarios(PRIORITY);
testScenarios(EXTREMES);
