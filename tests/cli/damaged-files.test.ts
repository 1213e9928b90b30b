/** A damaged page of a table on the disk: a running exchange meets it and names the cure. */
import assert from "node:assert/strict";
import { closeSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { after, before } from "node:test";
import { findRunningServer } from "../../src/store/server/embedded-server.ts";
import { deepTest } from "../support/depth.ts";
import { withSql } from "../support/history.ts";
import { prepareDataDirectories, runPresage, startPresage, withoutSteps } from "../support/presage.ts";
import type { DataDirectories } from "../support/presage.ts";
import { startHere } from "../support/start-here.ts";
import type { ServedExchange } from "../support/start-here.ts";

let directories: DataDirectories;
before(async () => {
  directories = await prepareDataDirectories();
});
after(() => directories.close());

const listEvents = ({ addresses }: ServedExchange): Promise<Response> =>
  fetch(`${addresses.spec.catalog}/events?limit=1`);

/** Gives the path of the file in which the running server keeps a table. */
async function fileOf(directory: string, table: string): Promise<string> {
  let path = "";
  await withSql(findRunningServer(directory)!, async (sql) => {
    const [row] = await sql<{ path: string }[]>`select pg_relation_filepath(${table}) as path`;
    path = row!.path;
  });
  return join(directory, "postgres", "cluster", path);
}

function damage(path: string): void {
  const file = openSync(path, "r+");
  writeSync(file, Buffer.from("damaged"), 0, 7, 3_000);
  closeSync(file);
}

const SAYS =
  /The database's files were changed or damaged on the disk \(invalid page .*\): stop the exchange and run presage rebuild, .* presage restore/;

deepTest(
  "a damaged page is told in words with the cure, while the exchange runs and at its start",
  async (context) => {
    const directory = directories.create();
    const first = await startHere(context, directory);
    assert.equal((await listEvents(first)).status, 200);
    // What the server has read is in its memory: it is started again before the page changes.
    await first.stop();
    const running = await startPresage(context, directory);
    damage(await fileOf(directory, "event_entries"));
    assert.equal((await listEvents(running)).status, 500);
    const { code, stderr } = await running.stop("SIGTERM");
    assert.equal(code, 0);
    const [line, ...others] = withoutSteps(stderr).trim().split("\n");
    assert.deepEqual(others, []);
    const logged = JSON.parse(line!);
    assert.match(logged.err.message, SAYS);
    assert.deepEqual([logged.msg, Object.keys(logged.err)], ["request failed", ["type", "message"]]);

    const rebuilt = await runPresage(context, ["rebuild", "--data-dir", directory]);
    assert.deepEqual([rebuilt.code, rebuilt.stderr], [0, ""]);
    const cured = await startHere(context, directory);
    assert.equal((await listEvents(cured)).status, 200);
    const states = await fileOf(directory, "market_states");
    await cured.stop();
    damage(states);
    await assert.rejects(startPresage(context, directory), ({ message }: Error) => {
      assert.match(message, SAYS);
      assert.match(message, /^[^\n]+$/);
      return true;
    });
  },
);
