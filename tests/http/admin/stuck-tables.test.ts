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
const WRITTEN = { behind: 0, rows: 0, bytes: 0, waitingReads: 0, holdsWriter: false, failing: null };

type LogLine = { readonly level: number; readonly msg: string };

describe("the status while the read tables are stuck", () => {
  const lines: LogLine[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) });
  let exchange: OperatedExchange;
  let other: Sql;

  before(async () => {
    exchange = await startOperatedExchange({}, log);
    other = openDatabase(exchange.databaseUrl, { name: "stuck tables test" });
  });
  after(async () => {
    await other.end();
    await exchange.close();
  });

  /** Holds the row that every flush writes while `work` runs. */
  const whileStuck = (work: () => Promise<void>): Promise<unknown> =>
    other.begin(async (sql) => {
      await sql`select from read_tables for update`;
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

  it("has counts as of the batch up to which they stand, and says how far behind that is", async () => {
    const earlier = await exchange.done("GET", "/status");
    assert.deepEqual(earlier.tables, { sequence: earlier.sequence, ...WRITTEN });
    await whileStuck(async () => {
      await exchange.open(WALLET);
      const status = await exchange.done("GET", "/status");
      const { rows, bytes, ...tables } = status.tables;
      assert.ok(rows > 0 && bytes > 0);
      const { rows: _rows, bytes: _bytes, ...written } = WRITTEN;
      assert.deepEqual(tables, { sequence: earlier.sequence, ...written, behind: 1 });
      assert.deepEqual(
        [status.sequence, status.head, status.counts],
        [earlier.sequence, earlier.head, earlier.counts],
      );
      const refused = await exchange.call("admin", "GET", "/audit");
      assert.deepEqual(
        [refused.status, refused.body.code, refused.body.hint],
        [503, "not_accepting", "the read tables take long to follow the journal; try again"],
      );
    });
    const later = await exchange.done("GET", "/status");
    assert.deepEqual(later.tables, { sequence: earlier.sequence + 1, ...WRITTEN });
    assert.deepEqual(
      [later.sequence, later.counts.accounts],
      [earlier.sequence + 1, earlier.counts.accounts + 1],
    );
  });

  it("says why flushes fail, as the log does once they have for two seconds", async () => {
    await whileStuck(async () => {
      await exchange.submit({ type: "set-mode", mode: "post-only" });
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
        [30, "the read tables are written again"],
      ],
    );
  });
});
