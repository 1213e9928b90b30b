/** Reads amounts of the ledger, which carry a minus sign if they left the wallet. */
import { readLots, readMicros } from "../../base/money.ts";
import { lots, micros } from "../../../../src/core/units.ts";
import type { Lots, Micros } from "../../../../src/core/units.ts";

const applySign = (text: string, read: (digits: string) => number | undefined): number => {
  const size = read(text.replace("-", "")) ?? 0;
  // JavaScript would keep a negative zero.
  return text.startsWith("-") && size !== 0 ? -size : size;
};

export const readSignedMicros = (text: string): Micros => micros(applySign(text, readMicros));
export const readSignedLots = (text: string): Lots => lots(applySign(text, readLots));
