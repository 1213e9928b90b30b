/** Checks the timestamp of a signed request: its form, its window, and the difference between the clocks. */
import { readTimestamp } from "../../signing/request-auth.ts";
import { failedCheck, passedCheck, shownValue } from "./check.ts";
import type { Check } from "./check.ts";

export type TimeWindow = {
  readonly nowMs: number;
  readonly oldestMs: number;
  readonly newestMs: number;
};

export function explainTime(timestamp: string, { nowMs, oldestMs, newestMs }: TimeWindow): Check {
  const serverTime = `server time is ${Math.floor(nowMs / 1000)}`;
  const [before, after] = [oldestMs / 1000, newestMs / 1000];
  const window = `at most ${before} s before and ${after} s after`;
  const comparison = { expected: `${window}; ${serverTime}`, got: shownValue(timestamp) };
  const timeMs = readTimestamp(timestamp);
  if (timeMs === undefined) return failedCheck("timestamp", explainForm(timestamp), comparison);
  const clockDifferenceMs = nowMs - timeMs;
  if (clockDifferenceMs <= oldestMs && -clockDifferenceMs <= newestMs)
    return passedCheck("timestamp", comparison, distance(clockDifferenceMs));
  const isReadAsSeconds = timeMs === Number(timestamp) * 1_000;
  const unit = isReadAsSeconds ? findUnit(timestamp, nowMs) : undefined;
  const where = `timestamp: ${serverTime}, ${window}; got ${timestamp}`;
  if (unit !== undefined)
    return failedCheck(
      "timestamp",
      { mistake: "timestamp_unit", hint: `${where}, which is a time in ${unit}` },
      comparison,
    );
  const mistake = clockDifferenceMs > 0 ? "clock_behind" : "clock_ahead";
  const advice = "set the clock by a time server, or ask GET /time first";
  return failedCheck(
    "timestamp",
    { mistake, hint: `${where}, ${distance(clockDifferenceMs)}: ${advice}` },
    comparison,
  );
}

function explainForm(timestamp: string) {
  const expected = "timestamp: expected unix seconds as decimal text";
  if (/^\d{10}\.\d+$/.test(timestamp))
    return { mistake: "timestamp_unit", hint: `${expected}; this has a fraction: leave it out` } as const;
  if (/^\d{14,19}$/.test(timestamp))
    return { mistake: "timestamp_unit", hint: `${expected}; this has ${timestamp.length} digits` } as const;
  return { mistake: "timestamp_malformed", hint: `${expected}; got "${shownValue(timestamp)}"` } as const;
}

/** Finds the real unit of a number that is read as seconds: the unit in which the number is within a day of now. */
function findUnit(timestamp: string, nowMs: number): string | undefined {
  const units = [
    { name: "minutes", ms: 60_000 },
    { name: "tenths of a second", ms: 100 },
    { name: "hundredths of a second", ms: 10 },
  ];
  return units.find(({ ms }) => Math.abs(Number(timestamp) * ms - nowMs) < DAY_MS)?.name;
}

const DAY_MS = 86_400_000;

function distance(offMs: number): string {
  const seconds = Math.round(Math.abs(offMs) / 1000);
  if (seconds === 0) return "the clocks agree";
  return `${seconds} s ${offMs > 0 ? "behind" : "ahead of"} the server`;
}
