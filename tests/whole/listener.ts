/**
 * A reader of one process, by live channels and by routes of books, that checks its figures. Publications come without
 * a gap and of committed batches only. Deltas rebuild every book, and reads show nothing but the last commit.
 */
import assert from "node:assert/strict";
import { listLevels } from "../../src/core/orders/book.ts";
import { encodeEvents } from "../../src/core/events/event-codec.ts";
import { sumLiquidity } from "../../src/core/ledger/liquidity.ts";
import type { Market } from "../../src/core/state.ts";
import type { MarketRead } from "../../src/engine/committed-reads.ts";
import type { Engine } from "../../src/engine/engine.ts";
import type { Publication } from "../../src/engine/repeats/entry.ts";
import { StoreUnavailable } from "../../src/store/sql/unavailable.ts";
import { doubleMidpoint, liquidity } from "../simulation/reference-figures.ts";
import { ONE } from "../simulation/reference-state.ts";
import type { Reference, RefMarket } from "../simulation/reference-state.ts";
import type { World } from "./simulated-process.ts";

export type Listener = {
  /** Reads a figure of a market now; the result is checked once it comes. */
  read(): void;
  /** Checks the publications and reads since the last call. Call it after every step. */
  settle(): void;
  /** Begins anew with the state that replaced the one before. */
  replaced(): void;
  reads(): number;
};

type LocalBook = { sequence: number; readonly levels: Map<string, number> };

/** The result of a read, with the sequence of the book and the last batch when it came. */
type ReadResult = {
  readonly market: Market;
  readonly name: string;
  readonly text: string;
  readonly sequence: number;
  readonly seq: number;
};

type Read = MarketRead<{ readonly text: string; readonly sequence: number }>;

const createRead = (textOf: (market: Market) => string): Read => ({
  build: (market, sequence) => ({ text: textOf(market), sequence }),
});

const levelsText = (levels: readonly { readonly price: number; readonly lots: number }[]): string =>
  levels.map(({ price, lots }) => `${lots} at ${price}`).join(", ");

/** Reads, as objects of their own: the engine shares the result of one object. */
const READS = {
  book: createRead(
    ({ book }) => `${levelsText(listLevels(book, true))} / ${levelsText(listLevels(book, false))}`,
  ),
  midpoint: createRead(({ book }) => `${midpointOf(book)}`),
  status: createRead(({ status, tick, minimumLots }) => `${status} ${tick} ${minimumLots}`),
  traded: createRead((market) => `${market.lastTrade?.side} ${market.lastTrade?.price} ${market.volume}`),
  liquidity: createRead((market) => `${sumLiquidity(market)}`),
} as const;

type ReadName = keyof typeof READS;

const NAMES = ["book", "book", "midpoint", "status", "traded", "liquidity"] as const satisfies ReadName[];

function midpointOf(book: Market["book"]): number | undefined {
  const [bid] = listLevels(book, true);
  const [ask] = listLevels(book, false);
  return bid === undefined || ask === undefined ? undefined : bid.price + ask.price;
}

/** Expected text of a read, from the reference. */
function expectedText(reference: Reference, market: RefMarket, name: string): string {
  switch (name) {
    case "midpoint":
      return `${doubleMidpoint(reference, market)}`;
    case "status":
      return `${market.status} ${market.tick} ${market.minimum}`;
    case "liquidity":
      return `${liquidity(reference, market)}`;
    case "traded":
      return `${market.lastTrade ?? "undefined undefined"} ${market.volume}`;
    default:
      return `${levelsText(levelsOf(reference, market, true))} / ${levelsText(levelsOf(reference, market, false))}`;
  }
}

/** Lets pass the error of a read that waits for a commit for too long. */
function allowUnavailable(error: unknown): void {
  if (!(error instanceof StoreUnavailable)) throw error;
}

/** Levels of one side of the book in terms of the first token, best first. */
function levelsOf({ orders }: Reference, market: RefMarket, bids: boolean) {
  const sizes = new Map<number, number>();
  for (const order of orders) {
    const first = order.token === market.tokens[0];
    if (order.market !== market || ((order.side === "BUY") === first) !== bids) continue;
    const price = first ? order.limit : ONE - order.limit;
    sizes.set(price, (sizes.get(price) ?? 0) + order.remaining);
  }
  const levels = Array.from(sizes, ([price, lots]) => ({ price, lots }));
  return levels.sort((a, b) => (bids ? b.price - a.price : a.price - b.price));
}

export function createListener({ store, witness, random, fail }: World, engine: Engine): Listener {
  const local = new Map<Market, LocalBook>();
  const changed = new Set<Market>();
  let results: ReadResult[] = [];
  let published = engine.head().seq;
  let reads = 0;

  function checkPublication(publication: Publication): void {
    const { seq, hash, events } = publication;
    assert.equal(seq, published + 1, "a publication is missing, or comes twice");
    published = seq;
    const row = store.rows[seq - 1];
    assert.ok(row !== undefined && row.hash.equals(hash), `batch ${seq} was published and is not durable`);
    assert.equal(encodeEvents(events), row.events, `batch ${seq} was published otherwise`);
    for (const [market, { sequence, levels }] of publication.books) {
      const book = local.get(market) ?? { sequence: 0, levels: new Map<string, number>() };
      local.set(market, book);
      assert.equal(sequence, book.sequence + 1, `the book of ${market.conditionId} misses a change`);
      book.sequence = sequence;
      changed.add(market);
      for (const { price, bid } of levels) {
        const level = listLevels(market.book, bid).find((one) => one.price === price);
        if (level === undefined) book.levels.delete(`${bid} ${price}`);
        else book.levels.set(`${bid} ${price}`, level.lots);
      }
    }
  }

  /** Begins with the orders that the books have; a replacement of the state counts as a change of each book. */
  function begin(advance: 0 | 1): void {
    published = engine.head().seq;
    for (const market of engine.exchange.marketByCondition.values()) {
      const levels = [true, false].flatMap((bid) =>
        listLevels(market.book, bid).map(({ price, lots }) => [`${bid} ${price}`, lots] as const),
      );
      const sequence = (local.get(market)?.sequence ?? 0) + advance;
      local.set(market, { sequence, levels: new Map(levels) });
      if (advance === 1) changed.add(market);
    }
  }

  begin(0);
  engine.follow((publication) => {
    try {
      checkPublication(publication);
    } catch (error) {
      fail(error);
    }
  });

  function read(): void {
    const markets = [...engine.exchange.marketByCondition.values()];
    if (markets.length === 0) return;
    const market = random.pick(markets);
    const name = random.pick(NAMES);
    reads += 1;
    const addResult = (found: { readonly text: string; readonly sequence: number }): void =>
      void results.push({ market, name, ...found, seq: engine.head().seq });
    const found = engine.reads.read(market, READS[name]);
    if (found instanceof Promise) found.then(addResult, allowUnavailable).catch(fail);
    else addResult(found);
  }

  function settle(): void {
    const { reference } = witness;
    for (const { market, name, text, sequence, seq } of results) {
      const known = reference.markets.find(({ condition }) => condition === market.conditionId);
      assert.equal(seq, witness.seq(), "a read came between two batches");
      if (known === undefined) assert.fail(`${market.conditionId} was read before it was listed`);
      assert.equal(
        text,
        expectedText(reference, known, name),
        `${name} of ${known.condition} at batch ${seq}`,
      );
      assert.equal(sequence, local.get(market)?.sequence ?? 0, `sequence of ${known.condition}`);
    }
    results = [];
    for (const market of changed) compareBook(reference, market, local.get(market));
    changed.clear();
  }

  return { read, settle, replaced: () => begin(1), reads: () => reads };
}

/** Checks that a book rebuilt from its changes is the reference's. */
function compareBook(reference: Reference, { conditionId }: Market, book: LocalBook | undefined): void {
  const market = reference.markets.find(({ condition }) => condition === conditionId);
  if (market === undefined || book === undefined) assert.fail(`nobody listed ${conditionId}`);
  const wanted = [true, false].flatMap((bid) =>
    levelsOf(reference, market, bid).map(({ price, lots }) => `${bid} ${price}: ${lots}`),
  );
  const actual = Array.from(book.levels, ([level, lots]) => `${level}: ${lots}`);
  assert.deepEqual(actual.sort(), wanted.sort(), `the book of ${conditionId} by its changes`);
}
