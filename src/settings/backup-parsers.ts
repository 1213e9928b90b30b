/** Parsers of the settings of backups. */
import type { S3Account } from "../store/archive/place-name.ts";

/** Reads `ID:SECRET`; the error does not repeat the text. */
export function parseBackupAccount(text: string): S3Account {
  const [, id, secret] = /^([^:\s]{1,128}):(\S{1,256})$/.exec(text) ?? [];
  if (id !== undefined && secret !== undefined) return { id, secret };
  throw new Error("expected an access key as ID:SECRET");
}

const UNITS = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;
const SHORTEST_MS = 1_000;
const LONGEST_MS = 3_650 * UNITS.d;

/** Reads a duration like `30s`, `5m`, `6h`, `7d`, in milliseconds. */
export function parseSpan(text: string): number {
  const [, count, unit] = /^([1-9]\d{0,6})([smhd])$/.exec(text) ?? [];
  const span = Number(count) * (UNITS[unit as keyof typeof UNITS] ?? Number.NaN);
  if (span >= SHORTEST_MS && span <= LONGEST_MS) return span;
  throw new Error(`expected a time like 30s, 5m, 6h or 7d, at most 3650d, got "${text}"`);
}

export const parseSpanOrOff = (text: string): number | undefined =>
  text === "off" ? undefined : parseSpan(text);
