/** Texts of an export's request: times, and lengths of candles. */

/** A day or an instant in UTC. */
const TIME = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?Z)?$/;

export const TIME_EXAMPLE = "a day or a time in UTC as 2026-05-01T12:00:00Z";

/** Milliseconds of a time; `undefined` when the text is none. */
export function readExportTime(text: string): number | undefined {
  const time = TIME.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}

export const CANDLE_LENGTHS = ["1m", "5m", "15m", "1h", "4h", "1d"] as const;
export type CandleLength = (typeof CANDLE_LENGTHS)[number];

/** Milliseconds of a candle. */
export const CANDLE_MS: Readonly<Record<CandleLength, number>> = {
  "1m": 60_000,
  "5m": 300_000,
  "15m": 900_000,
  "1h": 3_600_000,
  "4h": 14_400_000,
  "1d": 86_400_000,
};
