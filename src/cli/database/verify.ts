/** `presage verify` and `rebuild`: check the journal, check every table against the journal, and rebuild the tables. */
import { freeBytes, LOW_BYTES } from "../../store/server/disk-space.ts";
import type { Sql } from "../../store/sql/database.ts";
import { requireSchema } from "../../store/sql/schema/require-schema.ts";
import { inSnapshot } from "../../store/sql/table-stream.ts";
import { readBytes } from "../../operate/upgrade/plan-upgrade.ts";
import { rebuildDatabase, UPGRADE_SESSIONS } from "../../operate/upgrade/upgrade-database.ts";
import { verifyExchange } from "../../store/verify/verify-exchange.ts";
import type { Fault, Verification } from "../../store/verify/verify-exchange.ts";
import { withProgress } from "../terminal/progress.ts";
import type { Progress } from "../terminal/progress.ts";
import { readConfigArgs } from "../terminal/command-line.ts";
import type { Subcommands } from "../terminal/command-line.ts";
import { bytesText, countText, printResult } from "../terminal/table.ts";
import { openExclusively, openForReading, withDatabase } from "./open-database.ts";

const VERIFY_HELP = `Usage: presage verify [settings]

Replays the journal from its first batch, checks its hash chain, compares every table with it - accounts,
positions, markets, orders, trades, operations, the audit log and all others - and checks that no money is made
or lost. It changes nothing, and works while the exchange runs. The exit code is 0 when all agrees, and 1 when
something does not, which is then named. It rebuilds the tables beside those in use: until it ends, they take as
much disk again.

  presage verify
  presage verify --data-dir ./data --json
`;

/** Name pattern of the sessions that a verification uses. */
export const VERIFY_SESSIONS = "presage (verify|copy)";

async function verify(args: readonly string[]): Promise<number> {
  const config = readConfigArgs("verify", args);
  return withDatabase(openForReading(config), async (url) => {
    const verification = await withProgress({ url, sessions: VERIFY_SESSIONS, what: "batches" }, (show) =>
      verifyDatabase(url, show, config.databaseUrl === undefined ? config.dataDirectory : undefined),
    );
    printResult(config, verification, verificationText(verification));
    return verification.ok ? 0 : 1;
  });
}

/**
 * Verifies one snapshot of a database, and shows the progress. `directory` is the data directory of a running embedded
 * server.
 */
export const verifyDatabase = (
  url: string,
  show: Progress["show"],
  directory?: string,
): Promise<Verification> =>
  inSnapshot(url, "presage verify", async (snapshot) => {
    await requireSchema(snapshot);
    if (directory !== undefined) await rejectFullDisk(snapshot, directory);
    return verifyExchange(snapshot, {
      onBatch: show,
      onTable: (done, total) => show(done, total, "tables compared"),
    });
  });

/** Throws if the rebuilt tables could leave so little disk space that a running exchange would limit trading. */
export async function rejectFullDisk(sql: Sql, directory: string, readFree = freeBytes): Promise<void> {
  const neededBytes = (await readBytes(sql)).readTables + LOW_BYTES;
  const availableBytes = await readFree(directory);
  if (availableBytes < neededBytes)
    throw new Error(
      `The verification needs ${bytesText(neededBytes)} in ${directory}, and ${bytesText(availableBytes)} are free: make room first.`,
    );
}

/** Formats the result of a verification for a person. */
export function verificationText(verification: Verification): string {
  const { batches, tables, events, orders, trades, accounts, head } = verification;
  const { fault, differences, differenceCount } = verification;
  const followed = tables === batches ? "" : `, tables up to batch ${tables}`;
  const counts = [
    `${countText(batches, "batch", "batches")}${followed}`,
    countText(events, "event"),
    countText(orders, "order"),
    countText(trades, "trade"),
    countText(accounts, "account"),
  ].join(", ");
  if (fault === undefined) return `All agrees: ${counts}. Head: ${head}\n`;
  const more = differenceCount - differences.length;
  const lines = [...differences, ...(more > 0 ? [`and ${more} more`] : [])].map((line) => `  ${line}`);
  return `${countText(differenceCount, "difference")} found (${counts}):\n${lines.join("\n")}\n${CURES[fault]}\n`;
}

const CURES: Readonly<Record<Fault, string>> = {
  tables:
    "No batch of the journal is damaged: stop the exchange and run presage rebuild, which rebuilds the tables from it, and presage verify again.",
  "tables-ahead":
    "The tables have more than the journal: restore the backup that has its end with presage restore. Run presage rebuild only where somebody changed read_tables.seq: it leaves nothing of what the journal lacks.",
  "journal-damaged": "The journal is damaged: restore a backup with presage restore.",
  "journal-contradicts-itself":
    "The journal contradicts itself, and presage rebuild would make tables that are as wrong: keep a backup of it, restore one from before with presage restore, and report this output.",
};

// `presage rebuild`: rebuilds the read tables from the journal, while no exchange runs.

const REBUILD_HELP = `Usage: presage rebuild [settings]

Empties the tables that the exchange reads from and fills them again from the journal, in one transaction. Stop
the exchange first. Whatever goes wrong leaves the tables as they were.

  presage rebuild
  presage rebuild --data-dir ./data && presage verify --data-dir ./data
`;

async function rebuild(args: readonly string[]): Promise<number> {
  const config = readConfigArgs("rebuild", args);
  return withDatabase(openExclusively(config), async (url) => {
    const made = await withProgress({ url, sessions: UPGRADE_SESSIONS, what: "batches" }, (show) =>
      rebuildDatabase(url, show),
    );
    const { seq: batches, hash } = made.head;
    const head = hash.toString("hex");
    const text = `The read tables were rebuilt from ${countText(batches, "batch", "batches")}. Head: ${head}\n`;
    printResult(config, { batches, head }, text);
    return 0;
  });
}

export const SUBCOMMANDS: Subcommands = {
  verify: { help: VERIFY_HELP, run: verify },
  rebuild: { help: REBUILD_HELP, run: rebuild },
};
