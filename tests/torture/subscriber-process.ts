/**
 * Subscribers of the market channel in a process of their own. Each keeps the books of two tokens by the messages that
 * come. It drops some, takes some twice and others one too late. Slow ones stop reading for a while, and those that
 * are cut off connect again.
 */
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { WebSocket } from "ws";
import { drawnLocal } from "../stream/drawn-book.ts";
import { createLocalBooks } from "../stream/local-book.ts";
import type { LocalBooks } from "../stream/local-book.ts";
import { createRandom } from "../support/random.ts";
import type { Random } from "../support/random.ts";

/** Commands to the process. Each is answered once it is done. */
export type SubscriberCommand =
  | {
      readonly type: "connect";
      readonly url: string;
      readonly assetIds: readonly string[];
      readonly count: number;
      readonly slow: number;
      readonly seed: number;
    }
  | { readonly type: "pause" | "resume" | "report" }
  /** Cuts off so many percent of the subscribers at once. */
  | { readonly type: "storm"; readonly percent: number }
  /**
   * Counts the subscribers with these books, as `drawnLocal` draws them at their sequences, once all have them or
   * after `deadlineMs`.
   */
  | { readonly type: "compare"; readonly books: readonly DrawnBook[]; readonly deadlineMs: number };

export type DrawnBook = { readonly assetId: string; readonly sequence: number; readonly drawn: string };

export type Report = {
  /** Milliseconds from the commit to each subscriber that reads. */
  readonly latencies: readonly number[];
  /** Milliseconds from a dropped message to when its subscriber noticed. */
  readonly noticed: readonly number[];
  readonly resyncs: number;
  readonly closes: Readonly<Record<string, number>>;
};

export type Comparison = { readonly equal: number; readonly others: readonly string[] };

type Subscriber = {
  readonly slow: boolean;
  readonly books: LocalBooks;
  socket: WebSocket;
  /** A message that will come one too late. */
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

/** Close code of a connection that ends without a close frame; the server's closes have other codes. */
const TERMINATED = 1006;

function take(subscriber: Subscriber, text: string): void {
  if (!text.includes('"price_change"')) return apply(subscriber, text);
  if (!(paused && subscriber.slow)) report.latencies.push(Date.now() - Number(STAMP.exec(text)?.[1]));
  const luck = random.below(300);
  if (luck === 0) {
    // Slow subscribers notice nothing, and those that wait for a whole book need not.
    if (!subscriber.slow && showsLoss(subscriber, text)) subscriber.droppedAt ??= performance.now();
  } else if (luck === 1 && subscriber.held === undefined) subscriber.held = text;
  else {
    apply(subscriber, text);
    if (luck === 2) apply(subscriber, text);
    if (subscriber.held !== undefined) apply(subscriber, subscriber.held);
    subscriber.held = undefined;
  }
}

/** True if all its books are older than this message, so that its loss shows with the next one. */
const showsLoss = ({ books }: Subscriber, text: string): boolean =>
  assetIds.every((assetId) => (books.find(assetId)?.sequence ?? Infinity) < Number(SEQUENCE.exec(text)?.[1]));

function apply(subscriber: Subscriber, text: string): void {
  const { books } = subscriber;
  const before = books.losses();
  const message = JSON.parse(text);
  if (message.event_type === "resync") report.resyncs += 1;
  books.apply(message);
  if (subscriber.droppedAt === undefined) return;
  if (books.losses() > before) report.noticed.push(performance.now() - subscriber.droppedAt);
  // After a trade the whole book comes, so nothing is missed.
  if (books.losses() > before || message.event_type === "book") subscriber.droppedAt = undefined;
}

async function connectAll({
  count,
  slow,
  ...command
}: Extract<SubscriberCommand, { type: "connect" }>): Promise<void> {
  ({ url, assetIds } = command);
  random = createRandom(command.seed);
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

async function compare(expected: readonly DrawnBook[], deadlineMs: number): Promise<Comparison> {
  const until = performance.now() + deadlineMs;
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

async function carryOut(command: SubscriberCommand): Promise<unknown> {
  switch (command.type) {
    case "connect":
      return connectAll(command);
    case "pause":
    case "resume":
      paused = command.type === "pause";
      for (const { socket, slow } of subscribers) if (slow) socket[command.type]();
      return undefined;
    case "storm":
      return storm(command.percent);
    case "compare":
      return compare(command.books, command.deadlineMs);
    case "report": {
      const made = report;
      report = { latencies: [], noticed: [], resyncs: 0, closes: {} };
      return made;
    }
  }
}

process.on("message", (command: SubscriberCommand) => {
  void carryOut(command).then((answer) => process.send?.({ answer }));
});
