/**
 * Subscribers of the market channel in a process of their own. Each keeps the books of two tokens by the messages that
 * come, of which it drops some, takes some twice and others one too late. Slow ones stop to read for a while; whoever is
 * cut off connects anew.
 */
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { WebSocket } from "ws";
import { drawnLocal } from "../stream/drawn-book.ts";
import { createLocalBooks } from "../stream/local-book.ts";
import type { LocalBooks } from "../stream/local-book.ts";
import { createRandom } from "../support/random.ts";
import type { Random } from "../support/random.ts";

/** What the process is told. Each is answered once it is done. */
export type Told =
  | {
      readonly type: "connect";
      readonly url: string;
      readonly assetIds: readonly string[];
      readonly count: number;
      readonly slow: number;
      readonly seed: number;
    }
  | { readonly type: "pause" | "resume" | "report" }
  /** As many in a hundred lose their connection at once. */
  | { readonly type: "storm"; readonly percent: number }
  /** How many have these books, as `drawnLocal` draws them at their sequences, once all do or the time is over. */
  | { readonly type: "compare"; readonly books: readonly DrawnBook[]; readonly patienceMs: number };

export type DrawnBook = { readonly assetId: string; readonly sequence: number; readonly drawn: string };

export type Report = {
  /** From the commit to subscribers that read, milliseconds. */
  readonly latencies: readonly number[];
  /** From a message that was dropped to when its subscriber noticed, milliseconds. */
  readonly noticed: readonly number[];
  readonly resyncs: number;
  readonly closes: Readonly<Record<string, number>>;
};

export type Comparison = { readonly equal: number; readonly others: readonly string[] };

type Subscriber = {
  readonly slow: boolean;
  readonly books: LocalBooks;
  socket: WebSocket;
  /** A message that is to come one too late. */
  held: string | undefined;
  droppedAt: number | undefined;
};

const ABREAST = 50;
const SEQUENCE = /"sequence":(\d+)/;
const STAMP = /"server_ts_ms":(\d+)/;

const subscribers: Subscriber[] = [];
let [url, assetIds]: [string, readonly string[]] = ["", []];
let random: Random = createRandom(1);
let paused = false;
let report = {
  latencies: [] as number[],
  noticed: [] as number[],
  resyncs: 0,
  closes: {} as Record<string, number>,
};

function subscribe(slow: boolean): Subscriber {
  const ask = (assets_ids: readonly string[]): void => {
    if (subscriber.socket.readyState === WebSocket.OPEN)
      subscriber.socket.send(JSON.stringify({ operation: "snapshot", assets_ids }));
  };
  const books = createLocalBooks({ askFor: ask });
  const subscriber: Subscriber = { slow, books, socket: connect(), held: undefined, droppedAt: undefined };
  listen(subscriber);
  return subscriber;
}

const connect = (): WebSocket => new WebSocket(url, { perMessageDeflate: false, skipUTF8Validation: true });

function listen(subscriber: Subscriber): void {
  const { socket, books } = subscriber;
  subscriber.held = undefined;
  subscriber.droppedAt = undefined;
  socket.on("error", () => {});
  socket.on("open", () => {
    books.expect(assetIds);
    socket.send(JSON.stringify({ type: "market", assets_ids: assetIds }));
  });
  socket.on("message", (data) => take(subscriber, String(data)));
  socket.on("close", (code) => {
    if (code !== TERMINATED) report.closes[code] = (report.closes[code] ?? 0) + 1;
    const anew = (): void => {
      subscriber.socket = connect();
      listen(subscriber);
    };
    if (code === TERMINATED) anew();
    else setTimeout(anew, random.below(1_000));
  });
}

/** A connection that ends without a word; the server's closes have a status. */
const TERMINATED = 1006;

function take(subscriber: Subscriber, text: string): void {
  if (!text.includes('"price_change"')) return apply(subscriber, text);
  if (!(paused && subscriber.slow)) report.latencies.push(Date.now() - Number(STAMP.exec(text)?.[1]));
  const luck = random.below(300);
  if (luck === 0) {
    // Who does not read notices nothing, and who waits for a book that has it already need not.
    if (!subscriber.slow && misses(subscriber, text)) subscriber.droppedAt ??= performance.now();
  } else if (luck === 1 && subscriber.held === undefined) subscriber.held = text;
  else {
    apply(subscriber, text);
    if (luck === 2) apply(subscriber, text);
    if (subscriber.held !== undefined) apply(subscriber, subscriber.held);
    subscriber.held = undefined;
  }
}

/** Whether its books are whole without this message, and are not with the next. */
const misses = ({ books }: Subscriber, text: string): boolean =>
  assetIds.every((assetId) => (books.find(assetId)?.sequence ?? Infinity) < Number(SEQUENCE.exec(text)?.[1]));

function apply(subscriber: Subscriber, text: string): void {
  const { books } = subscriber;
  const before = books.losses();
  const message = JSON.parse(text);
  if (message.event_type === "resync") report.resyncs += 1;
  books.apply(message);
  if (subscriber.droppedAt === undefined) return;
  if (books.losses() > before) report.noticed.push(performance.now() - subscriber.droppedAt);
  // After a trade the whole book comes, and nothing is missed.
  if (books.losses() > before || message.event_type === "book") subscriber.droppedAt = undefined;
}

async function connectAll({ count, slow, ...told }: Extract<Told, { type: "connect" }>): Promise<void> {
  ({ url, assetIds } = told);
  random = createRandom(told.seed);
  while (subscribers.length < count) {
    const some = Array.from({ length: Math.min(ABREAST, count - subscribers.length) }, (_, index) =>
      subscribe(subscribers.length + index < slow),
    );
    subscribers.push(...some);
    await Promise.all(some.map(({ socket }) => once(socket, "message")));
  }
}

async function storm(percent: number): Promise<void> {
  const gone = subscribers.filter(() => random.chance(percent));
  for (const { socket, books } of gone) {
    books.expect(assetIds);
    socket.terminate();
  }
  while (gone.some(({ books }) => assetIds.some((assetId) => books.find(assetId) === undefined)))
    await delay(50);
}

async function compare(expected: readonly DrawnBook[], patienceMs: number): Promise<Comparison> {
  const until = performance.now() + patienceMs;
  for (;;) {
    const others = subscribers.flatMap(({ books, slow }) =>
      expected.flatMap(({ assetId, sequence, drawn }) => {
        const book = books.find(assetId);
        if (book !== undefined && book.sequence === sequence && drawnLocal(book) === drawn) return [];
        return `${slow ? "slow: " : ""}${book === undefined ? "no book" : `at ${book.sequence} ${drawnLocal(book)}`}`;
      }),
    );
    if (others.length === 0 || performance.now() > until)
      return { equal: subscribers.length * expected.length - others.length, others: others.slice(0, 5) };
    await delay(200);
  }
}

async function carryOut(told: Told): Promise<unknown> {
  switch (told.type) {
    case "connect":
      return connectAll(told);
    case "pause":
    case "resume":
      paused = told.type === "pause";
      for (const { socket, slow } of subscribers) if (slow) socket[told.type]();
      return undefined;
    case "storm":
      return storm(told.percent);
    case "compare":
      return compare(told.books, told.patienceMs);
    case "report": {
      const made = report;
      report = { latencies: [], noticed: [], resyncs: 0, closes: {} };
      return made;
    }
  }
}

process.on("message", (told: Told) => {
  void carryOut(told).then((answer) => process.send?.({ answer }));
});
