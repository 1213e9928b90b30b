/** A kill while the past of a new sandbox is being written. */
import assert from "node:assert/strict";
import { after, before } from "node:test";
import { findRunningServer } from "../../src/store/server/embedded-server.ts";
import { deepTest } from "../support/depth.ts";
import { withSql } from "../support/history.ts";
import { prepareDataDirectories, spawnPresage, startPresage } from "../support/presage.ts";
import type { DataDirectories } from "../support/presage.ts";
import { until } from "../support/until.ts";
import { ask, startArgs, verify } from "./demo-starts.ts";

let directories: DataDirectories;

before(async () => {
  directories = await prepareDataDirectories();
});

after(() => directories.close());

deepTest(
  "a first start has none or all of it after a kill in the middle, and all after the next start",
  async (test) => {
    const directory = directories.create();
    const args = ["start", "--data-dir", directory, "--json", ...startArgs("full")];
    const killed = spawnPresage(test, args);
    await until("the past is being written", () => isWriting(directory));
    await killed.stop("SIGKILL");
    const url = findRunningServer(directory)!;
    await until("the server has noticed", async () => (await writers(url)) === 0);
    assert.equal(await countBatches(url), 0);
    const started = await startPresage(test, directory, startArgs("full"));
    assert.ok((await ask(`${started.addresses.spec.data}/trades?limit=1`)).length === 1);
    await started.stop("SIGTERM");
    assert.match(await verify(test, directory), /^All agrees: \d{4,} batches/);
  },
);

/** True while a transaction that has added to the journal is open. */
async function isWriting(directory: string): Promise<boolean> {
  const url = findRunningServer(directory);
  if (url === undefined) return false;
  return (await writers(url).catch(() => 0)) > 0;
}

const writers = (url: string): Promise<number> =>
  withSql(url, async (sql) => {
    const [{ count }] = await sql<[{ count: number }]>`
      select count(*)::int as count from pg_locks where mode = 'RowExclusiveLock' and pid <> pg_backend_pid()
        and relation = to_regclass('journal')`;
    return count;
  });

const countBatches = (url: string): Promise<number> =>
  withSql(url, async (sql) => {
    const [{ count }] = await sql<[{ count: number }]>`select count(*)::int as count from journal`;
    return count;
  });
