/** Parser of the point in time that a restore goes back to. */
import { instantOf } from "../catalog/dates.ts";
import type { Moment } from "../store/backup/moment.ts";

/** Reads a batch such as `1041`, or an instant. Throws an Error with the expected form and the given text. */
export function parseMoment(text: string): Moment {
  if (/^[1-9]\d{0,15}$/.test(text)) return { by: "batch", seq: Number(text) };
  const instant = instantOf(text);
  if (instant !== undefined) return { by: "time", at: Date.parse(instant) };
  throw new Error(`expected a batch like 1041, or an instant like 2026-01-31T12:00:00Z, got "${text}"`);
}
