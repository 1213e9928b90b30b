/**
 * Whole books that slow readers were not sent. Each gets those of its tokens once it has room, as they are then: of
 * several that it missed, one.
 */
import type { Outcome } from "../../core/state.ts";
import { textFrame } from "../text-frame.ts";
import type { BookFrames } from "./book-frames.ts";
import { OUTCOMES } from "./market-messages.ts";
import { tokenOf } from "./market-streams.ts";
import type { MarketFollower } from "./market-streams.ts";

export type OwedBooks = {
  /** Sends the book of this outcome's token later. */
  add(follower: MarketFollower, outcome: Outcome): void;
};

export function createOwedBooks(books: BookFrames, onError: (error: unknown) => void): OwedBooks {
  async function sendAll(follower: MarketFollower): Promise<void> {
    const { market } = follower.stream;
    const { connection } = follower.subscriber;
    await connection.whenRoom();
    const { owed } = follower;
    follower.owed = 0;
    for (const outcome of OUTCOMES.filter((each) => (owed & tokenOf(each)) !== 0))
      await books.withBooks([{ market, outcome }], ([book]) => {
        if (book !== undefined && (follower.live & tokenOf(outcome)) !== 0)
          connection.sendFrames(textFrame(book.json));
      });
  }

  return {
    add(follower, outcome) {
      const isWaiting = follower.owed !== 0;
      follower.owed |= tokenOf(outcome);
      if (!isWaiting) sendAll(follower).catch(onError);
    },
  };
}
