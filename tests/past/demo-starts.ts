/** Starts of sandboxes with a demo, and reads of what they have. */
import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { runPresage, SPEC_PORTS } from "../support/presage.ts";

// Answers have every shape, and a wrong one fails the test that reads it.
// oxlint-disable-next-line typescript/no-explicit-any
export async function ask(url: string): Promise<any> {
  const answer = await fetch(url);
  assert.equal(answer.status, 200, url);
  return answer.json();
}

/** Flags of a start with this demo. */
export const startArgs = (demo: string): string[] => [...SPEC_PORTS, `--demo=${demo}`];

/** The journal as it is verified: "All agrees: N batches, ..." */
export async function verify(test: TestContext, directory: string): Promise<string> {
  const { code, stdout, stderr } = await runPresage(test, ["verify", "--data-dir", directory]);
  assert.equal(code, 0, stderr);
  return stdout.trim().split("\n").at(-1)!;
}
