/** Rehearses an upgrade on a copy: a separate server in a directory that is removed at the end. */
import { join } from "node:path";
import { readRunMode } from "../journal/run-mode.ts";
import type { RunMode } from "../journal/run-mode.ts";
import { startEmbeddedServer } from "../server/embedded-server.ts";
import { openTemporaryDirectory } from "../server/temporary-directory.ts";
import { openDatabase } from "../sql/database.ts";
import type { Sql } from "../sql/database.ts";
import { inSnapshot } from "../sql/table-stream.ts";
import type { Snapshot } from "../sql/table-stream.ts";
import { verifyExchange } from "../verify/verify-exchange.ts";
import type { Verification } from "../verify/verify-exchange.ts";
import { copyDatabase } from "./copy-database.ts";
import { upgradeDatabase } from "./upgrade-database.ts";

export type Rehearsal = {
  readonly copySeconds: number;
  readonly migrations: readonly { readonly name: string; readonly seconds: number }[];
  /** Seconds for the rebuild of the read tables; `null` if they were not rebuilt. */
  readonly tablesSeconds: number | null;
  readonly verifySeconds: number;
  readonly verification: Verification;
  /** The mode stored in the copy; `null` if the next start must state it. */
  readonly mode: RunMode | null;
};

export type RehearsalOptions = {
  /** Parent directory of the copy's own. */
  readonly root?: string | undefined;
  /** Called repeatedly with the progress of a step. */
  readonly onStep: (step: string, done: number, total: number) => void;
};

/** Name of the copy on its server. */
const COPY = "rehearsal";

/** Upgrades a copy of the database and verifies it. Throws if a step fails; the database itself is only read. */
export async function rehearseUpgrade(source: Snapshot, options: RehearsalOptions): Promise<Rehearsal> {
  const { root, onStep } = options;
  const directory = await openTemporaryDirectory({ database: true, ...(root !== undefined && { root }) });
  try {
    const server = await startEmbeddedServer({ directory: directory.path, log: () => {} });
    try {
      const url = await createCopy(server.url);
      const copySeconds = await timed(() => fillCopy(source, url, onStep));
      const before = await inSnapshot(url, "presage rehearsal", listRelations);
      const upgraded = await upgradeCopy(url, onStep);
      const after = await inSnapshot(url, "presage rehearsal", listRelations);
      refuseTaken(await listRelations(source), before, after);
      return { copySeconds, ...upgraded };
    } finally {
      await server.close();
    }
  } finally {
    await directory.remove();
  }
}

/** Names of tables, indexes and the like. */
async function listRelations(sql: Sql): Promise<ReadonlySet<string>> {
  const rows = await sql<{ name: string }[]>`
    select relname as name from pg_class where relnamespace = current_schema()::regnamespace`;
  return new Set(rows.map(({ name }) => name));
}

type Names = ReadonlySet<string>;

/** Throws if an object of the operator has a name that the upgrade uses: the copy lacks that object. */
function refuseTaken(source: Names, before: Names, after: Names): void {
  const taken = [...after].filter((name) => !before.has(name) && source.has(name));
  if (taken.length > 0)
    throw new Error(
      `The database has ${taken.join(", ")}, which the upgrade makes: rename or drop it first.`,
    );
}

async function createCopy(serverUrl: string): Promise<string> {
  const sql = openDatabase(serverUrl, { name: "presage rehearsal", maxConnections: 1 });
  await sql`create database ${sql(COPY)}`.finally(() => sql.end());
  const url = new URL(serverUrl);
  url.pathname = join("/", COPY);
  return url.href;
}

async function fillCopy(source: Snapshot, url: string, onStep: RehearsalOptions["onStep"]): Promise<void> {
  const target = openDatabase(url, { name: "presage rehearsal", maxConnections: 1 });
  await copyDatabase(source, Object.assign(target, { url }), (done, total) =>
    onStep("tables copied", done, total),
  ).finally(() => target.end());
}

async function upgradeCopy(
  url: string,
  onStep: RehearsalOptions["onStep"],
): Promise<Omit<Rehearsal, "copySeconds">> {
  const migrations: { name: string; seconds: number }[] = [];
  const made = await upgradeDatabase(url, {
    onApplied: (name, ms) => migrations.push({ name, seconds: ms / 1_000 }),
    onBatch: (seq, last) => onStep("batches into read tables", seq, last),
  });
  const startedAt = performance.now();
  const verification = await inSnapshot(url, "presage verify", (copy) =>
    verifyExchange(copy, { onBatch: (seq, last) => onStep("batches verified", seq, last) }),
  );
  const verifySeconds = (performance.now() - startedAt) / 1_000;
  const mode = (await inSnapshot(url, "presage rehearsal", readRunMode)) ?? null;
  return {
    migrations,
    tablesSeconds: made === undefined ? null : made.ms / 1_000,
    verifySeconds,
    verification,
    mode,
  };
}

async function timed(work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return (performance.now() - startedAt) / 1_000;
}
