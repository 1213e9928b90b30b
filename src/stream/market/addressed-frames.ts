/** Framed messages of one market, each for those of its subscribers who are told of certain tokens. */
import type { MarketStream, Tokens } from "./market-streams.ts";

/** `custom`: only for those who asked for more than books and trades. */
export type AddressedFrame = { readonly tokens: Tokens; readonly custom: boolean; readonly frame: Buffer };

/** Who is there to be told: of which tokens, and whether of more than books and trades. */
export function audienceOf({ follows }: MarketStream): { tokens: Tokens; custom: boolean } {
  const audience = { tokens: 0, custom: false };
  for (const { live, subscriber } of follows) {
    audience.tokens |= live;
    audience.custom ||= live !== 0 && subscriber.custom;
  }
  return audience;
}

/** In one piece to each subscriber, which those share who are told of the same tokens, as plainly. */
export function sendAddressed({ follows }: MarketStream, frames: readonly AddressedFrame[]): void {
  const plain: (Buffer | undefined)[] = [];
  const custom: (Buffer | undefined)[] = [];
  for (const { live, subscriber } of follows) {
    if (live === 0) continue;
    const pieces = subscriber.custom ? custom : plain;
    const piece = (pieces[live] ??= pieceOf(frames, live, subscriber.custom));
    if (piece.length > 0) subscriber.connection.sendFrames(piece);
  }
}

function pieceOf(frames: readonly AddressedFrame[], live: Tokens, more: boolean): Buffer {
  const own = frames.filter(({ tokens, custom }) => (tokens & live) !== 0 && (more || !custom));
  return own.length === 1 ? own[0].frame : Buffer.concat(own.map(({ frame }) => frame));
}
