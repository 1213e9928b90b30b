/** Whole books to everyone who follows a market, after trades: clients of the services expect them then. */
import type { Logger } from "pino";
import { audienceOf, sendAddressed } from "./addressed-frames.ts";
import type { BookFrames } from "./book-frames.ts";
import { OUTCOMES } from "./market-messages.ts";
import { tokenOf } from "./market-streams.ts";
import type { MarketStream } from "./market-streams.ts";

/** For a market at most so often: what changes in between is told in full all the same. */
const EVERY_MS = 1_000;

/** Shows a market's books at once, or when a second has passed since the last time. */
export type ShowTradedBooks = (stream: MarketStream) => void;

export function createTradedBooks(books: BookFrames, log: Logger): ShowTradedBooks {
  async function send(stream: MarketStream): Promise<void> {
    stream.booksAt = performance.now();
    const { market } = stream;
    const { tokens } = audienceOf(stream);
    for (const outcome of OUTCOMES) {
      if ((tokens & tokenOf(outcome)) === 0) continue;
      await books.withBook({ market, outcome }, (frame) =>
        sendAddressed(stream, [{ tokens: tokenOf(outcome), custom: false, frame }]),
      );
    }
  }

  const sendContained = (stream: MarketStream): void => {
    send(stream).catch((error: unknown) => log.error({ err: error }, "books are not shown after trades"));
  };

  return (stream) => {
    if (stream.booksTimer !== undefined) return;
    const waitMs = stream.booksAt + EVERY_MS - performance.now();
    if (waitMs <= 0) return sendContained(stream);
    stream.booksTimer = setTimeout(() => {
      stream.booksTimer = undefined;
      sendContained(stream);
    }, waitMs);
  };
}
