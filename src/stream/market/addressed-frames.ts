/** Framed messages of one market, each for the subscribers of one or both tokens. */
import type { MarketStream, Tokens } from "./market-streams.ts";

/**
 * A frame for the subscribers of these tokens. With `custom` only for subscribers that asked for more than books and
 * trades.
 */
export type AddressedFrame = { readonly tokens: Tokens; readonly custom: boolean; readonly frame: Buffer };

export type Audience = {
  /** Tokens that have subscribers. */
  tokens: Tokens;
  /** True if a subscriber asked for more than books and trades. */
  custom: boolean;
  /** True if a subscriber gets the whole book after each change. */
  everyChange: boolean;
};

export function listAudience({ followers }: MarketStream): Audience {
  const audience = { tokens: 0, custom: false, everyChange: false };
  for (const { live, subscriber } of followers) {
    audience.tokens |= live;
    audience.custom ||= live !== 0 && subscriber.custom;
    audience.everyChange ||= live !== 0 && subscriber.books === "after-changes";
  }
  return audience;
}

/** Sends each subscriber its frames in one piece; subscribers of the same tokens share the bytes. */
export function sendAddressed({ followers }: MarketStream, frames: readonly AddressedFrame[]): void {
  const plain: (Buffer | undefined)[] = [];
  const custom: (Buffer | undefined)[] = [];
  for (const { live, subscriber } of followers) {
    if (live === 0) continue;
    const pieces = subscriber.custom ? custom : plain;
    const piece = (pieces[live] ??= joinFrames(frames, live, subscriber.custom));
    if (piece.length > 0) subscriber.connection.sendFrames(piece);
  }
}

function joinFrames(frames: readonly AddressedFrame[], live: Tokens, more: boolean): Buffer {
  const own = frames.filter(({ tokens, custom }) => (tokens & live) !== 0 && (more || !custom));
  const [first] = own;
  return first !== undefined && own.length === 1 ? first.frame : Buffer.concat(own.map(({ frame }) => frame));
}
