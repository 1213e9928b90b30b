import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import { after, before, describe, it } from "node:test";
import { promisify } from "node:util";
import { openDataDirectory } from "../../src/store/server/data-directory.ts";
import { startEmbeddedServer } from "../../src/store/server/embedded-server.ts";
import { findPostmaster, isPostmasterRunning } from "../../src/store/server/server-process.ts";
import { openTemporaryDirectory } from "../../src/store/server/temporary-directory.ts";
import { openDatabase } from "../../src/store/sql/database.ts";
import { prepareDataDirectories } from "../support/presage.ts";
import type { DataDirectories } from "../support/presage.ts";
import { scratchRoot } from "../support/scratch-directory.ts";

const LONG_AGO = new Date(0);

let directories: DataDirectories;
let root: string;

before(async () => {
  directories = await prepareDataDirectories();
  root = mkdtempSync(join(scratchRoot(), "presage-throw-away-"));
});

after(() => {
  directories.close();
  rmSync(root, { recursive: true });
});

/** Starts the database of a directory, and counts the rows of its journal. */
async function countJournal(directory: string): Promise<unknown> {
  const server = await startEmbeddedServer({ directory, log: () => {} });
  const sql = openDatabase(server.url, { name: "presage test", maxConnections: 1 });
  const [row] = await sql`select count(*) from journal`;
  await sql.end();
  await server.close();
  return row;
}

describe("a temporary data directory", () => {
  it("has a database that the first makes and the next copies", async () => {
    const cache = join(root, "cache");
    const first = await openTemporaryDirectory({ database: true, root, cache });
    assert.deepEqual(await countJournal(first.path), { count: 0 });
    await first.remove();
    const [kept] = readdirSync(cache);
    assert.match(String(kept), /^database-[0-9a-f]{16}$/);
    const postmaster = join(cache, String(kept), "cluster", "postmaster.opts");
    assert.ok(existsSync(postmaster), "it was started once");
    rmSync(postmaster);
    const next = await openTemporaryDirectory({ database: true, root, cache });
    assert.ok(!existsSync(join(next.path, "postgres", "cluster", "postmaster.opts")), "it was not started");
    assert.deepEqual(await countJournal(next.path), { count: 0 });
    await Promise.all([next.remove(), next.remove()]);
    for (const { path } of [first, next]) assert.ok(!existsSync(path));
  });

  it("has a database of its own where none can be kept", async () => {
    const file = join(root, "file");
    writeFileSync(file, "");
    const made = await openTemporaryDirectory({ database: true, root, cache: join(file, "cache") });
    assert.deepEqual(await countJournal(made.path), { count: 0 });
    await made.remove();
  });

  it("goes with its process, and its database too", async () => {
    const place = join(root, "exited");
    mkdirSync(place);
    const from = (file: string): string => new URL(`../../src/store/server/${file}.ts`, import.meta.url).href;
    const program = `
      import { openTemporaryDirectory } from "${from("temporary-directory")}";
      import { startEmbeddedServer } from "${from("embedded-server")}";
      const { path } = await openTemporaryDirectory({ database: true, root: process.argv[1], cache: process.argv[2] });
      const { url } = await startEmbeddedServer({ directory: path, log: () => {} });
      console.log(path, url);
      process.exit();
    `;
    const args = ["--input-type=module", "--eval", program, place, join(root, "cache")];
    const { stdout } = await promisify(execFile)(process.execPath, args);
    const [path = "", url = ""] = stdout.trim().split(" ");
    assert.equal(path, join(place, basename(path)));
    assert.deepEqual(readdirSync(place), []);
    const sql = openDatabase(url, { name: "presage test", maxConnections: 1 });
    await assert.rejects(async () => sql`select 1`, /ECONNREFUSED|ECONNRESET/);
    await sql.end();
  });

  it("takes the place of those that killed processes left, and of no others", async () => {
    const place = join(root, "killed");
    mkdirSync(place);
    const [dead, held, young] = ["dead", "held", "young"].map((name) =>
      join(place, `presage-temporary-${name}`),
    );
    mkdirSync(held!);
    mkdirSync(young!);
    const { close } = openDataDirectory(held!);
    const abandoned = directories.create();
    const link = join(place, "elsewhere");
    mkdirSync(link);
    openDataDirectory(abandoned).close();
    renameSync(abandoned, dead!);
    await startEmbeddedServer({ directory: dead!, log: () => {} });
    const cluster = join(realpathSync(dead!), "postgres", "cluster");
    const server = findPostmaster(cluster);
    assert.ok(server);
    for (const path of [dead!, held!, link]) utimesSync(path, LONG_AGO, LONG_AGO);
    const made = await openTemporaryDirectory({ database: false, root: place });
    assert.equal(isPostmasterRunning(cluster, server.pid), false);
    const left = readdirSync(place).map((name) => join(place, name));
    assert.deepEqual(left.sort(), [link, held, young, made.path].sort());
    close();
    await made.remove();
  });
});
