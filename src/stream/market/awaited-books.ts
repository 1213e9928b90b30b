/**
 * The queue of whole books that a connection is to get. Changes of a token are sent only after its book. Books are
 * long, so each waits until the client has room for it.
 */
import type { Token } from "../../core/state.ts";
import { DIFFERENCES } from "../../http/dialects/dialect-differences.ts";
import { arrayFrame } from "./book-frames.ts";
import type { BookFrames, BookMessageBytes } from "./book-frames.ts";
import type { Connection } from "../channel.ts";
import type { Turns } from "../../http/guard/turns.ts";
import { textFrame } from "../text-frame.ts";
import { tokenIdOf } from "./followed-tokens.ts";
import type { FollowedTokens } from "./followed-tokens.ts";
import { tokenOf } from "./market-streams.ts";

export type AwaitedBooks = {
  /** Queues the books of tokens that the connection is subscribed to, and calls `then` once all that wait are sent. */
  add(tokens: readonly Token[], then?: () => void): void;
};

export type SentBooks = {
  readonly books: BookFrames;
  /** Turns in which the books of all connections are sent, some of one connection at a time. */
  readonly turns: Turns;
};

export function createAwaitedBooks(
  connection: Connection,
  { books, turns }: SentBooks,
  followed: FollowedTokens,
): AwaitedBooks {
  const awaited = new Map<string, Token>();
  const inArrays = DIFFERENCES.sentBooks.does[connection.dialect] === "arrays";
  let sending = false;
  const called: (() => void)[] = [];

  async function sendAll(): Promise<void> {
    sending = true;
    while (awaited.size > 0) {
      await connection.whenRoom();
      await new Promise<void>((resolve) => turns.next(resolve));
      const [first, ...others] = awaited.values();
      if (first !== undefined) await books.withBooks(inArrays ? [first, ...others] : [first], send);
    }
    sending = false;
    for (const call of called.splice(0)) call();
  }

  function send(read: readonly BookMessageBytes[]): void {
    const messages: Buffer[] = [];
    for (const { token, json } of read) {
      awaited.delete(tokenIdOf(token));
      const follower = followed.find(token);
      if (follower === undefined) continue;
      messages.push(json);
      follower.live |= tokenOf(token.outcome);
    }
    if (messages.length === 0) return;
    connection.sendFrames(inArrays ? arrayFrame(messages) : Buffer.concat(messages.map(textFrame)));
  }

  return {
    add(tokens, then) {
      if (tokens.length === 0 && inArrays) connection.sendFrames(arrayFrame([]));
      if (then !== undefined) called.push(then);
      for (const token of tokens) {
        const follower = followed.find(token);
        if (follower === undefined) continue;
        follower.live &= ~tokenOf(token.outcome);
        awaited.set(tokenIdOf(token), token);
      }
      if (!sending) sendAll().catch(connection.fail);
    },
  };
}
