/** Places in the stream of public events. */
import { parseCount } from "../../core/units.ts";

export type ChangePosition = {
  /** The batch of the first event that is still to be read, and the least index that it can have. */
  readonly seq: number;
  readonly index: number;
  /**
   * Hash of the last batch that was read, of `seq` where `index` is above 0, else of the one before; hex, or its beginning. With it, a
   * reader notices that a sandbox was put back to a snapshot.
   */
  readonly hash?: string | undefined;
};

/** The place of the first event of a batch. */
export const startOf = (seq: number): ChangePosition => ({ seq, index: 0 });

/** Digits of a batch's hash in an id: numbers of batches come again where the exchange goes back, and hashes do not. */
export const ID_HASH_DIGITS = 12;

/** The id of the event at a place of a batch; `hash` is that of the batch, hex. */
export const eventIdOf = (seq: number, index: number, hash: string): string =>
  `${seq}-${index}-${hash.slice(0, ID_HASH_DIGITS)}`;

const ID = new RegExp(`^(\\d+)-(\\d+)(?:-([0-9a-f]{${ID_HASH_DIGITS}}))?$`);

/** The place after an event, by its id, also without the hash; `undefined` where that is no id. */
export function positionAfter(id: string): ChangePosition | undefined {
  const [, batch = "", place = "", hash] = ID.exec(id) ?? [];
  const [seq, index] = [parseCount(batch), parseCount(place)];
  if (seq === undefined || seq === 0 || index === undefined) return undefined;
  return { seq, index: index + 1, hash };
}
