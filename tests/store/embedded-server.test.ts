import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { after, before, beforeEach, describe, it } from "node:test";
import { startEmbeddedServer } from "../../src/store/server/embedded-server.ts";
import { prepareServerAccount } from "../../src/store/server/server-account.ts";
import { findServerPrograms, serverArguments } from "../../src/store/server/server-cluster.ts";
import { findFatalLine } from "../../src/store/server/server-log.ts";
import { findPostmaster, launchPostmaster } from "../../src/store/server/server-process.ts";
import { openDatabase } from "../../src/store/sql/database.ts";
import { startChildProgram } from "../support/child-program.ts";
import { prepareDataDirectories } from "../support/presage.ts";
import type { DataDirectories } from "../support/presage.ts";
import { scratchRoot } from "../support/scratch-directory.ts";
import { until } from "../support/until.ts";

const root = mkdtempSync(join(scratchRoot(), "presage-server-"));
const holderProgram = new URL("../support/hold-embedded-server.ts", import.meta.url);
let directories: DataDirectories;
let directory = "";
let cluster = "";

before(async () => {
  directories = await prepareDataDirectories();
});
beforeEach(() => useDirectory(directories.create()));
after(() => {
  directories.close();
  rmSync(root, { recursive: true });
});

function useDirectory(path: string): void {
  directory = path;
  cluster = join(path, "postgres", "cluster");
}

/** Takes a directory without a database in place of one with an empty database. */
const useEmptyDirectory = (): void => useDirectory(mkdtempSync(join(root, "data-")));

async function query(url: string, text: string): Promise<unknown[]> {
  const sql = openDatabase(url, { maxConnections: 1 });
  try {
    const rows = await sql.unsafe(text).values();
    return rows.flat();
  } finally {
    await sql.end();
  }
}

const isSeven = ([n]: unknown[]): boolean => n === 7;

function start() {
  return startEmbeddedServer({ directory, log: () => {} });
}

function findPid(): number {
  return findPostmaster(cluster)?.pid ?? 0;
}

describe("the embedded server", () => {
  it("keeps its data, syncs it, knows Unicode, and closes more than once", async () => {
    useEmptyDirectory();
    const first = await start();
    assert.equal(first.adopted, false);
    const checks =
      "select current_setting('fsync'), current_setting('synchronous_commit'), lower('ÀÉŠ'), 5::int8";
    assert.deepEqual(await query(first.url, checks), ["on", "on", "àéš", 5]);
    await query(first.url, "create extension pg_trgm");
    assert.deepEqual(await query(first.url, "select similarity('élan vital', 'Élan') > 0.4"), [true]);
    await query(first.url, "create table kept as select 7 as n");
    await Promise.all([first.close(), first.close()]);
    await first.close();
    assert.equal(findPostmaster(cluster), undefined);

    const second = await start();
    assert.equal(second.adopted, false);
    assert.deepEqual(await query(second.url, "select n from kept"), [7]);
    await second.close();
  });

  it("wants the password", async () => {
    const server = await start();
    const wrong = new URL(server.url);
    wrong.password = "wrong";
    await assert.rejects(query(wrong.href, "select 1"), /password authentication failed/);
    await server.close();
  });

  it("refuses a second start on its directory, from this process and another", async (test) => {
    const server = await start();
    await assert.rejects(start(), /is in use by another process/);
    await assert.rejects(
      startChildProgram(test, holderProgram, [directory]).next(),
      /is in use by another process/,
    );
    assert.deepEqual(await query(server.url, "select 1"), [1]);
    await server.close();
  });

  it("says what its log says when it cannot start, and frees the directory", async () => {
    const server = await start();
    await server.close();
    writeFileSync(join(cluster, "PG_VERSION"), "12\n");
    await assert.rejects(start(), /^Error: PostgreSQL did not start: .*incompatible with server.*version 12/);
    writeFileSync(join(cluster, "PG_VERSION"), "18\n");
    await (await start()).close();
  });
});

describe("after a kill -9", () => {
  it("the server left behind is adopted, and the sessions of the dead are ended", async (test) => {
    const holder = startChildProgram(test, holderProgram, [directory]);
    const { url } = await holder.next();
    const pid = findPid();
    await holder.kill("SIGKILL");
    const straggler = openDatabase(String(url), { maxConnections: 1 });
    await straggler`create table kept as select 7 as n`;

    const server = await start();
    assert.equal(server.adopted, true);
    assert.equal(server.url, url);
    assert.equal(findPid(), pid);
    const others =
      "select count(*) from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()";
    await until("only our session is left", async () => (await query(server.url, others))[0] === 0);
    assert.deepEqual(await query(server.url, "select n from kept"), [7]);
    await straggler.end({ timeout: 0 });
    await server.close();
    assert.equal(findPostmaster(cluster), undefined);
  });

  it("a server with other settings is stopped and started anew", async () => {
    const { port } = new URL(await startOnce());
    const programs = findServerPrograms();
    const account = prepareServerAccount(cluster, programs.postgres);
    const args = serverArguments({ cluster, port: Number(port), fingerprint: "another", unsynced: false });
    const startLog = join(directory, "postgres", "start.log");
    const { pid } = await launchPostmaster({ cluster, programs, account, startLog, args });

    const server = await start();
    assert.equal(server.adopted, false);
    assert.notEqual(findPid(), pid);
    await server.close();
  });

  it("of the server as well, the next start recovers what was committed", async (test) => {
    const holder = startChildProgram(test, holderProgram, [directory]);
    const { url } = await holder.next();
    await query(String(url), "create table kept as select 7 as n");
    process.kill(findPid(), "SIGKILL");
    await holder.kill("SIGKILL");

    const server = await start();
    assert.equal(server.adopted, false);
    assert.deepEqual(await query(server.url, "select n from kept"), [7]);
    await server.close();
  });

  it("while the cluster was being made, it is made again", async (test) => {
    useEmptyDirectory();
    const holder = startChildProgram(test, holderProgram, [directory]);
    const home = join(directory, "postgres");
    const isBeingMade = () =>
      readdirSync(home).some((name) => existsSync(join(home, name, "postgresql.conf")));
    await until("initdb is at work", () => existsSync(home) && isBeingMade());
    await holder.kill("SIGKILL");
    assert.equal(existsSync(cluster), false);

    const server = await start();
    assert.deepEqual(await query(server.url, "select 1"), [1]);
    await server.close();
    // The killed process's initdb may have worked on for a moment; what it left goes at the next start.
    await until("nothing unfinished is left", async () => {
      await (await start()).close();
      return readdirSync(home).sort().join() === "cluster,lock,password,start.log";
    });
  });
});

describe("a supervised server", () => {
  it("that dies is started again where it was, until its log says that the disk failed", async () => {
    const failures: Error[] = [];
    const server = await startEmbeddedServer({
      directory,
      log: () => {},
      supervised: { warn: () => {}, onFailure: (error) => failures.push(error) },
    });
    await query(server.url, "create table kept as select 7 as n");
    const answers = () => query(server.url, "select n from kept").then(isSeven, () => false);
    for (let round = 0; round < 2; round += 1) {
      const pid = findPid();
      process.kill(pid, "SIGKILL");
      await until("another one runs", () => findPid() !== 0 && findPid() !== pid);
      await until("it answers", answers);
    }
    assert.deepEqual(failures, []);

    const [name] = readdirSync(join(cluster, "log"));
    const line = 'PANIC:  could not fsync file "pg_wal/0": Input/output error';
    appendFileSync(join(cluster, "log", name!), `2026-01-01 00:00:00.000 UTC [7] ${line}\n`);
    process.kill(findPid(), "SIGKILL");
    await until("the failure is told", () => failures.length > 0);
    assert.match(String(failures), /the disk failed, .* not started again: PANIC: {2}could not fsync file/);
    assert.equal(findPid(), 0);
    await server.close();
  });

  const lines = [
    { line: 'PANIC:  could not write to file "pg_wal/xlogtemp.9": No space left on device', fatal: false },
    { line: "LOG:  server process (PID 9) was terminated by signal 9: Killed", fatal: false },
    { line: 'ERROR:  could not extend file "base/5/9": No space left on device', fatal: false },
    { line: 'PANIC:  could not fsync file "base/5/9": No space left on device', fatal: true },
    { line: 'PANIC:  could not fdatasync file "0001": Read-only file system', fatal: true },
    { line: "PANIC:  could not locate a valid checkpoint record at 0/16", fatal: true },
  ];
  for (const { line, fatal } of lines) {
    it(`${fatal ? "must not" : "may"} be started again after: ${line}`, () => {
      const log = `2026-01-01 00:00:00.000 UTC [8] LOG:  starting\n2026-01-01 00:00:00.000 UTC [7] ${line}\n`;
      assert.equal(findFatalLine(log), fatal ? line : undefined);
    });
  }
});

describe("what an earlier machine left behind", () => {
  it("a postmaster.pid whose pid is now another process's does not block the start", async (test) => {
    await (await start()).close();
    const stranger = spawn(process.execPath, ["-e", "setInterval(() => {}, 60_000)"], { stdio: "ignore" });
    test.after(() => stranger.kill("SIGKILL"));
    for (const pid of [stranger.pid, 2 ** 22 + 1]) {
      writeFileSync(
        join(cluster, "postmaster.pid"),
        `${pid}\n${cluster}\n1\n5432\n\n127.0.0.1\n1 1\nready   \n`,
      );
      const server = await start();
      assert.equal(server.adopted, false);
      await server.close();
    }
    assert.equal(stranger.exitCode ?? stranger.signalCode, null);
  });

  it("an empty postmaster.pid does not block the start, unless a server may be writing it", async () => {
    await (await start()).close();
    const file = join(cluster, "postmaster.pid");
    writeFileSync(file, "");
    await assert.rejects(start(), /did not start.*postmaster\.pid/s);
    const earlier = Date.now() / 1000 - 60;
    utimesSync(file, earlier, earlier);
    await (await start()).close();
  });

  it("a half-made cluster is removed, a directory that is no cluster is left alone", async () => {
    useEmptyDirectory();
    mkdirSync(`${cluster}.new-0011aabb/global`, { recursive: true });
    await (await start()).close();
    assert.equal(existsSync(`${cluster}.new-0011aabb`), false);

    rmSync(join(cluster, "PG_VERSION"));
    await assert.rejects(start(), /cluster is not a PostgreSQL cluster: restore it, or move it away/);
    assert.equal(existsSync(join(cluster, "global")), true);
  });
});

describe("a Ctrl-C", () => {
  it("reaches the whole process group but not the server", async (test) => {
    useEmptyDirectory();
    const holder = startChildProgram(test, holderProgram, [directory]);
    const { url } = await holder.next();
    process.kill(-(holder.process.pid ?? 0), "SIGINT");
    assert.deepEqual(await holder.next(), { interrupted: true });
    assert.deepEqual(await query(String(url), "select 1"), [1]);
    const log = readdirSync(join(cluster, "log")).map((name) =>
      readFileSync(join(cluster, "log", name), "utf8"),
    );
    assert.doesNotMatch(log.join(), /shutdown request/);
    await holder.kill("SIGKILL");
    const server = await start();
    assert.equal(server.adopted, true);
    await server.close();
  });
});

/** The URL of a server that ran and was stopped: its port is free again. */
async function startOnce(): Promise<string> {
  const server = await start();
  await server.close();
  return server.url;
}
