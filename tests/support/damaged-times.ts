/** Timestamps of requests: at the edges of what is accepted, and texts that are no time. */
import type { RequestDamage } from "./damaged-requests.ts";

/** Milliseconds from now; in whole seconds a second has all of its milliseconds. */
const DISTANCES = [
  -86_400_000, -61_000, -60_001, -60_000, -59_999, -1_000, 0, 1_000, 9_999, 10_000, 10_001, 11_000,
];
const [MAX_LATE, MAX_EARLY] = [60_000, 10_000];

/** Times apart from `now` (milliseconds), each written in milliseconds and in seconds. */
export const timesApart = (now: number, distances: readonly number[] = DISTANCES): RequestDamage[] =>
  distances.flatMap((distance) => {
    const inSeconds = [Math.floor, Math.ceil].map((round) => round((now + distance) / 1_000));
    const written = [
      { text: String(now + distance), at: now + distance },
      ...inSeconds.map((seconds) => ({ text: String(seconds), at: seconds * 1_000 })),
    ];
    return written.map(({ text, at }) => ({
      name: `${at - now} ms from now as ${text}`,
      damage: () => ({ timestamp: text }),
      refusal: at >= now - MAX_LATE && at <= now + MAX_EARLY ? undefined : ("unauthorized" as const),
    }));
  });

const WORDS = ["", "0", "-1", "+1", "now", "NaN", "Infinity", "null", "1e9", "1.78e9", "0x1", "0x6a1d7840"];
const BEFORE = ["-", "+", "0", "00", "0x", "1"];
const AFTER = [".0", ".5", ".", "e0", "n", "s", "x", "000000", "0", "_000", ",000", "\u00a0"];

/** Texts that are no time, though a lenient parser would read some of them as this very second. */
export function noTimes(now: number): string[] {
  const seconds = String(Math.floor(now / 1_000));
  const texts = [
    ...WORDS,
    ...BEFORE.map((first) => first + seconds),
    ...AFTER.map((last) => seconds + last),
    `${now}000`,
    `${now}.5`,
    `${seconds} ${seconds}`,
    `${seconds},${seconds}`,
    "\u0663",
    new Date(now).toISOString(),
    "9".repeat(13),
    "9".repeat(400),
  ];
  return texts.map(encodeHeader);
}

/** A header's value is bytes: other text goes over the wire as its UTF-8. */
const encodeHeader = (text: string): string => Buffer.from(text).toString("latin1");

export const timesThatAreNone = (now: number): RequestDamage[] =>
  noTimes(now).map((timestamp) => ({
    name: `timestamp ${JSON.stringify(timestamp).slice(0, 40)}`,
    damage: () => ({ timestamp }),
    refusal: "unauthorized",
  }));
