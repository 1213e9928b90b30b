/** Calls of a client's methods by a table, all of them before the first failure is told. */
import assert from "node:assert/strict";
import type { Client } from "../conformance/call-record.ts";

/** Methods with what their answers must name, or be, and what they are given. */
export type Reads = Readonly<Record<string, readonly [expected: unknown, ...given: unknown[]]>>;

export async function checkReads(client: Client, reads: Reads): Promise<void> {
  const failures: Record<string, string> = {};
  for (const [method, [expected, ...given]] of Object.entries(reads)) {
    try {
      const answer = await client[method]!(...given);
      if (typeof expected !== "string") assert.deepEqual(answer, expected);
      else
        assert.ok(
          JSON.stringify(answer).includes(expected),
          `${expected} is not in ${JSON.stringify(answer)}`,
        );
    } catch (error) {
      failures[method] = String(error).slice(0, 500);
    }
  }
  if (Object.keys(failures).length > 0) console.error(JSON.stringify(failures, null, 1));
  assert.deepEqual(failures, {});
}
