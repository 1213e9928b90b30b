/**
 * A trade's id on the wire: its number in the shape of a UUID (version 8, "custom"), since some clients parse it as
 * one. The number can be read back, so no second identifier needs to be stored.
 */

const PATTERN = /^00000000-0000-8000-8([0-9a-f]{3})-([0-9a-f]{12})$/;

/** The id of trade `no`, a positive safe integer. */
export function tradeId(no: number): string {
  const hex = no.toString(16).padStart(15, "0");
  return `00000000-0000-8000-8${hex.slice(0, 3)}-${hex.slice(3)}`;
}

/** The number of the trade with this id, in any case; `undefined` when no trade can have it. */
export function tradeNumber(id: string): number | undefined {
  const match = PATTERN.exec(id.toLowerCase());
  if (match === null) return undefined;
  const no = Number.parseInt(`${match[1]}${match[2]}`, 16);
  return Number.isSafeInteger(no) ? no : undefined;
}
