import { testScenarios } from "../support/scenarios.ts";
import type { Row } from "../support/scenarios.ts";

const ALLOW = { selfTrade: "allow" } as const;
const CANCEL_RESTING = { selfTrade: "cancel-resting" } as const;
const CANCEL_INCOMING = { selfTrade: "cancel-incoming" } as const;

const ALLOWED: readonly Row[] = [
  [
    "allow: a wallet can fill its own order, and has what it had",
    `
    given alice $100, 50 sets
    alice SELL yes 0.60 x 10 GTC
    alice BUY  yes 0.60 x 4 GTC => complementary 4 @ 0.6 alice#1
    alice: $100, 50 yes (holds 6), 50 no
    `,
    ALLOW,
  ],
  [
    "allow: buying both outcomes from oneself mints a set",
    `
    given alice $100
    alice BUY yes 0.60 x 10 GTC
    alice BUY no  0.45 x 10 GTC => mint 10 @ 0.4 alice#1
    alice: $90, 10 yes, 10 no
    `,
    ALLOW,
  ],
  [
    "allow: selling both outcomes to oneself merges a set",
    `
    given alice $0, 50 sets
    alice SELL yes 0.60 x 10 GTC
    alice SELL no  0.40 x 10 GTC => merge 10 @ 0.4 alice#1
    alice: $10, 40 yes, 40 no
    `,
    ALLOW,
  ],
];

const RESTING_GOES: readonly Row[] = [
  [
    "cancel-resting: the own order is taken out and the walk goes on behind it",
    `
    given alice $100, 50 sets
    given bob $0, 50 sets
    alice SELL yes 0.60 x 10 GTC
    bob   SELL yes 0.60 x 5 GTC
    alice BUY  yes 0.60 x 8 GTC => alice#1 loses 10 self-trade; complementary 5 @ 0.6 bob#1; rests 3
    alice: $97 (holds $1.8), 55 yes, 50 no
    `,
    CANCEL_RESTING,
  ],
  [
    "inc-23: cancel-resting: a buy of the complement meets the own buy",
    `
    given alice $100
    alice BUY yes 0.60 x 10 GTC
    alice BUY no  0.40 x 10 GTC => alice#1 loses 10 self-trade; rests 10
    alice: $100 (holds $4)
    book
    | | 0.60 | 10 alice |
    `,
    CANCEL_RESTING,
  ],
  [
    "inc-23: cancel-resting: two wallets of one owner are one owner",
    `
    given alice $100
    given safe $0, 50 sets owner alice
    safe  SELL yes 0.60 x 10 GTC
    alice BUY  yes 0.60 x 10 GTC => safe#1 loses 10 self-trade; rests 10
    safe: $0, 50 yes, 50 no
    `,
    CANCEL_RESTING,
  ],
  [
    "cancel-resting: own orders that would not be met stay",
    `
    given alice $100, 50 sets
    given bob $0, 50 sets
    bob   SELL yes 0.59 x 5 GTC
    alice SELL yes 0.60 x 10 GTC
    alice BUY  yes 0.60 x 5 GTC => complementary 5 @ 0.59 bob#1
    book
    | | 0.60 | 10 alice |
    `,
    CANCEL_RESTING,
  ],
  [
    "cancel-resting: an order that is refused in the end takes nothing out",
    `
    given alice $100, 50 sets
    given bob $0, 50 sets
    alice SELL yes 0.60 x 10 GTC
    bob   SELL yes 0.60 x 5 GTC
    alice BUY yes $6 @ 0.60 FOK => killed fok_not_filled
    book
    | | 0.60 | 10 alice, 5 bob |
    alice BUY yes $6 @ 0.60 FAK => alice#1 loses 10 self-trade; complementary 5 @ 0.6 bob#1; loses 5 not-filled
    `,
    CANCEL_RESTING,
  ],
  [
    "cancel-resting: FAK that would meet only its own orders is refused, and they stay",
    `
    given alice $100, 50 sets
    alice SELL yes 0.60 x 10 GTC
    alice BUY yes $6 @ 0.60 FAK => killed fak_not_matched
    book
    | | 0.60 | 10 alice |
    `,
    CANCEL_RESTING,
  ],
];

const INCOMING_GOES: readonly Row[] = [
  [
    "cancel-incoming: an order that would first meet its owner is refused",
    `
    given alice $100, 50 sets
    given bob $0, 50 sets
    alice SELL yes 0.60 x 10 GTC
    bob   SELL yes 0.60 x 5 GTC
    alice BUY  yes 0.60 x 8 GTC => refused self_trade
    alice: $100, 50 yes (holds 10), 50 no
    `,
    CANCEL_INCOMING,
  ],
  [
    "cancel-incoming: what was filled before it met its owner stays, the rest is given up",
    `
    given alice $100, 50 sets
    given bob $0, 50 sets
    bob   SELL yes 0.60 x 5 GTC
    alice SELL yes 0.60 x 10 GTC
    alice BUY  yes 0.60 x 8 GTC => complementary 5 @ 0.6 bob#1; loses 3 self-trade
    alice: $97, 55 yes (holds 10), 50 no
    book
    | | 0.60 | 10 alice |
    `,
    CANCEL_INCOMING,
  ],
  [
    "inc-23: cancel-incoming: a sell of the complement meets the own sell",
    `
    given alice $0, 50 sets
    alice SELL yes 0.60 x 10 GTC
    alice SELL no  0.40 x 10 GTC => refused self_trade
    `,
    CANCEL_INCOMING,
  ],
  [
    "inc-23: cancel-incoming: two wallets of one owner are one owner",
    `
    given alice $100
    given safe $0, 50 sets owner alice
    given other $0, 50 sets owner zoe
    safe  SELL yes 0.60 x 10 GTC
    alice BUY  yes 0.60 x 10 GTC => refused self_trade
    other BUY  yes 0.60 x 10 GTC => refused insufficient_balance
    `,
    CANCEL_INCOMING,
  ],
  [
    "cancel-incoming: FOK and FAK are refused, FAK only when nothing was filled",
    `
    given alice $100, 50 sets
    given bob $0, 50 sets
    bob   SELL yes 0.60 x 5 GTC
    alice SELL yes 0.60 x 10 GTC
    alice BUY yes $6 @ 0.60 FOK => killed self_trade
    alice BUY yes $6 @ 0.60 FAK => complementary 5 @ 0.6 bob#1; loses 5 self-trade
    alice BUY yes $6 @ 0.60 FAK => killed self_trade
    `,
    CANCEL_INCOMING,
  ],
  [
    "cancel-incoming: a FOK budget that is spent but for less than a lot at its limit is filled",
    `
    given alice $100, 50 sets
    given bob $0, 50 sets
    bob   SELL yes 0.40 x 1 GTC
    alice SELL yes 0.50 x 1 GTC
    alice BUY yes $0.405 @ 0.60 FOK => complementary 1 @ 0.4 bob#1
    alice: $99.6, 51 yes (holds 1), 50 no
    `,
    CANCEL_INCOMING,
  ],
  [
    "cancel-incoming: own orders that are not met do not matter",
    `
    given alice $100, 50 sets
    alice SELL yes 0.60 x 10 GTC
    alice BUY  yes 0.59 x 10 GTC => rests 10
    `,
    CANCEL_INCOMING,
  ],
];

testScenarios(ALLOWED);
testScenarios(RESTING_GOES);
testScenarios(INCOMING_GOES);
