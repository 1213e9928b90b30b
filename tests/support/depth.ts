/**
 * Depth of tests that could run for any time: `npm test` runs a little of each, `npm run test:deep` as much as a change
 * may wait for, and `npm run test:long` more seeds of the same for a night. A single file runs at a depth by
 * `TEST_DEPTH=deep npx node --test tests/whole/whole.test.ts`.
 */
import { describe, test } from "node:test";
import type { TestContext, TestOptions } from "node:test";

const VARIABLE = "TEST_DEPTH";
const DEEP = "deep";
const LONG = "long";

/** Sizes of a test by depth. A long run takes the deep size unless it has one of its own. */
type Sizes<T> = { readonly quick: T; readonly deep: T; readonly long?: T };

/** Reads the depth of this run; throws if the variable has an unknown value. */
function readDepth(): keyof Sizes<unknown> {
  const given = process.env[VARIABLE];
  if (given === undefined) return "quick";
  if (given === DEEP || given === LONG) return given;
  throw new Error(`${VARIABLE} must be "${DEEP}", "${LONG}" or not set, not "${given}"`);
}

/** True in a deep or long run. */
export const isDeep = (): boolean => readDepth() !== "quick";

/** True in a long run. */
export const isLong = (): boolean => readDepth() === "long";

/** Makes this run a deep one unless it is a long one. Call it before the tests are loaded. */
export function goDeep(): void {
  process.env[VARIABLE] ??= DEEP;
}

/** Picks a size by the depth of this run. */
export function atDepth<T>(sizes: Sizes<T>): T {
  const depth = readDepth();
  return depth === LONG ? (sizes.long ?? sizes.deep) : sizes[depth];
}

/** Picks the least count that a run must reach: a sixth of that of a long run in a deep one, and one in a quick one. */
export const leastCount = (long: number): number => atDepth({ quick: 1, deep: Math.ceil(long / 6), long });

/** Registers a test for quick runs only: the deep run follows them, and has no more to show of it. */
export function quickTest(name: string, run: (context: TestContext) => void | Promise<void>): void {
  if (!isDeep()) void test(name, run);
}

/** Registers a test for deep runs only: one that needs very many seeds, or a long time. */
export function deepTest(name: string, run: (context: TestContext) => void | Promise<void>): void {
  if (isDeep()) void test(name, run);
}

/** Registers a suite for deep runs only. */
export function deepSuite(name: string, options: TestOptions, define: () => void): void {
  if (isDeep()) void describe(name, options, define);
}
