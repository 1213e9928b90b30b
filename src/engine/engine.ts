/**
 * The single writer. Commands queue; a batch of them is decided and applied in memory, written as one transaction,
 * and only when that commit returned does anything leave: answers, refusals that rest on it, reads of the new state.
 * While a commit is in flight the next batch gathers.
 * A failed commit leaves memory ahead of the database, so the engine stops for good and the process must restart.
 */
import { randomBytes } from "node:crypto";
import type { Command } from "../core/command.ts";
import { encodeEvents } from "../core/event-codec.ts";
import type { Event } from "../core/event.ts";
import { execute, isRejection } from "../core/exchange.ts";
import { reject } from "../core/rejection.ts";
import type { Rejection } from "../core/rejection.ts";
import type { Exchange, Market } from "../core/state.ts";
import type { Batch } from "../store/commit.ts";
import { batchHash } from "../store/journal.ts";
import type { JournalHead } from "../store/journal.ts";
import { collectTouched } from "../store/projection.ts";
import type { Touched } from "../store/projection.ts";
import { createBookSequences } from "./book-changes.ts";
import type { BookChange, BookSequences } from "./book-changes.ts";
import { createCommittedReads } from "./committed-reads.ts";
import type { CommittedReads } from "./committed-reads.ts";
import { listMarkets } from "./event-markets.ts";
import { answerRepeated } from "./repeated-orders.ts";
import type { FindOrders } from "./repeated-orders.ts";

/** What the events of an accepted command are part of. */
export type Committed = {
  readonly events: readonly Event[];
  /** Engine time, milliseconds. */
  readonly at: number;
  readonly seq: number;
  /** The journal's hash of the batch. */
  readonly hash: Buffer;
};

/** A committed batch for those who follow the exchange. */
export type Publication = Committed & { readonly books: ReadonlyMap<Market, BookChange> };

/**
 * Called right after the commit, while memory stands as it was committed: what is wanted of markets and orders must be
 * read before it returns. It must be quick, since the writer waits, and must not throw.
 */
export type Follower = (publication: Publication) => void;

export type Outcome =
  | { readonly type: "committed"; readonly committed: Committed }
  | { readonly type: "rejected"; readonly rejection: Rejection }
  /** The same signed order was accepted before; its original result is in the store. */
  | { readonly type: "duplicate"; readonly id: string };

export type EngineOptions = {
  readonly exchange: Exchange;
  readonly head: JournalHead;
  /** Milliseconds since 1970; may step back, the engine's time does not. */
  readonly clock: () => number;
  /** Makes a batch durable. */
  readonly commit: (batch: Batch, touched: Touched) => Promise<void>;
  /** Which of these order ids are in the store. */
  readonly findOrders: FindOrders;
  /** Called once, when a commit or a look-up failed. */
  readonly onFailure: (error: unknown) => void;
};

export type Engine = {
  submit(command: Command): Promise<Outcome>;
  /**
   * What `look` makes of the exchange, at engine time, after all that was taken before it; told when that is committed.
   * `look` changes nothing and keeps nothing of the exchange.
   */
  examine<T>(look: Look<T>): Promise<T | Rejection>;
  /** Tells of every commit from now on, until the function that it returns is called. */
  follow(follower: Follower): () => void;
  /** Lets what is due by the clock happen: expiries and the minute's prices. Called by a timer. */
  tick(): Promise<void>;
  /** Reads of committed market state. */
  readonly reads: CommittedReads;
  /** The state in memory. It may run ahead of the last commit: read fixed terms off it, and all else through `reads`. */
  readonly exchange: Exchange;
  /** Names this run of the process: books' sequences count from its start. */
  readonly run: string;
  /** The last committed batch. */
  head(): JournalHead;
  /** Takes no more commands, and returns when all that were taken are committed and answered. */
  close(): Promise<void>;
};

export type Look<T> = (exchange: Exchange, at: number) => T;

export type Entry = {
  /** `undefined` when the exchange is only looked at. */
  readonly command: Command | undefined;
  readonly decide: (exchange: Exchange, at: number) => Event[] | Rejection;
  readonly answer: (outcome: Outcome) => void;
};

type Writer = {
  readonly options: EngineOptions;
  readonly reads: CommittedReads;
  readonly sequences: BookSequences;
  readonly followers: Set<Follower>;
  /** The last committed batch. */
  head: JournalHead;
  ready: Entry[];
  /** Commands taken and not answered yet. */
  pending: number;
  state: "open" | "closing" | "failed";
  running: boolean;
  /** The minute up to which the prices of all markets were looked at. */
  pricedMinute: number;
  drained: (() => void) | undefined;
};

const MAX_BATCH = 2_000;
const MAX_PENDING = 20_000;
const MINUTE_MS = 60_000;

export function createEngine(options: EngineOptions): Engine {
  const sequences = createBookSequences();
  const writer: Writer = {
    options,
    reads: createCommittedReads(sequences),
    sequences,
    followers: new Set(),
    head: options.head,
    ready: [],
    pending: 0,
    state: "open",
    running: false,
    pricedMinute: 0,
    drained: undefined,
  };
  return {
    submit: (command) => submit(writer, command),
    examine: (look) => examine(writer, look),
    follow: (follower) => {
      writer.followers.add(follower);
      return () => writer.followers.delete(follower);
    },
    tick: () => tick(writer),
    reads: writer.reads,
    exchange: options.exchange,
    run: randomBytes(4).toString("hex"),
    head: () => writer.head,
    close: () => close(writer),
  };
}

const submit = (writer: Writer, command: Command): Promise<Outcome> =>
  new Promise((answer) => {
    take(writer, { command, decide: (exchange, at) => execute(exchange, command, at), answer });
  });

/** A look that throws is a bug of its own: what was taken with it is committed all the same. */
const examine = <T>(writer: Writer, look: Look<T>): Promise<T | Rejection> =>
  new Promise((resolve, throwBack) => {
    let tell = (): void => undefined;
    const decide = (exchange: Exchange, at: number): Event[] => {
      try {
        const found = look(exchange, at);
        tell = () => resolve(found);
      } catch (error) {
        tell = () => throwBack(error);
      }
      return [];
    };
    const answer = (outcome: Outcome): void =>
      outcome.type === "rejected" ? resolve(outcome.rejection) : tell();
    take(writer, { command: undefined, decide, answer });
  });

function take(writer: Writer, entry: Entry): void {
  if (writer.state !== "open") return entry.answer(refuse("the exchange is stopping"));
  if (writer.pending >= MAX_PENDING) return entry.answer(refuse(`more than ${MAX_PENDING} commands wait`));
  writer.pending += 1;
  const answer = (outcome: Outcome): void => {
    writer.pending -= 1;
    entry.answer(outcome);
    if (writer.pending === 0) writer.drained?.();
  };
  enqueue(writer, { ...entry, answer });
}

const refuse = (why: string): Outcome => ({
  type: "rejected",
  rejection: reject("not_accepting", `${why}; nothing was done, try again`),
});

function enqueue(writer: Writer, entry: Entry): void {
  writer.ready.push(entry);
  if (writer.running || writer.state === "failed") return;
  writer.running = true;
  // One turn of the event loop gathers what arrived together.
  setImmediate(() => {
    commitReady(writer).catch((error: unknown) => fail(writer, error));
  });
}

async function commitReady(writer: Writer): Promise<void> {
  while (writer.ready.length > 0) {
    const gathered = writer.ready.splice(0, MAX_BATCH);
    await commitEntries(writer, await answerRepeated(gathered, writer.options.findOrders));
  }
  writer.running = false;
}

async function commitEntries(writer: Writer, entries: readonly Entry[]): Promise<void> {
  const { exchange, clock } = writer.options;
  const at = Math.max(clock(), writer.head.at);
  const expired = execute(exchange, { type: "expire-orders" }, at);
  const decisions = entries.map(({ decide }) => decide(exchange, at));
  const events = [expired, ...decisions].flatMap((decision) => (isRejection(decision) ? [] : decision));
  const markets = listMarkets(exchange, events);
  events.push(...recordPrices(writer, markets, at));
  if (events.length > 0) await commitEvents(writer, { events, markets, at });
  entries.forEach(({ answer }, index) => answer(outcomeOf(writer, decisions[index])));
}

/** Midpoints due among the markets that changed; at the start of a minute, among all. */
function recordPrices(writer: Writer, changed: ReadonlySet<Market>, at: number): Event[] {
  const { exchange } = writer.options;
  const minute = Math.floor(at / MINUTE_MS);
  const markets = minute > writer.pricedMinute ? exchange.marketByCondition.values() : changed;
  writer.pricedMinute = minute;
  const decision = execute(exchange, { type: "record-prices", markets }, at);
  return isRejection(decision) ? [] : decision;
}

type Applied = {
  readonly events: readonly Event[];
  readonly markets: ReadonlySet<Market>;
  readonly at: number;
};

async function commitEvents(writer: Writer, { events, markets, at }: Applied): Promise<void> {
  const text = encodeEvents(events);
  const seq = writer.head.seq + 1;
  const hash = batchHash(writer.head.hash, seq, at, text);
  writer.reads.begin(markets);
  await writer.options.commit(
    { seq, at, events: text, hash },
    collectTouched(writer.options.exchange, events),
  );
  writer.head = { seq, at, hash };
  const books = writer.sequences.advance(writer.options.exchange, events);
  writer.reads.end(markets);
  for (const follower of writer.followers) follower({ events, at, seq, hash, books });
}

function outcomeOf(writer: Writer, decision: Event[] | Rejection): Outcome {
  if (isRejection(decision)) return { type: "rejected", rejection: decision };
  return { type: "committed", committed: { events: decision, ...writer.head } };
}

function fail(writer: Writer, error: unknown): void {
  if (writer.state === "failed") return;
  writer.state = "failed";
  writer.drained?.();
  writer.options.onFailure(error);
}

async function tick(writer: Writer): Promise<void> {
  const { exchange, clock } = writer.options;
  const now = clock();
  const expires = exchange.expiries.length > 0 && exchange.expiries[0].expiresAt <= now;
  if (expires || Math.floor(now / MINUTE_MS) > writer.pricedMinute)
    await submit(writer, { type: "expire-orders" });
}

async function close(writer: Writer): Promise<void> {
  if (writer.state !== "open") return;
  writer.state = "closing";
  if (writer.pending === 0) return;
  await new Promise<void>((resolve) => {
    writer.drained = resolve;
  });
}
