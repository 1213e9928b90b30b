/** The check of a history: it finds nothing in one that is right, and each violation that is planted. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { checkHistory } from "./check-history.ts";
import type { Findings } from "./check-history.ts";
import type { Known } from "./exchange-models.ts";
import type { FinalState, Operation, Placement, Trade } from "./history.ts";

const FUNDS = 1_000_000_000;

/** Times of an operation that is called at a moment and answered a unit later. */
const at = (calledAt: number) => ({ client: 0, calledAt, returnedAt: calledAt + 1, sentAgain: false });

const RESTING: Placement = {
  kind: "place",
  ...at(0),
  id: "a",
  token: 0,
  side: "BUY",
  cents: 40,
  lots: 300,
  trades: [],
};
// A buy of the other token at 60, which meets the first order: each pays its price, and a set is made.
const TAKING: Placement = {
  kind: "place",
  ...at(10),
  id: "b",
  token: 1,
  side: "BUY",
  cents: 60,
  lots: 100,
  trades: ["t"],
};
const REFUSED: Placement = { ...RESTING, ...at(20), id: "c", refused: "insufficient_balance" };

const TRADE: Trade = {
  id: "t",
  lots: 100,
  taker: { order: "b", account: 1, token: 1, side: "BUY", cents: 60, fee: 0 },
  maker: { order: "a", account: 0, token: 0, side: "BUY", cents: 40, fee: 0 },
};

const OPERATIONS = {
  resting: RESTING,
  firstBook: { kind: "book", ...at(2), levels: { "bid 40": 300 } },
  unplaced: { kind: "order", ...at(8), id: "b", found: undefined },
  taking: TAKING,
  refused: REFUSED,
  filled: { kind: "order", ...at(30), id: "a", found: { status: "live", matched: 100 } },
  credit: { kind: "credit", ...at(32), account: 0, micros: 5, balance: FUNDS - 400_000 + 5 },
  withdrawal: { kind: "withdrawal", ...at(34), account: 0, micros: -7, balance: FUNDS - 400_000 - 2 },
  balance: { kind: "balance", ...at(36), account: 0, holdings: [FUNDS - 400_000 - 2, 100, 0] },
  secondBook: { kind: "book", ...at(38), levels: { "bid 40": 200 } },
  cancel: { kind: "cancel", ...at(40), id: "a", result: "cancelled" },
  again: { kind: "cancel", ...at(42), id: "a", result: "gone" },
  cancelled: { kind: "order", ...at(44), id: "a", found: { status: "canceled", matched: 100 } },
  emptyBook: { kind: "book", ...at(46), levels: {} },
} satisfies Record<string, Operation>;

const FINAL: FinalState = {
  at: 100,
  orders: new Map([
    ["a", { status: "canceled", matched: 100 }],
    ["b", { status: "matched", matched: 100 }],
  ]),
  trades: [TRADE],
  transfers: [[5, -7], []],
  holdings: [
    [FUNDS - 400_000 - 2, 100, 0],
    [FUNDS - 600_000, 0, 100],
  ],
  levels: {},
};

type Change = {
  readonly operations?: Partial<Record<keyof typeof OPERATIONS, Operation>>;
  readonly final?: Partial<FinalState>;
};

const knownWith = ({ operations = {}, final = {} }: Change): Known => ({
  operations: Object.values<Operation>({ ...OPERATIONS, ...operations }),
  final: { ...FINAL, ...final },
});

const ordersWith = (id: string, found: ReturnType<FinalState["orders"]["get"]>) =>
  new Map(FINAL.orders).set(id, found);

/** Changes, each with the finding that it must lead to, among others. */
const VIOLATIONS: readonly (readonly [string, keyof Findings, RegExp, Change])[] = [
  [
    "an acknowledged order that is lost",
    "lost",
    /^order b$/,
    { final: { orders: ordersWith("b", undefined) } },
  ],
  ["an acknowledged trade that is lost", "lost", /^trade t of order b$/, { final: { trades: [] } }],
  [
    "an acknowledged cancel that is lost",
    "lost",
    /^cancel of order a$/,
    { final: { orders: ordersWith("a", { status: "live", matched: 100 }), levels: { "bid 40": 200 } } },
  ],
  [
    "an acknowledged withdrawal that is lost",
    "lost",
    /^withdrawal of -7/,
    { final: { transfers: [[5], []] } },
  ],
  ["a credit that is there twice", "twice", /^credit of 5/, { final: { transfers: [[5, 5, -7], []] } }],
  ["a trade that is listed twice", "twice", /^trade t$/, { final: { trades: [TRADE, TRADE] } }],
  [
    "a fill that was done twice",
    "twice",
    /^trade u of order b, which was not told of it$/,
    { final: { trades: [TRADE, { ...TRADE, id: "u" }] } },
  ],
  [
    "an order whose matched size is not that of its trades",
    "twice",
    /^order a of 300 matched 200, its trades 100$/,
    { final: { orders: ordersWith("a", { status: "canceled", matched: 200 }) } },
  ],
  [
    "a refused order that is there",
    "foreign",
    /^order c, refused/,
    { final: { orders: ordersWith("c", { status: "live", matched: 0 }) } },
  ],
  [
    "a transfer that nobody asked for",
    "foreign",
    /^9 micros of account 1/,
    { final: { transfers: [[5, -7], [9]] } },
  ],
  [
    "a trade of an unknown order",
    "foreign",
    /^trade u of an order that was not placed$/,
    { final: { trades: [TRADE, { ...TRADE, id: "u", taker: { ...TRADE.taker, order: "z" } }] } },
  ],
  [
    "a read that shows an order before it was called for",
    "contradictions",
    /^order b: "read matched 100"/,
    { operations: { unplaced: { ...OPERATIONS.unplaced, found: { status: "matched", matched: 100 } } } },
  ],
  [
    "a read that does not show an acknowledged order",
    "contradictions",
    /^order a: "read nothing"/,
    { operations: { filled: { ...OPERATIONS.filled, found: undefined } } },
  ],
  [
    "a read that is older than a fill",
    "contradictions",
    /^order a: "read live 0"/,
    { operations: { filled: { ...OPERATIONS.filled, found: { status: "live", matched: 0 } } } },
  ],
  [
    "a read that is older than a cancel",
    "contradictions",
    /^order a: "read live 100"/,
    { operations: { cancelled: { ...OPERATIONS.cancelled, found: { status: "live", matched: 100 } } } },
  ],
  [
    "an order that was cancelled twice",
    "contradictions",
    /^order a: "cancel: cancelled"/,
    { operations: { again: { ...OPERATIONS.again, result: "cancelled" } } },
  ],
  [
    "an order that nobody cancelled",
    "contradictions",
    /^order b: "read at the end canceled 0"/,
    {
      operations: { taking: { ...TAKING, trades: [] } },
      final: { trades: [], orders: ordersWith("b", { status: "canceled", matched: 0 }) },
    },
  ],
  [
    "a balance that is older than a credit",
    "contradictions",
    /^account 0: "read /,
    { operations: { balance: { ...OPERATIONS.balance, holdings: [FUNDS - 400_000 - 7, 100, 0] } } },
  ],
  [
    "a withdrawal whose answer forgets a credit",
    "contradictions",
    /^account 0: "withdrawal /,
    { operations: { withdrawal: { ...OPERATIONS.withdrawal, balance: FUNDS - 400_000 - 7 } } },
  ],
  [
    "shares of a fill that are there without its price",
    "contradictions",
    /^account 1: "read at the end/,
    { final: { holdings: [FINAL.holdings[0] ?? [], [FUNDS, 0, 100]] } },
  ],
  [
    "a book that is older than a fill",
    "contradictions",
    /^book: "read 300/,
    { operations: { secondBook: { ...OPERATIONS.secondBook, levels: { "bid 40": 300 } } } },
  ],
  [
    "a book that has what was cancelled",
    "contradictions",
    /^book: "read 200/,
    { operations: { emptyBook: { ...OPERATIONS.emptyBook, levels: { "bid 40": 200 } } } },
  ],
];

/** Histories without a violation, though outcomes are not known. */
const RIGHT: readonly (readonly [string, Change])[] = [
  ["all outcomes known", {}],
  [
    "a placement without an outcome that happened",
    { operations: { taking: { ...TAKING, returnedAt: Infinity, sentAgain: true, trades: [] } } },
  ],
  [
    "a cancel that was sent again, and found the order gone by its first attempt",
    { operations: { cancel: { ...OPERATIONS.cancel, result: "gone", sentAgain: true } } },
  ],
  [
    "reads during a placement, before and after it happened",
    {
      operations: {
        taking: { ...TAKING, calledAt: 1, returnedAt: 39 },
        firstBook: { ...OPERATIONS.firstBook, levels: { "bid 40": 200 } },
        unplaced: { ...OPERATIONS.unplaced, calledAt: 0 },
      },
    },
  ],
];

const NOTHING: Findings = { lost: [], twice: [], foreign: [], contradictions: [] };

describe("the check of a history", () => {
  for (const [name, change] of RIGHT)
    it(`finds nothing in one with ${name}`, () =>
      assert.deepEqual(checkHistory(knownWith(change), FUNDS), NOTHING));
  for (const [name, kind, wanted, change] of VIOLATIONS)
    it(`finds ${name}`, () => {
      const found = checkHistory(knownWith(change), FUNDS);
      assert.ok(
        found[kind].some((one) => wanted.test(one)),
        JSON.stringify(found),
      );
    });
});
