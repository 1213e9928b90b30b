/**
 * Allowances that come back evenly, and how much of each every subject has used. One number is kept for each subject:
 * the time at which nothing of it is used any more. Memory is bounded: of very many subjects those without a request
 * for the longest time are forgotten first.
 */
import type { Rate } from "./rate-limits.ts";

/** Subjects in each of two generations, at a hundred bytes each. */
const MAX_SUBJECTS = 50_000;
/** Time after which nothing that was used counts any more. */
const GENERATION_MS = 1_200_000;

/** Error that many small numbers may add up to. */
const TOLERANCE_MS = 0.01;

export type Allowance = {
  /** One character that no other allowance has: with the subject it names what is used. */
  readonly id: string;
  readonly count: number;
  /** Milliseconds between two units that come back. */
  readonly intervalMs: number;
  readonly wholeMs: number;
};

export type Allowances = {
  add(rate: Rate): Allowance;
  /**
   * Milliseconds until `cost` is there; 0 when it is. More than the whole is there when nothing of it is used: that is
   * paid off before anything else.
   */
  waitFor(allowance: Allowance, subject: string, asked: AllowanceUse): number;
  use(allowance: Allowance, subject: string, asked: AllowanceUse): void;
  /** Units that are left; below zero while more than the whole is paid off. */
  left(allowance: Allowance, subject: string, nowMs: number): number;
};

export type AllowanceUse = { readonly cost: number; readonly nowMs: number };

export function createAllowances(maxSubjects = MAX_SUBJECTS): Allowances {
  let young = new Map<string, number>();
  let old = new Map<string, number>();
  let bornMs = -Infinity;
  let added = 0;
  /** Times are kept since the first one: of small numbers the fractions are exact. */
  let firstMs: number | undefined;

  /** Milliseconds until nothing is used. A clock that was set back makes nobody wait for longer than twice the whole. */
  function usedMs({ id, wholeMs }: Allowance, subject: string, nowMs: number): number {
    const name = id + subject;
    const freeAt = young.get(name) ?? old.get(name);
    if (freeAt === undefined || firstMs === undefined) return 0;
    return Math.min(Math.max(freeAt - (nowMs - firstMs), 0), 2 * wholeMs);
  }

  function keep(name: string, freeAt: number, nowMs: number): void {
    const age = nowMs - bornMs;
    const full = young.size >= maxSubjects && !young.has(name);
    if (full || age > GENERATION_MS || age < 0) {
      old = young;
      young = new Map();
      bornMs = nowMs;
    }
    young.set(name, freeAt);
  }

  return {
    add: ({ count, seconds }) => {
      added += 1;
      const wholeMs = seconds * 1000;
      return { id: String.fromCodePoint(added), count, intervalMs: wholeMs / count, wholeMs };
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
