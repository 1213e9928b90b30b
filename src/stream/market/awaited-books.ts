/**
 * The queue of whole books that a connection is to get. Changes of a token are sent only after its book. Books are
 * long, so each waits until the client has room for it.
 */
import type { Token } from "../../core/state.ts";
import type { BookFrames } from "./book-frames.ts";
import type { Connection } from "../channel.ts";
import { tokenIdOf } from "./followed-tokens.ts";
import type { FollowedTokens } from "./followed-tokens.ts";
import { tokenOf } from "./market-streams.ts";

export type AwaitedBooks = {
  /** Queues the books of tokens that the connection is subscribed to. */
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
        const follower = followed.find(token);
        if (follower === undefined) return;
        connection.sendFrames(frame);
        follower.live |= tokenOf(token.outcome);
      });
    }
    sending = false;
  }

  return {
    add(tokens) {
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
