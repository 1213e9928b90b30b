/** Bytes of large answers that an address may have, and the headers that say what is left of them. */
import type { Allowances } from "../guard/allowances.ts";

/**
 * Bytes that an address may have at once; they come back evenly. An answer that takes more than is left is paid off
 * first.
 */
export const ANSWER_BYTES = {
  name: "bytes of large answers",
  bytes: 256 * 1024 * 1024,
  seconds: 10,
} as const;

/** Bytes that have to be left for another answer to be begun. */
const LEAST = 1_024;

export type AnswerBytes = {
  /** Milliseconds until the address may have another answer; 0 when it may. */
  waitFor(address: string): number;
  use(address: string, bytes: number): void;
  /** The headers RateLimit-Policy and RateLimit of draft-ietf-httpapi-ratelimit-headers. */
  headersOf(address: string): Readonly<Record<string, string>>;
  readonly limit: number;
};

/** `factor` is what the published number is multiplied by. */
export function createAnswerBytes(allowances: Allowances, factor: number, clock: () => number): AnswerBytes {
  const limit = Math.max(Math.round(ANSWER_BYTES.bytes * factor), 1);
  const { seconds } = ANSWER_BYTES;
  const allowance = allowances.add({ count: limit, seconds });
  const policy = `"bytes";q=${limit};qu="content-bytes";w=${seconds}`;
  return {
    limit,
    waitFor: (address) => allowances.waitFor(allowance, address, { cost: LEAST, nowMs: clock() }),
    use: (address, bytes) => allowances.use(allowance, address, { cost: bytes, nowMs: clock() }),
    headersOf(address) {
      const left = Math.max(allowances.left(allowance, address, clock()), 0);
      const used = limit - left;
      const wait = Math.ceil((used * seconds) / limit);
      return { "ratelimit-policy": policy, ratelimit: `"bytes";r=${left};t=${wait}` };
    },
  };
}
