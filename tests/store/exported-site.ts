/** A Kuest site's database, into which exports are loaded. */
import { readFileSync } from "node:fs";
import { exportSite } from "../../src/operate/export/export-site.ts";
import { openDatabase } from "../../src/store/sql/database.ts";
import type { Sql } from "../../src/store/sql/database.ts";
import { inSnapshot } from "../../src/store/sql/table-stream.ts";
import { createTestDatabase } from "../support/database.ts";

/** Tables with the columns that order their rows. */
const TABLES = {
  conditions: "id",
  events: "id",
  markets: "condition_id",
  outcomes: "token_id",
  tags: "id",
  event_tags: "event_id, tag_id",
} as const;

export type Site = {
  readonly sql: Sql;
  load(script: string): Promise<void>;
  /** Reads all rows, each with the transaction that wrote it. */
  readAll(): Promise<Readonly<Record<keyof typeof TABLES, readonly object[]>>>;
  close(): Promise<void>;
};

/** Makes a site without markets. */
export async function createSite(): Promise<Site> {
  const database = await createTestDatabase();
  const sql = openDatabase(database.url, { name: "presage tests", maxConnections: 1 });
  await sql`drop schema public cascade`;
  await sql`create schema public`;
  await sql.unsafe(readFileSync(new URL("site-database.sql", import.meta.url), "utf8"));
  const readTable = (table: keyof typeof TABLES): Promise<readonly object[]> =>
    sql.unsafe(`select xmin::text, * from ${table} order by ${TABLES[table]}`);
  return {
    sql,
    async load(script) {
      await sql.unsafe(script).simple();
    },
    readAll: async () => ({
      conditions: await readTable("conditions"),
      events: await readTable("events"),
      markets: await readTable("markets"),
      outcomes: await readTable("outcomes"),
      tags: await readTable("tags"),
      event_tags: await readTable("event_tags"),
    }),
    async close() {
      await sql.end();
      await database.close();
    },
  };
}

/** Exports the exchange of a database, at a time. */
export const exportedScript = (databaseUrl: string, time = new Date()): Promise<string> =>
  inSnapshot(databaseUrl, "presage tests", async (snapshot) => {
    const { pieces } = await exportSite(snapshot, { time });
    const read: Buffer[] = [];
    for await (const piece of pieces) read.push(piece);
    return Buffer.concat(read).toString();
  });
