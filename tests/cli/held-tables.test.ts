/** Commands while another session holds a table: they name it on standard error, go on when it is free, and end by one signal. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import type { TestContext } from "node:test";
import { openDatabase } from "../../src/store/sql/database.ts";
import { createTestDatabase } from "../support/database.ts";
import type { TestDatabase } from "../support/database.ts";
import { atDepth, deepTest } from "../support/depth.ts";
import { copyDatabase, createHistory, withSql } from "../support/history.ts";
import { ANY_PORTS, runPresage, spawnPresage, whenStarted, withoutSteps } from "../support/presage.ts";
import type { Running } from "../support/presage.ts";
import { until } from "../support/until.ts";

let history: TestDatabase;
const root = mkdtempSync(join(tmpdir(), "presage-held-"));

before(async () => {
  history = await createHistory();
});

after(async () => {
  await history.close();
  rmSync(root, { recursive: true });
});

type HeldDatabase = {
  readonly url: string;
  /** The session that holds the table. */
  readonly pid: number;
  /** Data directory of the exchange. */
  readonly directory: string;
  release(): Promise<void>;
};

let copies = 0;

/** Copies a database, and holds a table of the copy by a session of psql's name. */
async function holdTable(test: TestContext, table: string, from = history.url): Promise<HeldDatabase> {
  const name = `held${(copies += 1)}`;
  const copy = await copyDatabase(from, name);
  const holder = openDatabase(copy.url, { name: "psql", maxConnections: 1 });
  test.after(async () => {
    await holder.end();
    await copy.close();
  });
  await holder`begin`;
  await holder`lock table ${holder(table)} in access exclusive mode`;
  const [{ pid }] = await holder<[{ pid: number }]>`select pg_backend_pid() as pid`;
  const release = async (): Promise<void> => void (await holder`commit`);
  return { url: copy.url, pid, directory: join(root, name), release };
}

type OnDatabase = Pick<HeldDatabase, "url" | "directory">;

const launch = (test: TestContext, { url, directory }: OnDatabase, args: readonly string[]): Running =>
  spawnPresage(test, [...args, "--data-dir", directory], environmentOf(url));

const environmentOf = (url: string) => ({ DATABASE_URL: url, PRESAGE_MASTER_KEY: "5e".repeat(32) });

/** Waits until no session of a start is left, while the table is still held. */
const untilGone = ({ url }: HeldDatabase): Promise<void> =>
  withSql(url, (sql) =>
    until("the sessions have ended", async () => {
      const left = await sql`
        select from pg_stat_activity where datname = current_database() and application_name like 'presage %'`;
      return left.length === 0;
    }),
  );

const START = ["start", "--json", "--accept-clock", ...ANY_PORTS];

const STARTED_WITH = atDepth({
  quick: ["api_keys"],
  deep: ["orders", "read_tables", "markets", "migrations", "api_keys", "journal"],
});

describe("presage start", { concurrency: 6 }, () => {
  for (const table of STARTED_WITH)
    it(`names the session that holds ${table}, and ends by one signal`, async (test) => {
      const held = await holdTable(test, table);
      const starting = launch(test, held, START);
      await until("the session is named", () => starting.output.stderr.includes(`"pid":${held.pid}`));
      const { code, stdout, stderr } = await starting.stop("SIGTERM");
      assert.deepEqual({ code, stdout }, { code: 0, stdout: "" });
      const lines = withoutSteps(stderr).trimEnd().split("\n");
      const { blockers, msg } = JSON.parse(lines.at(-1)!) as { blockers: unknown; msg: unknown };
      assert.deepEqual(
        [blockers, msg],
        [[{ pid: held.pid, name: "psql" }], "the start waits for locks of other sessions"],
      );
      await untilGone(held);
    });

  deepTest("opens when the table is free", async (test) => {
    const held = await holdTable(test, "orders");
    const starting = launch(test, held, START);
    await until("the session is named", () => starting.output.stderr.includes(`"pid":${held.pid}`));
    await held.release();
    await whenStarted(starting);
    assert.equal((await starting.stop("SIGTERM")).code, 0);
  });
});

type Case = readonly [command: string, table: string, operands: readonly string[]];

const COMMANDS = atDepth({
  quick: [["verify", "orders", []]] satisfies Case[],
  deep: [
    ["verify", "orders", []],
    ["backup", "journal", [join(root, "held.backup")]],
    ["rebuild", "orders", []],
    ["verify", "migrations", []],
    ["backup", "api_keys", [join(root, "held.keys.backup")]],
    ["rebuild", "journal", []],
    ["rotate-master-key", "master_key", ["--reason", "a drill", "--yes"]],
  ] satisfies Case[],
});

/** Frees the table once the command has named its holder, and expects the command's work after that. */
async function endsOnceFree(held: HeldDatabase, running: Running): Promise<void> {
  await until("the session is named", () => running.output.stderr !== "");
  await held.release();
  const { code, stdout, stderr } = await running.finished;
  assert.deepEqual(
    { code, stderr },
    { code: 0, stderr: `presage: waiting for locks of session ${held.pid} (psql)\n` },
  );
  assert.equal(typeof JSON.parse(stdout), "object");
}

describe("a subcommand on a held table", { concurrency: 6 }, () => {
  for (const [command, table, operands] of COMMANDS)
    it(`${command} names the session that holds ${table}, and does its work when it is free`, async (test) => {
      const held = await holdTable(test, table);
      await endsOnceFree(held, launch(test, held, [command, ...operands, "--json"]));
    });

  for (const table of atDepth({ quick: [], deep: ["markets", "journal", "further_keys"] }))
    it(`restore names the session that holds ${table}, and does its work when it is free`, async (test) => {
      const file = join(root, `of-${table}.backup`);
      const backup = ["backup", file, "--data-dir", join(root, "source")];
      assert.equal((await runPresage(test, backup, environmentOf(history.url))).code, 0);
      const empty = await createTestDatabase();
      test.after(() => empty.close());
      const held = await holdTable(test, table, empty.url);
      await endsOnceFree(held, launch(test, held, ["restore", file, "--json"]));
    });

  for (const command of atDepth({ quick: [], deep: ["verify", "rebuild"] }))
    it(`${command} ends by one signal`, async (test) => {
      const held = await holdTable(test, "orders");
      const running = launch(test, held, [command]);
      await until("the session is named", () => running.output.stderr !== "");
      assert.equal((await running.stop("SIGINT")).code, 130);
      await untilGone(held);
    });
});
