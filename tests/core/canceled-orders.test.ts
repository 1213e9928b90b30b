/** Commands that end resting orders: none, one, two and many, in the events and in the journal. */
import assert from "node:assert/strict";
import { describe, it, test } from "node:test";
import type { Command, PlaceOrder } from "../../src/core/events/command.ts";
import { canceledOrders } from "../../src/core/orders/canceled-orders.ts";
import { createReplay, encodeEvents, replayBatch } from "../../src/core/events/event-codec.ts";
import type { CancelReason, Event } from "../../src/core/events/event.ts";
import { createExchange, execute } from "../../src/core/exchange.ts";
import { STANDARD_LIMITS } from "../../src/core/limits.ts";
import { isRejection } from "../../src/core/rejection.ts";
import type { Exchange } from "../../src/core/state.ts";
import { lots, micros, ticks } from "../../src/core/units.ts";
import { appendToJournal, checkJournal, createJournal } from "../simulation/journal-invariants.ts";
import { viewExchange } from "../simulation/view.ts";
import { marketListing } from "./support/listing.ts";
import { NOT_SIGNED } from "./support/orders.ts";

const AT = 1_000;
const EXPIRES_AT = 5_000;

const placement = (maker: string, id: string, terms: Partial<PlaceOrder> = {}): PlaceOrder => ({
  type: "place-order",
  id,
  maker,
  owner: maker,
  tokenId: "rain-yes",
  side: "BUY",
  kind: "GTD",
  postOnly: false,
  expiresAt: EXPIRES_AT,
  limit: ticks(1_000),
  lots: lots(10),
  budget: undefined,
  apiKey: "key",
  signed: NOT_SIGNED,
  ...terms,
});

/** An exchange with so many orders of ann in one market, at three prices, and one of bob in another. */
function open(count: number) {
  const exchange = createExchange({
    selfTrade: "cancel-resting",
    autoRedeem: false,
    limits: STANDARD_LIMITS,
  });
  const journal = createJournal();
  const texts: string[] = [];
  const run = (command: Command, at = AT): Event[] => {
    const decision = execute(exchange, command, at);
    if (isRejection(decision)) assert.fail(`${command.type}: ${decision.code}, ${decision.hint}`);
    appendToJournal(journal, decision, at);
    texts.push(encodeEvents(decision));
    return decision;
  };
  run({ type: "list", listing: marketListing({ name: "rain" }, { name: "snow" }) });
  for (const address of ["ann", "bob"])
    run({ type: "open-account", address, owner: address, credit: micros(1e9) });
  const ids = Array.from({ length: count }, (_, index) => `ann${index}`);
  for (const [index, id] of ids.entries())
    run(placement("ann", id, { limit: ticks(100 * (1 + (index % 3))) }));
  run(placement("bob", "bob", { tokenId: "snow-no", kind: "GTC", expiresAt: 0 }));
  return { exchange, ids, texts, run, check: () => checkJournal(exchange, journal) };
}

type Ending = {
  readonly name: string;
  readonly command: Command;
  readonly reason: CancelReason;
  /** Types of the events with those of the cancels in the middle. */
  readonly before?: readonly Event["type"][];
  readonly after?: readonly Event["type"][];
};

const cancelOrders = { type: "cancel-orders", owner: "ann", reason: "by-owner" } as const;

const ENDINGS: readonly Ending[] = [
  { name: "a cancel of all", command: cancelOrders, reason: "by-owner" },
  {
    name: "a cancel of a market's",
    command: { ...cancelOrders, conditionId: "rain" },
    reason: "by-owner",
  },
  { name: "a cancel of a token's", command: { ...cancelOrders, tokenId: "rain-yes" }, reason: "by-owner" },
  {
    name: "a key without heartbeats",
    command: { ...cancelOrders, apiKey: "key", reason: "no-heartbeat" },
    reason: "no-heartbeat",
  },
  {
    name: "an operator, of a wallet",
    command: { type: "take-out-orders", address: "ann" },
    reason: "by-operator",
  },
  {
    name: "an operator, of an outcome",
    command: { type: "take-out-orders", conditionId: "rain", outcome: 0 },
    reason: "by-operator",
  },
  { name: "an expiration", command: { type: "expire-orders" }, reason: "expired" },
  {
    name: "a resolution",
    command: { type: "resolve-market", conditionId: "rain", payout: [1, 0] },
    reason: "market-resolved",
    after: ["market-resolved"],
  },
  {
    name: "an archived market",
    command: { type: "archive-market", conditionId: "rain" },
    reason: "market-archived",
    after: ["market-status-changed"],
  },
  { name: "a ban", command: { type: "ban", address: "ann" }, reason: "banned", before: ["banned"] },
  {
    name: "an order that meets its owner's",
    command: placement("ann", "met", { tokenId: "rain-no", limit: ticks(9_900) }),
    reason: "self-trade",
    after: ["order-placed"],
  },
];

/** Cancels of so many orders as types of events. */
function cancelTypes(count: number): readonly Event["type"][] {
  if (count === 0) return [];
  return [count === 1 ? "order-canceled" : "orders-canceled"];
}

const canceledIds = (events: readonly Event[]): string[] =>
  events
    .flatMap(canceledOrders)
    .map(({ id }) => id)
    .sort();

for (const { name, command, reason, before = [], after = [] } of ENDINGS) {
  describe(`${name} ends`, () => {
    for (const count of [0, 1, 2, 100]) {
      it(`${count} orders, with one event at most`, () => {
        const { exchange, ids, run, check } = open(count);
        const events = run(command, command.type === "expire-orders" ? EXPIRES_AT : AT);
        assert.deepEqual(
          events.map(({ type }) => type),
          [...before, ...cancelTypes(count), ...after],
        );
        assert.deepEqual(canceledIds(events), ids.toSorted());
        for (const event of events)
          if (event.type === "orders-canceled" || event.type === "order-canceled")
            assert.equal(event.reason, reason);
        if (command.type === "place-order") run({ type: "cancel-order", id: command.id, owner: "ann" });
        assert.deepEqual(
          [...exchange.orders.values()].map(({ id }) => id),
          ["bob"],
        );
        assertEmpty(exchange);
        check();
      });
    }
  });
}

function assertEmpty({ accountByAddress, markets, expiries }: Exchange): void {
  const ann = accountByAddress.get("ann")!;
  assert.deepEqual([ann.held, ann.open, ann.firstOrder, ann.openIn.size], [0, 0, undefined, 0]);
  const [, { open: orders, resting, book }] = markets as [undefined, Exchange["markets"][number]];
  assert.deepEqual([orders, resting, book.bestBid, expiries], [0, [0, 0, 0], 0, []]);
}

test("an order that is cancelled alone keeps its own event", () => {
  const { run, texts } = open(3);
  run({ type: "cancel-order", id: "ann1", owner: "ann" });
  assert.equal(texts.at(-1), '[{"type":"order-canceled","order":2,"reason":"by-owner"}]');
  run(cancelOrders);
  assert.equal(texts.at(-1), '[{"type":"orders-canceled","orders":[1,3],"reason":"by-owner"}]');
});

/** A batch as releases wrote it that had an event for each order. */
const inSingleEvents = (text: string): string => {
  const events: { type: string; orders?: number[]; reason?: string }[] = JSON.parse(text);
  return JSON.stringify(
    events.flatMap((event) =>
      event.type === "orders-canceled"
        ? event.orders!.map((order): unknown => ({ type: "order-canceled", order, reason: event.reason }))
        : [event],
    ),
  );
};

test("older journals, with an event for each order, lead to the same state", () => {
  for (const { command } of ENDINGS) {
    const { exchange, run, texts } = open(5);
    const at = command.type === "expire-orders" ? EXPIRES_AT : AT;
    run(command, at);
    const older = texts.map(inSingleEvents);
    assert.notDeepEqual(older, texts);
    const replay = createReplay();
    for (const [index, text] of older.entries())
      replayBatch(replay, text, index === texts.length - 1 ? at : AT);
    assert.deepEqual(viewExchange(replay.exchange), viewExchange(exchange));
    assert.deepEqual(
      [...replay.resting.values()].map(({ id }) => id),
      [...exchange.orders.values()].map(({ id }) => id),
    );
  }
});

const UNSOUND: readonly (readonly [orders: string, says: RegExp])[] = [
  ["1,9", /order 9 does not rest/],
  ["1,1", /order 1 is cancelled twice/],
  ['"1"', /order 1 does not rest/],
];

for (const [orders, says] of UNSOUND) {
  test(`a batch that cancels orders ${orders} is no part of a journal`, () => {
    const { texts } = open(2);
    const replay = createReplay();
    for (const text of texts) replayBatch(replay, text, AT);
    const batch = `[{"type":"orders-canceled","orders":[${orders}],"reason":"by-owner"}]`;
    assert.throws(() => replayBatch(replay, batch, AT), says);
  });
}
