/** Upgrades a database to this release: its schema, then its read tables. Each step is atomic. */
import type { Client } from "pg";
import type { JournalHead } from "../../store/journal/journal.ts";
import { openWriterSession } from "../../store/journal/writer-session.ts";
import { areTablesCurrent, rebuildTables } from "../../store/projector/rebuild-tables.ts";
import type { RebuildSource } from "../../store/projector/rebuild-tables.ts";
import { inSnapshot } from "../../store/sql/table-stream.ts";
import { updateSchema } from "../../store/sql/schema/update-schema.ts";
import type { UpdateOptions } from "../../store/sql/schema/update-schema.ts";

export type UpgradeOptions = Pick<UpdateOptions, "onApplied"> & {
  /** Called after each batch that is written into the read tables. */
  readonly onBatch?: RebuildSource["onBatch"];
};

export type MadeTables = {
  /** The last batch in the rebuilt tables. */
  readonly head: JournalHead;
  readonly ms: number;
};

/** Pattern of the names of the sessions that an upgrade or a rebuild uses. */
export const UPGRADE_SESSIONS = "presage (migration|writer|rebuild)";

/**
 * Returns the rebuilt read tables; `undefined` if the existing ones stay. Throws one clear sentence if an exchange runs
 * on the database, or a newer release wrote it.
 */
export const upgradeDatabase = (
  url: string,
  { onApplied, onBatch }: UpgradeOptions = {},
): Promise<MadeTables | undefined> =>
  asWriter(url, { onApplied }, async (client) =>
    (await areTablesCurrent(client)) ? undefined : makeTables(url, client, onBatch),
  );

/** Upgrades the schema to this release, and rebuilds the read tables, whichever release wrote them. */
export const rebuildDatabase = (url: string, onBatch?: RebuildSource["onBatch"]): Promise<MadeTables> =>
  asWriter(url, { anyTables: true }, (client) => makeTables(url, client, onBatch));

async function asWriter<T>(
  url: string,
  options: UpdateOptions,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  await updateSchema(url, options);
  let lost: Error | undefined;
  const writer = await openWriterSession(url);
  void writer.lost.then((error) => (lost = error));
  try {
    return await work(writer.client);
  } catch (error) {
    throw lost ?? error;
  } finally {
    await writer.close();
  }
}

async function makeTables(
  url: string,
  client: Client,
  onBatch: RebuildSource["onBatch"],
): Promise<MadeTables> {
  const startedAt = performance.now();
  const head = await inSnapshot(url, "presage rebuild", (journal) =>
    rebuildTables({ client, journal, ...(onBatch && { onBatch }) }),
  );
  return { head, ms: performance.now() - startedAt };
}
