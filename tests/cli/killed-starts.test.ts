/** Starts that end by the signal of a supervisor, and after a kill. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { after, before } from "node:test";
import { readInstance } from "../../src/store/server/data-directory.ts";
import { deepTest } from "../support/depth.ts";
import { ANY_PORTS, findServer, prepareDataDirectories, startPresage } from "../support/presage.ts";
import type { DataDirectories } from "../support/presage.ts";
import { until } from "../support/until.ts";
import { list } from "./listed-event.ts";

let directories: DataDirectories;

before(async () => {
  directories = await prepareDataDirectories();
});

after(() => directories.close());

deepTest("ends when it is npm that gets the SIGTERM, as from a supervisor", async (test) => {
  const directory = directories.create();
  const environment = Object.entries(process.env).filter(([name]) => !name.startsWith("PRESAGE_"));
  const npm = spawn("npm", ["start", "--silent", "--", "--json", "--data-dir", directory, ...ANY_PORTS], {
    cwd: join(import.meta.dirname, "..", ".."),
    env: Object.fromEntries(environment),
    stdio: ["ignore", "pipe", "inherit"],
  });
  test.after(() => npm.kill("SIGKILL"));
  await once(npm.stdout, "data");
  assert.notEqual(findServer(directory), undefined);
  npm.kill("SIGTERM");
  await until("everything has ended", () => findServer(directory) === undefined);
  await until("the data is free", () => readInstance(directory) === undefined);
});

deepTest("adopts the database that a kill -9 left behind, with all that was acknowledged", async (test) => {
  const directory = directories.create();
  const killed = await startPresage(test, directory);
  assert.equal(await list(killed, directory), "listed");
  const server = findServer(directory);
  assert.equal((await killed.stop("SIGKILL")).code, null);
  assert.equal(findServer(directory), server);

  const next = await startPresage(test, directory);
  assert.equal(findServer(directory), server);
  assert.equal(await list(next, directory), "unchanged");
  assert.equal((await next.stop("SIGTERM")).code, 0);
  assert.equal(findServer(directory), undefined);
});
