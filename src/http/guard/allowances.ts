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
const TOLERANCE_MS = 0.01;

export type Allowance = {
  /** Unique character; together with the subject, the key under which the usage is stored. */
  readonly id: string;
  readonly count: number;
  /** Time in which one unit refills, ms. */
  readonly intervalMs: number;
  readonly wholeMs: number;
  /** Time in which the most that can be used returns, ms: longer than `wholeMs` if more than the full allowance can be used. */
  readonly mostMs: number;
};

export type Allowances = {
  /** Makes an allowance. `owed` is how many times its count can be used beyond what there is. */
  add(rate: Rate, owed?: number): Allowance;
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

/** Memory of the time at which each subject's allowance is full again, by names of allowance and subject. */
export type Usage = {
  /** Returns the milliseconds until the allowance is full: at most `mostMs`, which bounds them after a clock set back. */
  usedMs(name: string, nowMs: number, mostMs: number): number;
  /** Adds to these milliseconds. */
  add(name: string, addedMs: number, at: { readonly nowMs: number; readonly mostMs: number }): void;
};

export function createAllowances(usage: Usage = createOwnUsage()): Allowances {
  let addedCount = 0;
  const usedMs = ({ id, mostMs }: Allowance, subject: string, nowMs: number): number =>
    usage.usedMs(id + subject, nowMs, mostMs);

  return {
    add: ({ count, seconds }, owed = 1) => {
      addedCount += 1;
      const wholeMs = seconds * 1000;
      const id = String.fromCodePoint(addedCount);
      return { id, count, intervalMs: wholeMs / count, wholeMs, mostMs: (1 + owed) * wholeMs };
    },
    waitFor: (allowance, subject, { cost, nowMs }) => {
      const room = Math.max(allowance.wholeMs - cost * allowance.intervalMs, 0);
      const wait = usedMs(allowance, subject, nowMs) - room;
      return wait > TOLERANCE_MS ? wait : 0;
    },
    use: ({ id, intervalMs, mostMs }, subject, { cost, nowMs }) =>
      usage.add(id + subject, cost * intervalMs, { nowMs, mostMs }),
    left: (allowance, subject, nowMs) =>
      Math.floor(allowance.count - (usedMs(allowance, subject, nowMs) - TOLERANCE_MS) / allowance.intervalMs),
  };
}

/** Keeps usage in this thread, of so many subjects in each of two generations. */
export function createOwnUsage(maxSubjects = MAX_SUBJECTS): Usage {
  let youngGeneration = new Map<string, number>();
  let oldGeneration = new Map<string, number>();
  let bornMs = -Infinity;
  /** Time origin: times are stored relative to it, since fractions of small numbers are exact. */
  let firstMs: number | undefined;

  function usedMs(name: string, nowMs: number, mostMs: number): number {
    const freeAt = youngGeneration.get(name) ?? oldGeneration.get(name);
    if (freeAt === undefined || firstMs === undefined) return 0;
    return Math.min(Math.max(freeAt - (nowMs - firstMs), 0), mostMs);
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
    usedMs,
    add: (name, addedMs, { nowMs, mostMs }) => {
      const used = usedMs(name, nowMs, mostMs) + addedMs;
      firstMs ??= nowMs;
      keep(name, nowMs - firstMs + used, nowMs);
    },
  };
}
