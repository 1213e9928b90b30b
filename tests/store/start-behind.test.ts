/** Starts with read tables that stand behind the journal: the exchange opens where the journal ends, or says why not. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { TestContext } from "node:test";
import { pino } from "pino";
import { readConfig } from "../../src/settings/config.ts";
import { createContext } from "../../src/context.ts";
import { micros } from "../../src/core/units.ts";
import { openWriterSession } from "../../src/store/journal/writer-session.ts";
import { appendAuditNote } from "../../src/store/journal/append-audit-note.ts";
import type { Sql } from "../../src/store/sql/database.ts";
import { inSnapshot } from "../../src/store/sql/table-stream.ts";
import { verifyExchange } from "../../src/store/verify/verify-exchange.ts";
import { atDepth, deepTest } from "../support/depth.ts";
import { machineClocks } from "../support/clocks.ts";
import type { TestDatabase } from "../support/database.ts";
import { walletOf } from "../support/exchange.ts";
import { copyDatabase, createHistory, withSql } from "../support/history.ts";
import { withExchange } from "../support/with-exchange.ts";
import { emptyTables, flushJournal, listDifferences, readTables, rebuild } from "./compared-tables.ts";
import type { Rows } from "./compared-tables.ts";

const MASTER_KEY = "5e".repeat(32);

let history: TestDatabase;
let written: readonly Rows[];
let head: number;
let copies = 0;

before(async () => {
  history = await createHistory();
  written = await readTables(history.url);
  [{ head }] = await withSql(
    history.url,
    (sql) => sql<[{ head: number }]>`select max(seq) as head from journal`,
  );
});

after(() => history.close());

/** A copy of the history whose tables stand so many batches behind, after a change. */
async function copyBehind(
  context: TestContext,
  behind: number,
  change: (sql: Sql) => Promise<unknown> = async () => {},
): Promise<string> {
  const copy = await copyDatabase(history.url, `behind_${(copies += 1)}`);
  context.after(() => copy.close());
  if (behind > 0) {
    await emptyTables(copy.url);
    await flushJournal(copy.url, { every: 50, upTo: head - behind });
  }
  await withSql(copy.url, change);
  return copy.url;
}

const start = (url: string): Promise<void> => withExchange(url, MASTER_KEY, async () => {});

async function startAs(databaseUrl: string, onFailure: (error: unknown) => void): Promise<void> {
  const exchange = await createContext({
    config: readConfig({ PRESAGE_MASTER_KEY: MASTER_KEY, PRESAGE_ADMIN_TOKEN: "ad".repeat(32) }, []),
    log: pino({ level: "silent" }),
    clocks: machineClocks(),
    databaseUrl,
    onFailure,
  });
  await exchange.close();
}

async function verify(url: string) {
  const { differences, batches, tables } = await inSnapshot(url, "start behind", verifyExchange);
  return { differences, batches, tables };
}

describe("read tables that stand behind the journal", () => {
  const byOne = ["by one batch", () => 1] as const;
  const byMany = ["by many", () => 150] as const;
  const byAll = ["by all", () => head] as const;
  for (const [what, behind] of atDepth({ quick: [byAll], deep: [byOne, byMany, byAll] }))
    it(`${what} follow at the start, which opens where the journal ends`, async (context) => {
      const url = await copyBehind(context, behind());
      assert.deepEqual(await verify(url), { differences: [], batches: head, tables: head - behind() });
      const [seq, balance] = await withExchange(url, MASTER_KEY, async ({ engine }) => {
        const ann = { address: walletOf("ann"), amount: micros(1) };
        const outcome = await engine.submit({ type: "credit", ...ann });
        assert.ok(outcome.type === "committed");
        const ended = await engine.submit({ type: "debit", ...ann });
        return [outcome.committed.seq, ended.type];
      });
      assert.deepEqual([seq, balance], [head + 1, "committed"]);
      assert.deepEqual(await verify(url), { differences: [], batches: head + 2, tables: head + 2 });
    });

  it("have the very rows after the start that they had when they were written", async (context) => {
    const url = await copyBehind(context, 200);
    await start(url);
    assert.deepEqual(listDifferences(written, await readTables(url)), []);
  });

  it("get a note that was added while no exchange ran", async (context) => {
    const url = await copyBehind(context, 0);
    const writer = await openWriterSession(url);
    const note = {
      operator: "olga",
      action: "rotate-master-key",
      subject: "master-key",
      reason: "",
      details: {},
    };
    await appendAuditNote(writer, note);
    await writer.close();
    await start(url);
    const audited = await withSql(
      url,
      (sql) => sql`select operator, action from audit where batch = ${head + 1}`,
    );
    assert.deepEqual([...audited], [{ operator: "olga", action: "rotate-master-key" }]);
  });

  it("have the time of a note by the virtual clock, where that stood", async (context) => {
    const url = await copyBehind(context, 0);
    const time = Date.UTC(2100, 0, 1);
    await withSql(url, (sql) => sql`insert into virtual_clock (time, rate) values (${time}, 0)`);
    const writer = await openWriterSession(url);
    await appendAuditNote(writer, { operator: "olga", action: "note", subject: "", reason: "", details: {} });
    await writer.close();
    const [last] = await withSql(url, (sql) => sql`select at from journal order by seq desc limit 1`);
    assert.equal(Number(last?.["at"]), time);
  });
});

/** Damages with the words of the start's refusal. */
const DAMAGED: readonly (readonly [
  what: string,
  change: (sql: Sql) => Promise<unknown>,
  says: () => string,
])[] = [
  [
    "a batch that was changed",
    (sql) => sql`update journal set events = events || ' ' where seq = ${head - 3}`,
    () =>
      `journal: batch ${head - 3} does not have the hash of its content and of the batch before it; see presage verify.`,
  ],
  [
    "a journal that ends before the tables",
    async (sql) => {
      await sql`update read_tables set seq = ${head + 7}`;
    },
    () =>
      `the read tables stand at batch ${head + 7}, and the journal ends with batch ${head}: either read_tables.seq was changed, ` +
      "which presage rebuild mends, or the journal lost its end, which a backup has",
  ],
];

describe("a start", () => {
  for (const [what, change, says] of DAMAGED)
    it(`refuses ${what}, every time, and leaves no session behind`, async (context) => {
      const url = await copyBehind(context, 10, change);
      for (let time = 0; time < 2; time += 1) await assert.rejects(start(url), { message: says() });
    });

  const further = ["further than they say", 0, -13] as const;
  const short = ["not as far as they say", 10, 4] as const;
  const atEnd = ["not as far as they say, which is the journal's end", 1, 1] as const;
  for (const [where, behind, moved] of atDepth({ quick: [further], deep: [further, short, atEnd] }))
    it(`refuses tables that are ${where}, until they are made anew`, async (context) => {
      const url = await copyBehind(
        context,
        behind,
        (sql) => sql`update read_tables set seq = seq + ${moved}`,
      );
      const message =
        `the read tables say that they stand at batch ${head - behind + moved}, and were not written up to it: somebody ` +
        "changed read_tables.seq; presage rebuild writes the tables again from the journal";
      for (let time = 0; time < 2; time += 1) await assert.rejects(start(url), { message });
      const { differences } = await verify(url);
      assert.ok(differences.includes(message));
      await rebuild(url);
      await start(url);
      assert.deepEqual(listDifferences(written, await readTables(url)), []);
    });

  it("refuses tables that another batch cannot follow, until they are made anew", async (context) => {
    const url = await copyBehind(
      context,
      0,
      (sql) =>
        sql`update read_tables set (seq, hash) = (journal.seq, journal.hash) from journal where journal.seq = ${head - 13}`,
    );
    for (let time = 0; time < 2; time += 1)
      await assert.rejects(
        start(url),
        new RegExp(
          `batch \\d+ of the journal cannot follow the read tables, which say that they stand at batch ${head - 13}: ` +
            "order \\d+ does not rest\\. presage rebuild writes the tables again from the journal\\.$",
        ),
      );
    await rebuild(url);
    await start(url);
    assert.deepEqual(listDifferences(written, await readTables(url)), []);
  });

  it("makes tables anew that do not say where they stand", async (context) => {
    const url = await copyBehind(context, 10, (sql) => sql`delete from read_tables`);
    await start(url);
    assert.deepEqual(listDifferences(written, await readTables(url)), []);
  });

  deepTest("says each time which batches the tables refuse, until they are made anew", async (context) => {
    const audited = written.find(({ table }) => table === "audit")!.rows.at(-1)!;
    const url = await copyBehind(
      context,
      head - Number(audited["batch"]) + 3,
      (sql) =>
        sql`insert into audit select * from jsonb_populate_record(null::audit, ${sql.json(audited as never)})`,
    );
    for (let time = 0; time < 2; time += 1) {
      const failures: unknown[] = [];
      await assert.rejects(
        startAs(url, (error) => void failures.push(error)),
        /^Error: the read tables refuse the rows of batch(es \d+ to)? \d+: duplicate key .*presage rebuild/,
      );
      assert.equal(failures.length, 1);
    }
    await rebuild(url);
    await start(url);
    assert.deepEqual(listDifferences(written, await readTables(url)), []);
  });
});
