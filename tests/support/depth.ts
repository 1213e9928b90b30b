/**
 * Depth of tests that could run for any time: `npm test` runs a little of each, `npm run test:deep` all. A single file
 * runs at full depth by `TEST_DEPTH=deep npx node --test tests/whole/whole.test.ts`.
 */
import { describe, test } from "node:test";
import type { TestContext, TestOptions } from "node:test";

const VARIABLE = "TEST_DEPTH";
const DEEP = "deep";

/** True in a deep run. Throws when the variable has another value. */
export function isDeep(): boolean {
  const given = process.env[VARIABLE];
  if (given === undefined || given === DEEP) return given === DEEP;
  throw new Error(`${VARIABLE} must be "${DEEP}" or not set, not "${given}"`);
}

/** Makes this run a deep one. Call it before the tests are loaded. */
export function goDeep(): void {
  process.env[VARIABLE] = DEEP;
}

/** Picks one of two sizes by the depth of this run. */
export const atDepth = <T>(sizes: { readonly quick: T; readonly deep: T }): T =>
  isDeep() ? sizes.deep : sizes.quick;

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
