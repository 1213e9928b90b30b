/** The mode that a database knows its exchange by, over starts, a backup and the migration that brought it. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { TestContext } from "node:test";
import { pino } from "pino";
import { readConfig } from "../../src/settings/config.ts";
import { createContext } from "../../src/context.ts";
import { openBackupFile, writeBackupFile } from "../../src/operate/backup/backup-file.ts";
import { restoreBackup } from "../../src/operate/backup/restore-backup.ts";
import { streamDurably } from "../../src/operate/backup/framed-file.ts";
import { readBackupContent } from "../../src/operate/backup/write-backup.ts";
import { readRunMode } from "../../src/store/journal/run-mode.ts";
import { inSnapshot } from "../../src/store/sql/table-stream.ts";
import { updateSchema } from "../../src/store/sql/schema/update-schema.ts";
import { deepTest } from "../support/depth.ts";
import { machineClocks } from "../support/clocks.ts";
import { createTestDatabase } from "../support/database.ts";
import { createHistory, withSql } from "../support/history.ts";
import { scratchRoot } from "../support/scratch-directory.ts";
import { undoSince21 } from "./earlier-schema.ts";

const SECRETS = { PRESAGE_MASTER_KEY: "5e".repeat(32), PRESAGE_ADMIN_TOKEN: "ad".repeat(32) };
const IN_PRODUCTION = /^Error: This exchange is in production, .*: run it with --mode production/;
const NOT_NOTED = /^Error: This exchange is of a release that did not note its mode: run it with --mode/;

/** Starts the exchange of a database once, in the mode that the setting says, or in the default one. */
async function startOnce(databaseUrl: string, mode?: "sandbox" | "production"): Promise<void> {
  const context = await createContext({
    config: readConfig({ ...SECRETS, ...(mode !== undefined && { PRESAGE_MODE: mode }) }, []),
    log: pino({ level: "silent" }),
    clocks: machineClocks(),
    databaseUrl,
    onFailure: (error) => {
      throw error;
    },
  });
  await context.close();
}

async function emptyDatabase(context: TestContext): Promise<string> {
  const { url, close } = await createTestDatabase();
  context.after(close);
  return url;
}

/** A database with a history, of a release that noted no mode. */
async function oldDatabase(context: TestContext): Promise<string> {
  const { url, close } = await createHistory();
  context.after(close);
  await withSql(url, (sql) => sql`delete from run_mode`);
  return url;
}

const modeOf = (url: string): Promise<string | undefined> => withSql(url, readRunMode);

test("a sandbox becomes production, and production never a sandbox", async (context) => {
  const url = await emptyDatabase(context);
  await startOnce(url);
  assert.equal(await modeOf(url), "sandbox");
  await startOnce(url, "production");
  assert.equal(await modeOf(url), "production");
  for (const mode of [undefined, "sandbox"] as const)
    await assert.rejects(startOnce(url, mode), IN_PRODUCTION);
  assert.equal(await modeOf(url), "production");
  await startOnce(url, "production");
});

test("an exchange in production that did nothing yet is no sandbox either", async (context) => {
  const url = await emptyDatabase(context);
  await withSql(url, (sql) => sql`insert into run_mode (mode) values ('production')`);
  await assert.rejects(startOnce(url), IN_PRODUCTION);
});

test("an exchange of before is a sandbox only where somebody says so", async (context) => {
  const url = await oldDatabase(context);
  await assert.rejects(startOnce(url), NOT_NOTED);
  assert.equal(await modeOf(url), undefined);
  await startOnce(url, "sandbox");
  await startOnce(url);
  assert.equal(await modeOf(url), "sandbox");
});

deepTest("an exchange of before that is started in production stays there", async (context) => {
  const url = await oldDatabase(context);
  await startOnce(url, "production");
  await assert.rejects(startOnce(url, "sandbox"), IN_PRODUCTION);
});

deepTest("the migration takes what has the snapshot of a first start for a sandbox", async (context) => {
  for (const [snapshot, mode] of [
    ["start", "sandbox"],
    ["other", undefined],
  ] as const) {
    const url = await oldDatabase(context);
    await withSql(url, async (sql) => {
      await sql`insert into snapshots (name, made_at, seq, layout) values (${snapshot}, 0, 1, 'old')`;
      await undoSince21(sql);
    });
    await updateSchema(url);
    assert.equal(await modeOf(url), mode);
  }
});

test("a backup has the mode, and a restore takes the place of the one that was there", async (context) => {
  const directory = mkdtempSync(join(scratchRoot(), "presage-run-mode-"));
  context.after(() => rmSync(directory, { recursive: true }));
  const file = join(directory, "backup");
  const source = await oldDatabase(context);
  for (const mode of ["production", undefined] as const) {
    await withSql(source, async (sql) => {
      await sql`delete from run_mode`;
      if (mode !== undefined) await sql`insert into run_mode (mode) values (${mode})`;
    });
    await inSnapshot(source, "backup test", async (sql) => {
      const options = { version: "1.2.3", time: new Date(0), masterKey: "5e".repeat(32), withKeys: false };
      const { header, lines } = await readBackupContent(sql, options);
      await streamDurably(file, writeBackupFile(header, lines));
    });
    const backup = await openBackupFile(file);
    const target = await emptyDatabase(context);
    await withSql(target, (sql) => sql`insert into run_mode (mode) values ('sandbox')`);
    await restoreBackup({ url: target, backup, lastSeq: backup.header.seq });
    assert.equal(await modeOf(target), mode);
    await assert.rejects(startOnce(target), mode === undefined ? NOT_NOTED : IN_PRODUCTION);
  }
});
