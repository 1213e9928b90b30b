/** Sends whole books to all followers of a market after trades, as clients of the services expect. */
import type { Logger } from "pino";
import { textFrame } from "../text-frame.ts";
import { audienceOf, sendAddressed } from "./addressed-frames.ts";
import type { BookFrames } from "./book-frames.ts";
import { OUTCOMES } from "./market-messages.ts";
import { tokenOf } from "./market-streams.ts";
import type { MarketStream } from "./market-streams.ts";

/** Shortest interval of a market's whole books; every change in between is sent all the same. */
const BOOK_INTERVAL_MS = 1_000;

/** Sends a market's books at once, or a second after the last time. */
export type SendTradedBooks = (stream: MarketStream) => void;

export function createTradedBooks(books: BookFrames, log: Logger): SendTradedBooks {
  async function send(stream: MarketStream): Promise<void> {
    stream.booksAt = performance.now();
    const { market } = stream;
    const { tokens } = audienceOf(stream);
    for (const outcome of OUTCOMES) {
      if ((tokens & tokenOf(outcome)) === 0) continue;
      await books.withBooks([{ market, outcome }], (read) => {
        const addressed = { tokens: tokenOf(outcome), custom: false };
        sendAddressed(
          stream,
          read.map(({ json }) => ({ ...addressed, frame: textFrame(json) })),
        );
      });
    }
  }

  const sendSafely = (stream: MarketStream): void => {
    send(stream).catch((error: unknown) => log.error({ err: error }, "books are not shown after trades"));
  };

  return (stream) => {
    if (stream.booksTimer !== undefined) return;
    const waitMs = stream.booksAt + BOOK_INTERVAL_MS - performance.now();
    if (waitMs <= 0) return sendSafely(stream);
    stream.booksTimer = setTimeout(() => {
      stream.booksTimer = undefined;
      sendSafely(stream);
    }, waitMs);
  };
}
