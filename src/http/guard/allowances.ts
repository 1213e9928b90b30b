/**
 * Allowances that refill evenly, with each subject's usage. One number is stored per subject: the time at which the
 * subject's allowance is full again. Memory is bounded: with very many subjects, those without a request for longest are
 * forgotten first.
 */
import type { Rate } from "./rate-limits.ts";

/** Maximum subjects in each of two generations, at a hundred bytes each. */
const MAX_SUBJECTS = 50_000;
/** Lifetime of a generation, ms; usage older than that no longer counts. */
const GENERATION_MS = 1_200_000;

/** Tolerance for accumulated rounding errors, ms. */
export const TOLERANCE_MS = 0.01;

export type Allowance = {
  /** Unique character; together with the subject, the key under which the usage is stored. */
  readonly id: string;
  readonly count: number;
  /** Time in which one unit refills, ms. */
  readonly intervalMs: number;
  readonly wholeMs: number;
};

export type Allowances = {
  add(rate: Rate): Allowance;
  /**
   * Returns the milliseconds until `cost` is available; 0 if available now. A cost above the full allowance is granted when
   * nothing is used, and must refill before the next use.
   */
  waitFor(allowance: Allowance, subject: string, asked: AllowanceUse): number;
  use(allowance: Allowance, subject: string, asked: AllowanceUse): void;
  /** Returns the remaining units; negative after a use above the allowance. */
  left(allowance: Allowance, subject: string, nowMs: number): number;
};

export type AllowanceUse = { readonly cost: number; readonly nowMs: number };

export function createAllowances(maxSubjects = MAX_SUBJECTS): Allowances {
  let youngGeneration = new Map<string, number>();
  let oldGeneration = new Map<string, number>();
  let bornMs = -Infinity;
  let addedCount = 0;
  /** Time origin: times are stored relative to it, since fractions of small numbers are exact. */
  let firstMs: number | undefined;

  /**
   * Returns the milliseconds until the allowance is full. After a clock set back, the wait is at most twice the full
   * refill.
   */
  function usedMs({ id, wholeMs }: Allowance, subject: string, nowMs: number): number {
    const name = id + subject;
    const freeAt = youngGeneration.get(name) ?? oldGeneration.get(name);
    if (freeAt === undefined || firstMs === undefined) return 0;
    return Math.min(Math.max(freeAt - (nowMs - firstMs), 0), 2 * wholeMs);
  }

  function keep(name: string, freeAt: number, nowMs: number): void {
    const age = nowMs - bornMs;
    const isFull = youngGeneration.size >= maxSubjects && !youngGeneration.has(name);
    if (isFull || age > GENERATION_MS || age < 0) {
      oldGeneration = youngGeneration;
      youngGeneration = new Map();
      bornMs = nowMs;
    }
    youngGeneration.set(name, freeAt);
  }

  return {
    add: ({ count, seconds }) => {
      addedCount += 1;
      const wholeMs = seconds * 1000;
      return { id: String.fromCodePoint(addedCount), count, intervalMs: wholeMs / count, wholeMs };
    },
    waitFor: (allowance, subject, { cost, nowMs }) => {
      const room = Math.max(allowance.wholeMs - cost * allowance.intervalMs, 0);
      const wait = usedMs(allowance, subject, nowMs) - room;
      return wait > TOLERANCE_MS ? wait : 0;
    },
    use: (allowance, subject, { cost, nowMs }) => {
      const used = usedMs(allowance, subject, nowMs) + cost * allowance.intervalMs;
      firstMs ??= nowMs;
      keep(allowance.id + subject, nowMs - firstMs + used, nowMs);
    },
    left: (allowance, subject, nowMs) =>
      Math.floor(allowance.count - (usedMs(allowance, subject, nowMs) - TOLERANCE_MS) / allowance.intervalMs),
  };
}
