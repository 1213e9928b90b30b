/** The status that operators get while the read tables cannot be written, and the log of it. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { pino } from "pino";
import type { Sql } from "../../../src/store/sql/database.ts";
import { openDatabase } from "../../../src/store/sql/database.ts";
import { until } from "../../support/until.ts";
import { startOperatedExchange } from "./world.ts";
import type { OperatedExchange } from "./world.ts";

const WALLET = `0x${"a1".repeat(20)}`;
const WRITTEN = {
  behind: 0,
  rows: 0,
  bytes: 0,
  waitingReads: 0,
  holdsWriter: false,
  failing: null,
  flushSeconds: 0,
  blockedBy: [],
};

const NAME = "stuck tables test";

type LogLine = { readonly level: number; readonly msg: string };

describe("the status while the read tables are stuck", () => {
  const lines: LogLine[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) });
  let exchange: OperatedExchange;
  let other: Sql;
  /** The session that holds the row. */
  let holder: { readonly pid: number; readonly name: string };

  before(async () => {
    exchange = await startOperatedExchange({}, log);
    other = openDatabase(exchange.databaseUrl, { name: NAME });
  });
  after(async () => {
    await other.end();
    await exchange.close();
  });

  /** Holds the row that every flush writes while `work` runs. */
  const whileStuck = (work: () => Promise<void>): Promise<unknown> =>
    other.begin(async (sql) => {
      const [session] = await sql<
        [{ pid: number }]
      >`select pg_backend_pid() as pid from read_tables for update`;
      holder = { pid: session.pid, name: NAME };
      await work();
    });

  /** Ends the session of the flush that waits for the row; the next session waits for it too. */
  async function endFlush(): Promise<void> {
    await until("a flush is ended", async () => {
      const ended = await other`
        select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'presage tables' and datname = current_database() and wait_event_type = 'Lock'`;
      return ended.length === 1;
    });
  }

  it("has the last batch of the journal, and counts as of the batch up to which they stand", async () => {
    const earlier = await exchange.done("GET", "/status");
    assert.deepEqual(earlier.tables, { sequence: earlier.sequence, ...WRITTEN });
    await whileStuck(async () => {
      await exchange.open(WALLET);
      const status = await exchange.done("GET", "/status");
      const { rows, bytes, flushSeconds, ...tables } = status.tables;
      assert.ok(rows > 0 && bytes > 0 && flushSeconds >= 1);
      const { rows: _rows, bytes: _bytes, flushSeconds: _flushSeconds, ...written } = WRITTEN;
      assert.deepEqual(tables, { sequence: earlier.sequence, ...written, behind: 1, blockedBy: [holder] });
      const head = exchange.context.engine.head();
      assert.deepEqual([head.seq, status.sequence], [earlier.sequence + 1, head.seq]);
      assert.equal(status.head, `0x${head.hash.toString("hex")}`);
      assert.deepEqual([status.counted, status.counts], [earlier.sequence, earlier.counts]);
      const refused = await exchange.call("admin", "GET", "/audit");
      assert.deepEqual(
        [refused.status, refused.body.code, refused.body.hint],
        [
          503,
          "read_unavailable",
          "the read tables are behind the journal by 1 batch; nothing is lost; try again",
        ],
      );
    });
    await exchange.context.tables.reach();
    const later = await exchange.done("GET", "/status");
    assert.deepEqual(later.tables, { sequence: earlier.sequence + 1, ...WRITTEN });
    assert.deepEqual(
      [later.sequence, later.counted, later.counts.accounts],
      [earlier.sequence + 1, earlier.sequence + 1, earlier.counts.accounts + 1],
    );
  });

  it("has no counts while a table cannot be read, and all else", async () => {
    const earlier = await exchange.done("GET", "/status");
    await other.begin(async (sql) => {
      await sql`lock table orders in access exclusive mode`;
      const { sequence, head, counted, counts, deposits, fees } = await exchange.done("GET", "/status");
      assert.deepEqual([sequence, head], [earlier.sequence, earlier.head]);
      assert.deepEqual([counted, counts, deposits, fees], [null, null, null, null]);
    });
    assert.deepEqual((await exchange.done("GET", "/status")).counts, earlier.counts);
  });

  it("says why flushes fail, as the log does once they have for two seconds", async () => {
    await whileStuck(async () => {
      await exchange.open(`0x${"a2".repeat(20)}`);
      await endFlush();
      await until("the tables fail", () => exchange.context.tables.standing().failing !== undefined);
      assert.match((await exchange.done("GET", "/status")).tables.failing, /terminat/);
      assert.deepEqual(lines, []);
      exchange.clock.now += 2_000;
      await until("the log has a line", () => lines.length > 0);
    });
    await until("the log has another line", () => lines.length > 1);
    assert.deepEqual(
      lines.map(({ level, msg }) => [level, msg]),
      [
        [40, "the read tables cannot be written"],
        [40, "the read tables are written again"],
      ],
    );
  });
});
