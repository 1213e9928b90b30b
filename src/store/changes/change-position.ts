/** Places in the stream of public events. */
import { parseCount } from "../../core/units.ts";

export type ChangePosition = {
  /** The batch of the first event that is still to be read, and the least index that it can have. */
  readonly seq: number;
  readonly index: number;
  /**
   * Hash of the last batch that was read, of `seq` where `index` is above 0, else of the one before; hex. With it, a
   * reader notices that a sandbox was put back to a snapshot.
   */
  readonly hash?: string | undefined;
};

/** The place of the first event of a batch. */
export const startOf = (seq: number): ChangePosition => ({ seq, index: 0 });

/** The place after an event, by its id; `undefined` where that is no id. */
export function positionAfter(id: string): ChangePosition | undefined {
  const [seq, index, ...more] = id.split("-").map(parseCount);
  if (seq === undefined || seq === 0 || index === undefined || more.length > 0) return undefined;
  return { seq, index: index + 1 };
}
