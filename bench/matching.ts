/**
 * The matching core in memory, on one processor core. (a) One book with its matching beside npm `nodejs-order-book` on
 * the same commands, at three sizes. (b) The whole core with 1,000 markets, balances and holds, events out. Commands
 * are parsed in batches, outside the timing, so that both get new strings as from requests.
 */
import assert from "node:assert/strict";
import { OrderBook, Side } from "nodejs-order-book";
import { canceledOrders } from "../src/core/orders/canceled-orders.ts";
import type { Command } from "../src/core/events/command.ts";
import { execute } from "../src/core/exchange.ts";
import { listLevels } from "../src/core/orders/book.ts";
import type { Event } from "../src/core/events/event.ts";
import { isRejection } from "../src/core/rejection.ts";
import { collectGarbage, median } from "./support/measure.ts";
import { AT, drawFlow, openExchange, parseBatch } from "./support/order-flow.ts";
import type { Flow, FlowTerms, Recording } from "./support/order-flow.ts";
import { sized } from "./support/sized.ts";
import { cancelInBook, createSingleBook, placeInBook } from "./support/single-book.ts";
import { printTable, rateText, ratioText } from "./support/table.ts";

/** Result of a run, to compare two runs by. */
type Tally = { canceled: number; fills: number; open: number; depth: string };
/**
 * A run. `state` keeps its objects alive: V8 discards optimized code for a kind of object with the last of that kind.
 */
type Run = { perSecond: number; tally: Tally; state: unknown };

const SIZES = [sized(1000, 20), sized(10_000, 50), sized(100_000, 100)];
const MARKETS = [sized(10, 2), sized(1000, 4)];
const ACCOUNTS_PER_MARKET = 2;
const ROUNDS = sized(5);

const ONE_BOOK: FlowTerms = {
  seed: 1,
  markets: 1,
  accounts: 1,
  traders: 1,
  resting: 1000,
  outcomes: 1,
  selfTrade: "allow",
  commands: sized(100_000, 1000),
};
const WHOLE_CORE: FlowTerms = {
  seed: 2,
  markets: 1000,
  accounts: 2000,
  traders: 20,
  resting: 100,
  outcomes: 2,
  selfTrade: "cancel-resting",
  commands: sized(300_000, 1000),
};

/** Measures commands per second: parses batch after batch by `prepare`, and times only `work`. */
function ratePerSecond<T>(
  commands: Recording,
  prepare: (command: Command) => T,
  work: (batch: readonly T[]) => void,
): number {
  collectGarbage();
  let spentMs = 0;
  let count = 0;
  for (const recorded of commands) {
    const batch = parseBatch(recorded).map(prepare);
    const startedAt = performance.now();
    work(batch);
    spentMs += performance.now() - startedAt;
    count += batch.length;
  }
  return (count / spentMs) * 1e3;
}

const unchanged = (command: Command): Command => command;

function runOurs(flow: Flow): Run {
  const single = createSingleBook(openExchange({ ...flow, fill: [] }));
  const tally: Tally = { canceled: 0, fills: 0, open: 0, depth: "" };
  const work = (batch: readonly Command[]): void => {
    for (const command of batch) {
      if (command.type === "place-order") tally.fills += placeInBook(single, command, AT).length;
      else if (command.type === "cancel-order" && cancelInBook(single, command.id)) tally.canceled += 1;
    }
  };
  for (const batch of flow.fill) work(parseBatch(batch));
  const perSecond = ratePerSecond(flow.commands, unchanged, work);
  tally.open = single.orders.size;
  const sides = [false, true].map((bids) => listLevels(single.token.market.book, bids));
  tally.depth = JSON.stringify(sides.map((levels) => levels.map(({ price, lots }) => [price, lots])));
  return { perSecond, tally, state: single };
}

const THEIR_SIDES = { BUY: Side.BUY, SELL: Side.SELL };

type TheirCommand = Parameters<OrderBook["limit"]>[0] | string;

function theirCommand(command: Command): TheirCommand {
  if (command.type === "cancel-order") return command.id;
  if (command.type !== "place-order") throw new Error(`no ${command.type} in this flow`);
  const { id, side, lots, limit } = command;
  return { id, side: THEIR_SIDES[side], size: lots, price: limit };
}

/**
 * Counts fills in an answer of the other library: its filled orders and the partly filled one, with or without the
 * taker.
 */
function countFills(taker: string, answer: ReturnType<OrderBook["limit"]>): number {
  const { done, partial } = answer;
  let fills = 0;
  for (const order of done) if (order.id !== taker) fills += 1;
  return partial !== null && partial.id !== taker ? fills + 1 : fills;
}

function runTheirs(flow: Flow): Run {
  const book = new OrderBook();
  const tally: Tally = { canceled: 0, fills: 0, open: 0, depth: "" };
  const work = (batch: readonly TheirCommand[]): void => {
    for (const command of batch) {
      if (typeof command === "string") {
        if (book.cancel(command) !== undefined) tally.canceled += 1;
      } else {
        tally.fills += countFills(command.id, book.limit(command));
      }
    }
  };
  for (const batch of flow.fill) work(parseBatch(batch).map(theirCommand));
  const perSecond = ratePerSecond(flow.commands, theirCommand, work);
  const snapshot = book.snapshot();
  for (const level of [...snapshot.asks, ...snapshot.bids]) tally.open += level.orders.length;
  tally.depth = JSON.stringify(book.depth());
  return { perSecond, tally, state: book };
}

function runCore(flow: Flow): Run {
  const exchange = openExchange(flow);
  const tally: Tally = { canceled: 0, fills: 0, open: 0, depth: "" };
  const perSecond = ratePerSecond(flow.commands, unchanged, (batch) => {
    for (const command of batch) {
      const decision = execute(exchange, command, AT);
      if (!isRejection(decision)) countEvents(decision, tally);
    }
  });
  tally.open = exchange.orders.size;
  return { perSecond, tally, state: exchange };
}

function countEvents(events: readonly Event[], tally: Tally): void {
  for (const event of events) {
    if (event.type === "order-placed") tally.fills += event.fills.length;
    else tally.canceled += canceledOrders(event).length;
  }
}

type Figures = { ours: number; theirs: number; warm: readonly [Run, Run] };

/** Alternates the two, so that other load of the machine affects both. */
function compareBooks(resting: number): Figures {
  const flow = drawFlow({ ...ONE_BOOK, resting });
  const warm = [runOurs(flow), runTheirs(flow)] as const;
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    ours.push(runOurs(flow).perSecond);
    theirs.push(runTheirs(flow).perSecond);
  }
  assert.deepEqual(warm[0].tally, warm[1].tally, "the two books did not do the same");
  return { ours: median(ours), theirs: median(theirs), warm };
}

function benchBooks(): number {
  const books = SIZES.map((resting) => compareBooks(resting));
  const best = Math.max(...books.map(({ ours }) => ours));
  console.log(`(a) one book: commands per second, median of ${ROUNDS} runs of ${ONE_BOOK.commands} commands`);
  printTable(
    ["resting", "presage", "nodejs-order-book", "ratio (20)", "best / this (4)", "fills", "canceled"],
    books.map(({ ours, theirs, warm: [{ tally }] }) => [
      tally.open,
      rateText(ours),
      rateText(theirs),
      ratioText(ours / theirs),
      ratioText(best / ours),
      tally.fills,
      tally.canceled,
    ]),
  );
  return Math.max(...books.map(({ theirs }) => theirs));
}

function benchCore(floor: number): void {
  console.log(`(b) the whole core: its ratio is to ${rateText(floor)}, the best of nodejs-order-book above`);
  printTable(
    ["markets", "resting", "presage", "ratio (5)", "fills", "canceled"],
    MARKETS.map((markets) => {
      const flow = drawFlow({ ...WHOLE_CORE, markets, accounts: markets * ACCOUNTS_PER_MARKET });
      const warm = runCore(flow);
      const rate = median(Array.from({ length: ROUNDS }, () => runCore(flow).perSecond));
      const { open, fills, canceled } = warm.tally;
      return [markets, open, rateText(rate), ratioText(rate / floor), fills, canceled];
    }),
  );
}

export function bench(): void {
  benchCore(benchBooks());
}
