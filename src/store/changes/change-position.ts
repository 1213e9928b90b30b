/** Cursors in the stream of public events. */
import { parseCount } from "../../core/units.ts";

export type ChangePosition = {
  /** Batch of the next event to read, and the lowest index that it can have. */
  readonly seq: number;
  readonly index: number;
  /**
   * Hash of the last batch that was read, hex, or a prefix of it: batch `seq` if `index` is above 0, else the one
   * before. It lets a reader notice that a sandbox went back to a snapshot.
   */
  readonly hash?: string | undefined;
};

/** Returns the cursor of the first event of a batch. */
export const startOf = (seq: number): ChangePosition => ({ seq, index: 0 });

/** Digits of a batch's hash in an event id: if the exchange goes back, batch numbers repeat but hashes do not. */
export const ID_HASH_DIGITS = 12;

/** Builds the id of an event from its batch and index; `hash` is that of the batch, hex. */
export const eventIdOf = (seq: number, index: number, hash: string): string =>
  `${seq}-${index}-${hash.slice(0, ID_HASH_DIGITS)}`;

const ID = new RegExp(`^(\\d+)-(\\d+)(?:-([0-9a-f]{${ID_HASH_DIGITS}}))?$`);

/** Parses an event id, with or without hash, to the cursor after that event; `undefined` if it is no id. */
export function positionAfter(id: string): ChangePosition | undefined {
  const [, batch = "", place = "", hash] = ID.exec(id) ?? [];
  const [seq, index] = [parseCount(batch), parseCount(place)];
  if (seq === undefined || seq === 0 || index === undefined) return undefined;
  return { seq, index: index + 1, hash };
}
