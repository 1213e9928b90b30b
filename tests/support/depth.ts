/**
 * How deep tests go that can go to any depth: `npm test` takes a little of each, `npm run test:deep` takes all. Its one
 * setting has a single file go deep, too: `TEST_DEPTH=deep npx node --test tests/whole/whole.test.ts`.
 */
import { describe, test } from "node:test";
import type { TestContext, TestOptions } from "node:test";

const VARIABLE = "TEST_DEPTH";
const DEEP = "deep";

/** Whether this run is a deep one. Throws when the setting has a value of its own. */
export function isDeep(): boolean {
  const given = process.env[VARIABLE];
  if (given === undefined || given === DEEP) return given === DEEP;
  throw new Error(`${VARIABLE} must be "${DEEP}" or not set, not "${given}"`);
}

/** Makes this run a deep one. Call it before the tests are loaded. */
export function goDeep(): void {
  process.env[VARIABLE] = DEEP;
}

/** The one of two sizes that this run's depth asks for. */
export const atDepth = <T>(sizes: { readonly quick: T; readonly deep: T }): T =>
  isDeep() ? sizes.deep : sizes.quick;

/** Registers a test for deep runs only: of what very many seeds must have reached, or one that has to wait for long. */
export function deepTest(name: string, run: (context: TestContext) => void | Promise<void>): void {
  if (isDeep()) void test(name, run);
}

/** The same for a suite. */
export function deepSuite(name: string, options: TestOptions, define: () => void): void {
  if (isDeep()) void describe(name, options, define);
}
