/**
 * Every row of the checklist holds: of an exchange in production, and where the sandbox differs of one as well. Those
 * that take long are left to `npm run checklist`.
 */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { after, test } from "node:test";
import { createTestDatabase } from "../support/database.ts";
import { lineOf, ROWS, walk } from "./checklist.ts";
import type { Result } from "./checklist.ts";
import { PROCESS_ROWS } from "./process-rows.ts";
import { createOwnServers } from "./own-servers.ts";

const MAIN = join(import.meta.dirname, "main.ts");

const servers = createOwnServers(createTestDatabase);
after(() => servers.close());

const OF_SANDBOX = [...ROWS.filter(({ needs }) => needs?.includes("sandbox")), ...PROCESS_ROWS];
const LEFT = ["sandbox", "patience"] as const;
const OF_PRODUCTION = ROWS.filter(({ needs }) => !LEFT.some((need) => needs?.includes(need)));

for (const [mode, rows] of [
  ["production", OF_PRODUCTION],
  ["sandbox", OF_SANDBOX.filter(({ needs }) => !needs?.includes("production"))],
] as const)
  test(`the ${mode} exchange holds every row`, async (context) => {
    const results: Result[] = [];
    for await (const result of walk(await servers.start(mode), { patient: false, rows }))
      results.push(result);
    assert.deepEqual(results.filter(({ failed }) => failed !== undefined).map(lineOf), []);
    const left = results.filter((result) => result.left !== undefined).map(lineOf);
    for (const line of left) context.diagnostic(line);
    assert.ok(rows.length > 4 && left.length <= 1);
  });

test("a server that cannot be asked is told in one line", () => {
  const nowhere = Array.from({ length: 4 }, () => "http://127.0.0.1:9");
  const { status, stderr } = spawnSync(process.execPath, [MAIN, ...nowhere], { encoding: "utf8" });
  assert.deepEqual([status, stderr], [2, "checklist: connect ECONNREFUSED 127.0.0.1:9\n"]);
});
