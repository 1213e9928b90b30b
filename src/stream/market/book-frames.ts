/** Messages of whole books: the bytes of GET /book, with the message's type and its place in the stream. */
import type { Token } from "../../core/state.ts";
import type { Context } from "../../context.ts";
import { BOOKS, streamId } from "../../http/trading/books/book-record.ts";
import type { SequencedBook } from "../../http/trading/books/book-record.ts";
import { textFrame } from "../text-frame.ts";

/** The message of a token's book, as JSON. */
export type BookMessageBytes = { readonly token: Token; readonly json: Buffer };

export type BookFrames = {
  /**
   * Calls `use` with books of the last commit that followers got, so that the next commit they get comes after it. Waits
   * for a commit that is in flight. Gives the first tokens' books, as many as are sent at once and at least one.
   */
  withBooks(tokens: readonly Token[], use: (books: readonly BookMessageBytes[]) => void): Promise<void>;
};

/** Bytes of books from which on no more are read at once: about half a millisecond. */
const BYTES_AT_ONCE = 64 * 1024;

export function createBookFrames({ engine, clock }: Pick<Context, "engine" | "clock">): BookFrames {
  /** Reads books that stand still, and gives the waits for those that change. */
  function readSome(tokens: readonly Token[]) {
    const books: BookMessageBytes[] = [];
    const waits: Promise<unknown>[] = [];
    let bytes = 0;
    for (const token of tokens) {
      if (bytes >= BYTES_AT_ONCE) break;
      const book = engine.reads.read(token.market, BOOKS[token.outcome]);
      if (book instanceof Promise) {
        // A commit may take so long that reads are told so; it goes on, and so does the wait for it.
        waits.push(book.catch(() => {}));
        continue;
      }
      const json = bookMessage(book, streamId(engine.run, token.market), clock());
      bytes += json.length;
      books.push({ token, json });
    }
    return { books, waits };
  }

  return {
    async withBooks(tokens, use) {
      let { books, waits } = readSome(tokens);
      // Waits once for all: later commits must not hold up the books that stand still.
      for (let first = true; waits.length > 0 && (first || books.length === 0); first = false) {
        await Promise.all(waits);
        ({ books, waits } = readSome(tokens));
      }
      use(books);
    },
  };
}

const HEAD = Buffer.from('{"event_type":"book",');

function bookMessage({ json, sequence }: SequencedBook, id: string, at: number): Buffer {
  const place = JSON.stringify({ sequence, stream_id: id, server_ts_ms: at });
  return Buffer.concat([HEAD, json.subarray(1, -1), Buffer.from(`,${place.slice(1)}`)]);
}

/** Frame of several messages, as one JSON array. */
export const arrayFrame = (messages: readonly Buffer[]): Buffer =>
  textFrame(
    Buffer.concat([OPEN, ...messages.flatMap((one, at) => (at === 0 ? [one] : [COMMA, one])), CLOSE]),
  );

const [OPEN, COMMA, CLOSE] = ["[", ",", "]"].map((each) => Buffer.from(each)) as [Buffer, Buffer, Buffer];
