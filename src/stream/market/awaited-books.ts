/**
 * The books that a connection waits for. A token's changes are told from its book on: while it is awaited they are not.
 * Books are long, so they are sent one after the other, each when the client has room for it.
 */
import type { Token } from "../../core/state.ts";
import type { BookFrames } from "./book-frames.ts";
import type { Connection } from "../channel.ts";
import { tokenIdOf } from "./followed-tokens.ts";
import type { FollowedTokens } from "./followed-tokens.ts";
import { tokenOf } from "./market-streams.ts";

export type AwaitedBooks = {
  /** Of tokens that are subscribed to. */
  add(tokens: readonly Token[]): void;
};

export function createAwaitedBooks(
  connection: Connection,
  books: BookFrames,
  followed: FollowedTokens,
): AwaitedBooks {
  const awaited = new Map<string, Token>();
  let sending = false;

  async function sendAll(): Promise<void> {
    sending = true;
    for (const [tokenId, token] of awaited) {
      await connection.whenRoom();
      awaited.delete(tokenId);
      await books.withBook(token, (frame) => {
        const follow = followed.find(token);
        if (follow === undefined) return;
        connection.sendFrames(frame);
        follow.live |= tokenOf(token.outcome);
      });
    }
    sending = false;
  }

  return {
    add(tokens) {
      for (const token of tokens) {
        const follow = followed.find(token);
        if (follow === undefined) continue;
        follow.live &= ~tokenOf(token.outcome);
        awaited.set(tokenIdOf(token), token);
      }
      if (!sending) sendAll().catch(connection.fail);
    },
  };
}
