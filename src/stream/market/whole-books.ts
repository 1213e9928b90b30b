/**
 * Sends whole books between changes: to clients that expect them after trades, and to those that never apply a change,
 * after each. Those that would come faster are sent as one.
 */
import type { Log } from "../../log-event.ts";
import type { Outcome } from "../../core/state.ts";
import { createOneATurn } from "../one-a-turn.ts";
import { textFrame } from "../text-frame.ts";
import type { BookFrames } from "./book-frames.ts";
import { OUTCOMES } from "./market-messages.ts";
import { tokenOf } from "./market-streams.ts";
import type { BookCadence, MarketFollower, MarketStream } from "./market-streams.ts";
import { createOwedBooks } from "./owed-books.ts";

/** Shortest interval of a market's whole books; every change in between is sent all the same. */
const INTERVALS_MS: { readonly [Cadence in BookCadence]: number } = {
  "after-trades": 1_000,
  "after-changes": 100,
};

/** Sends a market's books to its followers of this cadence: soon, or when its interval is over. */
export type SendWholeBooks = (stream: MarketStream, cadence: BookCadence) => void;

export function createWholeBooks(books: BookFrames, log: Log): SendWholeBooks {
  const onError = (error: unknown): void =>
    log.error({ event: "books_not_sent", err: error }, "whole books are not sent");
  const turns = createOneATurn(onError);
  const owed = createOwedBooks(books, onError);

  async function sendAll(stream: MarketStream, cadence: BookCadence): Promise<void> {
    stream.wholeBooks[cadence] = { sentAt: performance.now(), timer: undefined };
    const { market } = stream;
    for (const outcome of OUTCOMES)
      if (followersOf(stream, cadence, outcome).length > 0)
        await books.withBooks([{ market, outcome }], ([book]) => {
          if (book === undefined) return;
          const frame = textFrame(book.json);
          for (const follower of followersOf(stream, cadence, outcome)) send(follower, outcome, frame);
        });
  }

  function send(follower: MarketFollower, outcome: Outcome, frame: Buffer): void {
    const { connection } = follower.subscriber;
    if (connection.hasRoom()) connection.sendFrames(frame);
    else owed.add(follower, outcome);
  }

  return (stream, cadence) => {
    const { sentAt, timer } = stream.wholeBooks[cadence];
    if (timer !== undefined) return;
    const waitMs = Math.max(0, sentAt + INTERVALS_MS[cadence] - performance.now());
    const next = setTimeout(() => turns.add(() => sendAll(stream, cadence)), waitMs);
    stream.wholeBooks[cadence] = { sentAt, timer: next };
  };
}

const followersOf = ({ followers }: MarketStream, cadence: BookCadence, outcome: Outcome): MarketFollower[] =>
  [...followers].filter(
    ({ live, subscriber }) => (live & tokenOf(outcome)) !== 0 && subscriber.books === cadence,
  );
