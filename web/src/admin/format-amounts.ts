/** Formats amounts and times of the operator API, which writes them as text. */
import type { Formats } from "../text/formats.ts";
import { readLots, readMicros } from "../money.ts";

/** Micros in a cent. */
const CENT = 10_000;

/** Formats collateral. Invalid text and fractions of a cent are shown unchanged, so that no digit is lost. */
export function formatMoney(text: string, formats: Formats): string {
  const amount = readMicros(text);
  return amount === undefined || amount % CENT !== 0 ? text : formats.money(amount);
}

export function formatShares(text: string, formats: Formats): string {
  const size = readLots(text);
  return size === undefined ? text : formats.shares(size);
}

export const formatTime = (instant: string, formats: Formats): string =>
  formats.dateTime(Date.parse(instant));
