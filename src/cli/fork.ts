/** `presage fork`: starts a second exchange beside a sandbox, from its current state or from a snapshot. */
import { copyFileSync, existsSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "../settings/config.ts";
import { RELEASE } from "../release.ts";
import { openBackupFile, writeBackupFile } from "../operate/backup/backup-file.ts";
import { restoreBackup } from "../operate/backup/restore-backup.ts";
import { readBackupContent } from "../operate/backup/write-backup.ts";
import { readRunMode } from "../store/journal/run-mode.ts";
import { findMasterKey } from "../store/keys/master-key.ts";
import { readSnapshotTables } from "../store/sandbox/snapshots.ts";
import { openDatabase } from "../store/sql/database.ts";
import { removeAllWebhooks } from "../store/webhooks/webhooks.ts";
import { readStoredTime } from "../store/sandbox/virtual-time.ts";
import { ADMIN_TOKEN, MASTER_KEY, readInstance } from "../store/server/data-directory.ts";
import { writeDurably } from "../store/server/disk-space.ts";
import type { Sql } from "../store/sql/database.ts";
import { requireSchema } from "../store/sql/schema/require-schema.ts";
import { inSnapshot } from "../store/sql/table-stream.ts";
import { SETTINGS } from "../settings/settings-table.ts";
import { formatFlag } from "../settings/setting.ts";
import { readCommandLine, getTextFlag } from "./terminal/command-line.ts";
import type { CommandLine, Subcommands } from "./terminal/command-line.ts";
import { openForReading, openOrCreate } from "./database/open-database.ts";
import { writeOutput } from "./terminal/output-file.ts";
import { start } from "./start.ts";

const FORK_HELP = `Usage: presage fork PORT [--snapshot NAME] [settings]

Starts a second exchange from the state of a sandbox, which goes on beside it, until Ctrl-C: what is done there is thrown away
then. It has the same accounts, keys and operator. Its addresses take eleven ports: PORT is that of the web page; trading, data,
catalog and operators follow, then the three of Polymarket's dialect and the three of Kuest's. Where time is virtual, its clock
is virtual too and goes on from there.

  --snapshot NAME  the state of this snapshot; by default it is that of now

  presage fork 8100
  presage fork 8100 --snapshot before-the-storm
`;

/** Number of ports of a fork. */
const PORT_COUNT = 11;

export async function fork(args: readonly string[]): Promise<number> {
  const line = readCommandLine("fork", args, { "--snapshot": "text" });
  const { config } = line;
  const port = readPort(line.operands);
  rejectOtherFlags(config);
  const given = listGivenFlags(line);
  const directory = join(config.dataDirectory, "forks", String(port));
  if (readInstance(directory) !== undefined) throw new Error(`fork: there is one at port ${port} already`);
  const clear = (): void => rmSync(directory, { recursive: true, force: true, maxRetries: 3 });
  clear();
  try {
    const { virtual } = await copyExchange(config, directory, getTextFlag(line, "--snapshot"));
    return await start([...listAddressFlags(directory, port), ...chooseClockFlags(line, virtual), ...given]);
  } finally {
    clear();
  }
}

function readPort(operands: readonly string[]): number {
  const [text = "", ...more] = operands;
  const last = 65_536 - PORT_COUNT;
  const port = /^[1-9]\d{0,4}$/.test(text) ? Number(text) : 0;
  if (port >= 1 && port <= last && more.length === 0) return port;
  const got = operands.length === 0 ? "none" : `"${operands.join(" ")}"`;
  throw new Error(`fork: expected a port from 1 to ${last}, got ${got}; see presage fork --help`);
}

function rejectOtherFlags({ mode, databaseUrl, dataDirectory }: Config): void {
  if (mode !== "sandbox") throw new Error("fork: expected a sandbox, and PRESAGE_MODE is production");
  if (databaseUrl !== undefined)
    throw new Error(
      "fork: expected a sandbox with a database of its own, and DATABASE_URL names another: restore a backup into a second database",
    );
  if (!existsSync(dataDirectory)) throw new Error(`fork: there is no exchange in ${dataDirectory}`);
}

/** Facts of a copied state; `virtual` is true if the state has a virtual clock. */
type CopiedState = { readonly virtual: boolean };

/** Creates a data directory with the sandbox's state and secrets. */
async function copyExchange(
  config: Config,
  directory: string,
  name: string | undefined,
): Promise<CopiedState> {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const file = join(directory, "fork.backup");
  const masterKey = findMasterKey(config);
  const source = await openForReading(config);
  try {
    await inSnapshot(source.url, "presage fork", async (sql) => {
      await requireSchema(sql);
      await assertNotProduction(sql);
      if (name !== undefined) await readSnapshotTables(sql, name);
      const terms = { version: RELEASE.version, time: new Date(), masterKey, withKeys: false };
      const { header, lines } = await readBackupContent(sql, terms);
      await writeOutput(file, writeBackupFile(header, lines));
    });
  } finally {
    await source.close();
  }
  if (masterKey !== undefined) writeDurably(join(directory, MASTER_KEY), `${masterKey}\n`);
  const token = join(config.dataDirectory, ADMIN_TOKEN);
  if (existsSync(token)) copyFileSync(token, join(directory, ADMIN_TOKEN));
  const backup = await openBackupFile(file);
  const target = await openOrCreate({ ...config, dataDirectory: directory });
  try {
    await restoreBackup({ url: target.url, backup, lastSeq: backup.header.seq, endsKeys: false });
    await dropWebhooks(target.url);
    const time = await inSnapshot(target.url, "presage fork", readStoredTime);
    return { virtual: time !== undefined };
  } finally {
    await target.close();
    rmSync(file);
  }
}

/** Removes the webhooks from the copy: their receivers do not expect events of a fork. */
async function dropWebhooks(url: string): Promise<void> {
  const sql = openDatabase(url, { name: "presage fork", maxConnections: 1 });
  await removeAllWebhooks(sql).finally(() => sql.end({ timeout: 1 }));
}

/** Gives a copied virtual state a virtual clock, unless a setting chooses the clock. */
function chooseClockFlags({ settings }: CommandLine, virtual: boolean): string[] {
  const isClockSet = settings.some(
    ({ setting, source }) => setting.name === SETTINGS.clock.name && source !== "default",
  );
  return virtual && !isClockSet ? [`${formatFlag(SETTINGS.clock)}=virtual`] : [];
}

/**
 * Refuses a copy of a production exchange: its accounts, keys and operators would run as a sandbox, whatever the
 * settings.
 */
async function assertNotProduction(sql: Sql): Promise<void> {
  const mode = await readRunMode(sql);
  if (mode === "sandbox") return;
  const is = mode === undefined ? "was not started yet: start it as a sandbox first" : "is in production";
  throw new Error(`fork: expected a sandbox, and the exchange of this data directory ${is}`);
}

const listAddressFlags = (directory: string, port: number): string[] =>
  Object.entries(computeForkAddresses(directory, port)).map(([flag, value]) => `${flag}=${value}`);

/** Returns the given settings for the fork. Rejects addresses: those of a fork follow from its first port. */
function listGivenFlags({ settings }: CommandLine): string[] {
  const own = Object.keys(computeForkAddresses("", 1));
  return settings.flatMap(({ setting, text, source }) => {
    const flag = formatFlag(setting);
    if (source !== "flag" || flag === "--data-dir") return [];
    if (own.includes(flag))
      throw new Error(`fork: expected no ${flag}: the addresses of a fork follow from PORT`);
    return [`${flag}=${text ?? ""}`];
  });
}

function computeForkAddresses(directory: string, port: number): Readonly<Record<string, string | number>> {
  const three = (first: number): string => [first, first + 1, first + 2].join(",");
  return {
    "--data-dir": directory,
    "--port": port,
    "--trading-port": port + 1,
    "--data-port": port + 2,
    "--catalog-port": port + 3,
    "--admin-port": port + 4,
    "--polymarket-ports": three(port + 5),
    "--kuest-ports": three(port + 8),
  };
}

export const SUBCOMMANDS: Subcommands = { fork: { help: FORK_HELP, run: fork } };
