/** Plans an upgrade from the current state of the database, and checks the backup for a downgrade. */
import type { BackupFile } from "../backup/backup-file.ts";
import { READ_TABLES_VERSION } from "../../store/projector/rebuild-tables.ts";
import { LOW_BYTES } from "../../store/server/disk-space.ts";
import type { Sql } from "../../store/sql/database.ts";
import { findLastRelease } from "../../store/sql/schema/releases.ts";
import { readSchema, assertNotNewer } from "../../store/sql/schema/require-schema.ts";
import { READ_TABLES } from "../../store/tables/read-tables.ts";

export type UpgradePlan = {
  /** Release that wrote the database last; `null` if it is not recorded. */
  readonly release: string | null;
  /** The last migration of the database. */
  readonly schema: string;
  /** Migrations that the database lacks. */
  readonly migrations: readonly string[];
  /** Version of the database's read tables; `null` if it is not recorded. */
  readonly tablesVersion: number | null;
  /** True if the read tables are rebuilt. */
  readonly rebuilds: boolean;
  /** The journal's last batch, 0 if there is none. */
  readonly batches: number;
  readonly bytes: StoredBytes;
};

export type StoredBytes = {
  readonly database: number;
  readonly journal: number;
  readonly readTables: number;
};

/** Plans the upgrade to this release. Throws one clear sentence if it is impossible. */
export async function planUpgrade(sql: Sql): Promise<UpgradePlan> {
  const { last, missing } = await readSchema(sql);
  const tablesVersion = await readTablesVersion(sql);
  if (tablesVersion !== null) await assertNotNewer(sql);
  const [{ batches }] = await sql<
    [{ batches: number }]
  >`select coalesce(max(seq), 0)::int8 as batches from journal`;
  return {
    release: (await findLastRelease(sql)) ?? null,
    schema: last,
    migrations: missing.map(({ name }) => name),
    tablesVersion,
    rebuilds: batches > 0 && tablesVersion !== READ_TABLES_VERSION,
    batches,
    bytes: await readBytes(sql),
  };
}

async function readTablesVersion(sql: Sql): Promise<number | null> {
  const [{ found }] = await sql<[{ found: boolean }]>`select to_regclass('read_tables') is not null as found`;
  if (!found) return null;
  const [row] = await sql<{ version: number }[]>`select version from read_tables`;
  return row?.version ?? null;
}

/** Reads the sizes on the disk. */
export async function readBytes(sql: Sql): Promise<StoredBytes> {
  const [bytes] = await sql<[StoredBytes]>`
    select pg_database_size(current_database()) as database, pg_total_relation_size('journal') as journal,
      (select coalesce(sum(pg_total_relation_size(oid)), 0)::int8 from pg_class
        where relname = any(${[...READ_TABLES]}) and relnamespace = current_schema()::regnamespace) as "readTables"
    `;
  return bytes;
}

/** Approximate maximum size of the embedded server's write-ahead log. */
const LOG_BYTES = 2 * 1024 ** 3;

/** Computes the free bytes that an upgrade needs: tables are rewritten beside the old ones, and logged. */
export function estimateUpgradeBytes({ migrations, rebuilds, bytes: { readTables } }: UpgradePlan): number {
  if (migrations.length === 0 && !rebuilds) return 0;
  return readTables + Math.min(LOG_BYTES, readTables) + LOW_BYTES;
}

/** Computes the free bytes that a rehearsal needs: a copy, and its upgrade. */
export const estimateRehearsalBytes = (plan: UpgradePlan): number =>
  plan.bytes.database + Math.min(LOG_BYTES, plan.bytes.database) + LOW_BYTES + estimateUpgradeBytes(plan);

/** Journal bytes from which read tables are built per second; docs/explanation/performance.md has the measurement. */
const JOURNAL_BYTES_PER_SECOND = 3_800_000;

/** Estimates the seconds to rebuild the read tables, on the machine that docs/explanation/performance.md names. */
export const estimateTableSeconds = ({ bytes }: UpgradePlan): number =>
  bytes.journal / JOURNAL_BYTES_PER_SECOND;

export type CheckedBackup = {
  readonly file: string;
  /** The release that made the backup. */
  readonly presage: string;
  readonly time: string;
  readonly seq: number;
  /** Number of journal batches that the backup lacks. */
  readonly behind: number;
};

/** Throws one clear sentence if a complete backup is not one of this exchange. */
export async function checkBackup(
  sql: Sql,
  file: string,
  { header }: Pick<BackupFile, "header">,
): Promise<CheckedBackup> {
  const { presage, time, seq, hash } = header;
  const [found] = await sql<{ hash: Buffer }[]>`select hash from journal where seq = ${seq}`;
  if (seq > 0 && found?.hash.toString("hex") !== hash)
    throw new Error(
      `The backup ${file} is of another exchange: it ends with batch ${seq}, hash ${hash}, which the journal does not have`,
    );
  const [{ last }] = await sql<[{ last: number }]>`select coalesce(max(seq), 0)::int8 as last from journal`;
  return { file, presage, time, seq, behind: last - seq };
}
