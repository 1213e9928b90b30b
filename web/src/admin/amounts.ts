/** Amounts of the operator API, which are decimal texts, as people of the page's language write them. */
import type { Formats } from "../text/formats.ts";
import { readLots, readMicros } from "../money.ts";

/** In 0.000001. */
const CENT = 10_000;

/** Text that is no amount is shown as it came, and so is one of parts of a cent: none of it may be lost here. */
export function moneyWords(text: string, formats: Formats): string {
  const amount = readMicros(text);
  return amount === undefined || amount % CENT !== 0 ? text : formats.money(amount);
}

export function sharesWords(text: string, formats: Formats): string {
  const size = readLots(text);
  return size === undefined ? text : formats.shares(size);
}

export const timeWords = (instant: string, formats: Formats): string => formats.dateTime(Date.parse(instant));
