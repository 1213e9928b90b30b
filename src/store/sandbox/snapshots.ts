/** Snapshots of a sandbox: named moments to which its whole database can go back, also after a restart. */
import type { JournalHead } from "../journal/journal.ts";
import { READ_TABLES_VERSION } from "../projector/rebuild-tables.ts";
import type { Sql, TransactionSql } from "../sql/database.ts";
import { transact } from "../sql/transact.ts";
import { takeBackText } from "../webhooks/webhook-feeds.ts";
import { copyTables, putBackTables, schemaOf } from "./snapshot-tables.ts";

export type Snapshot = {
  readonly no: number;
  readonly name: string;
  /** Time of the exchange when it was taken, ms. */
  readonly madeAt: number;
  /** The last batch of the journal. */
  readonly seq: number;
  /** False if its tables are those of another release. */
  readonly usable: boolean;
};

export type NewSnapshot = Pick<Snapshot, "name" | "madeAt"> & Pick<JournalHead, "seq">;

/** Copies the database, in which nothing may be underway; an earlier snapshot of the name ends. */
export const storeSnapshot = (sql: Sql, { name, madeAt, seq }: NewSnapshot): Promise<Snapshot> =>
  transact(sql, async (transaction) => {
    await dropNamed(transaction, name);
    const layout = await readLayout(transaction);
    const [{ no }] = await transaction<[{ no: number }]>`
      insert into snapshots (name, made_at, seq, layout) values (${name}, ${madeAt}, ${seq}, ${layout}) returning no`;
    await copyTables(transaction, schemaOf(no));
    return { no, name, madeAt, seq, usable: true };
  });

/** Puts the database back as it was; webhooks go on with what comes after. */
export const putBackSnapshot = (sql: Sql, { no, seq }: Snapshot): Promise<void> =>
  transact(sql, async (transaction) => {
    await putBackTables(transaction, schemaOf(no));
    await transaction.unsafe(takeBackText(seq));
  });

/** Lists the snapshots in the order in which they were taken. */
export async function listSnapshots(sql: Sql): Promise<Snapshot[]> {
  const layout = await readLayout(sql);
  return sql<Snapshot[]>`
    select no, name, made_at as "madeAt", seq, layout = ${layout} as usable from snapshots order by no`;
}

/** Makes `sql`, which is one transaction, read the tables of a snapshot in place of those of now. Throws where it cannot. */
export async function readSnapshotTables(sql: Sql, name: string): Promise<void> {
  const found = (await listSnapshots(sql)).find((snapshot) => snapshot.name === name);
  if (found === undefined) throw new Error(`there is no snapshot "${name}"`);
  if (!found.usable) throw new Error(`the snapshot "${name}" was taken by another release`);
  if (found.seq === 0)
    throw new Error(`the snapshot "${name}" is of an exchange in which nothing had happened`);
  // A table that had no rows was not copied: none of the rows that it has now is read.
  const [{ schema }] = await sql<[{ schema: string }]>`select quote_ident(current_schema()) as schema`;
  await sql.unsafe(`set local search_path to ${schemaOf(found.no)}, ${schema}`);
}

/** Removes a snapshot; false if there is none of the name. */
export const removeSnapshot = (sql: Sql, name: string): Promise<boolean> =>
  transact(sql, (transaction) => dropNamed(transaction, name));

async function dropNamed(sql: TransactionSql, name: string): Promise<boolean> {
  const [row] = await sql<{ no: number }[]>`delete from snapshots where name = ${name} returning no`;
  if (row === undefined) return false;
  await sql.unsafe(`drop schema if exists ${schemaOf(row.no)} cascade`);
  return true;
}

/** Names the schema and the contents of the read tables, which another release may have otherwise. */
async function readLayout(sql: Sql | TransactionSql): Promise<string> {
  const [{ name }] = await sql<[{ name: string }]>`select max(name collate "C") as name from migrations`;
  return `${name} ${READ_TABLES_VERSION}`;
}
