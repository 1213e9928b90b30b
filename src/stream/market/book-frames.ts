/** Frames of a token's whole book: the bytes of GET /book, with the message's type and its place in the stream. */
import type { Token } from "../../core/state.ts";
import type { Context } from "../../context.ts";
import { BOOKS, streamId } from "../../http/trading/books/book-record.ts";
import type { SequencedBook } from "../../http/trading/books/book-record.ts";
import { textFrame } from "../text-frame.ts";

export type BookFrames = {
  /**
   * Calls `use` with the book of the last commit that followers got, so that the next commit they get comes after it.
   * Waits for a commit that is in flight.
   */
  withBook(token: Token, use: (frame: Buffer) => void): Promise<void>;
};

export function createBookFrames({ engine, clock }: Pick<Context, "engine" | "clock">): BookFrames {
  return {
    async withBook({ market, outcome }, use) {
      let book = engine.reads.read(market, BOOKS[outcome]);
      while (book instanceof Promise) {
        await book;
        book = engine.reads.read(market, BOOKS[outcome]);
      }
      use(bookFrame(book, streamId(engine.run, market), clock()));
    },
  };
}

const HEAD = Buffer.from('{"event_type":"book",');

function bookFrame({ json, sequence }: SequencedBook, id: string, at: number): Buffer {
  const place = JSON.stringify({ sequence, stream_id: id, server_ts_ms: at });
  return textFrame(Buffer.concat([HEAD, json.subarray(1, -1), Buffer.from(`,${place.slice(1)}`)]));
}
