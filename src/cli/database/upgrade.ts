/** `presage upgrade`: brings a stopped exchange to this release before clients connect; `--check` rehearses it on a copy. */
import { statSync } from "node:fs";
import { tmpdir } from "node:os";
import type { Config } from "../../settings/config.ts";
import { durationText } from "../../base/duration-text.ts";
import { RELEASE } from "../../release.ts";
import { assertBackupNotNewer } from "../../operate/backup/restore-backup.ts";
import { READ_TABLES_VERSION } from "../../store/projector/rebuild-tables.ts";
import { freeBytes } from "../../store/server/disk-space.ts";
import { MIGRATIONS, readMigrations } from "../../store/sql/schema/migrate.ts";
import { inSnapshot } from "../../store/sql/table-stream.ts";
import type { Snapshot } from "../../store/sql/table-stream.ts";
import {
  estimateRehearsalBytes,
  estimateUpgradeBytes,
  checkBackup,
  planUpgrade,
  estimateTableSeconds,
} from "../../operate/upgrade/plan-upgrade.ts";
import type { CheckedBackup, UpgradePlan } from "../../operate/upgrade/plan-upgrade.ts";
import { rehearseUpgrade } from "../../operate/upgrade/rehearse-upgrade.ts";
import type { Rehearsal } from "../../operate/upgrade/rehearse-upgrade.ts";
import { UPGRADE_SESSIONS, upgradeDatabase } from "../../operate/upgrade/upgrade-database.ts";
import { withProgress } from "../terminal/progress.ts";
import type { Progress } from "../terminal/progress.ts";
import { bytesText, countText, printResult } from "../terminal/table.ts";
import { readCommandLine, assertNoOperands, getTextFlag } from "../terminal/command-line.ts";
import type { Subcommands } from "../terminal/command-line.ts";
import { failureText } from "../terminal/failure-text.ts";
import { openBackup } from "./open-backup.ts";
import { openExclusively, openForReading, withDatabase } from "./open-database.ts";
import { VERIFY_SESSIONS, verificationText, verifyDatabase } from "./verify.ts";

// The plan of an upgrade and its result, for people.

/** Disk space of a step: needed bytes, free bytes or `null` for another machine's disk, and the place. */
type Room = { readonly needed: number; readonly free: number | null; readonly where: string };

const WIDTH = 12;

const row = (name: string, text: string): string => `${name.padEnd(WIDTH)}${text}\n`;

/** Formats seconds, with a decimal below ten. */
const secondsText = (seconds: number): string =>
  seconds < 9.95 ? `${seconds.toFixed(1)} s` : durationText(seconds);

/** Tells if an upgrade has anything to do. */
const hasWork = ({ migrations, rebuilds }: UpgradePlan): boolean => migrations.length > 0 || rebuilds;

/** Formats the lines about the database, this release, and the steps from the one to the other. */
function planText(plan: UpgradePlan, lastMigration: string): string {
  const { release, schema, migrations, tablesVersion, rebuilds, batches } = plan;
  const by = release === null ? "a release that did not note itself" : `Presage ${release}`;
  const tables = rebuilds
    ? `rebuilt from ${countText(batches, "batch", "batches")}: about ${secondsText(estimateTableSeconds(plan))} at the speed of docs/explanation/performance.md`
    : "stay as they are";
  return (
    row("from", `${by}: schema ${schema}, read tables ${tablesVersion ?? "of none"}`) +
    row("to", `Presage ${RELEASE.version}: schema ${lastMigration}, read tables ${READ_TABLES_VERSION}`) +
    row("migrations", migrations.join(", ") || "none") +
    row("tables", tables)
  );
}

function backupText(backup: CheckedBackup | undefined): string {
  if (backup === undefined)
    return row("backup", "none was named: --backup PLACE looks whether it is whole and of this exchange");
  const { file, presage, time, seq, behind } = backup;
  const end =
    behind === 0 ? "the journal's last" : `${countText(behind, "batch", "batches")} behind the journal`;
  return row("backup", `${file} is whole, up to batch ${seq}, ${end}; made ${time} by Presage ${presage}`);
}

const roomText = (name: string, { needed, free, where }: Room): string =>
  row(
    name,
    `needs ${bytesText(needed)}; ${free === null ? "its disk was not asked" : `${bytesText(free)} are free`} in ${where}`,
  );

/** Formats the row about a rehearsal. */
function rehearsalText({ copySeconds, migrations, tablesSeconds, verifySeconds }: Rehearsal): string {
  const migrationSeconds = migrations.reduce((sum, { seconds }) => sum + seconds, 0);
  const parts = [
    `copied in ${secondsText(copySeconds)}`,
    `migrations ${secondsText(migrationSeconds)}`,
    ...(tablesSeconds === null ? [] : [`read tables ${secondsText(tablesSeconds)}`]),
    `verified in ${secondsText(verifySeconds)}`,
  ];
  return row("rehearsal", parts.join(", "));
}

/** Computes the downtime in seconds from a rehearsal's measurements. */
const computeDowntimeSeconds = ({ migrations, tablesSeconds, verifySeconds }: Rehearsal): number =>
  migrations.reduce((sum, { seconds }) => sum + seconds, 0) + (tablesSeconds ?? 0) + verifySeconds;

const UPGRADE_HELP = `Usage: presage upgrade [--check] [--backup PLACE] [--rehearse-in DIRECTORY] [settings]

Brings the database of a stopped exchange to this release, and verifies it, without opening an address: migrations, and
read tables where this release has others. Each migration is done wholly or not at all, and so are the read tables. What
was interrupted goes on with the same command, or with a start.

  --check          says what would be done and rehearses it on a copy, which is removed; the database is only read, also
                   while its exchange runs. The exit code is 0 when the upgrade succeeds
  --backup PLACE   looks first whether this backup is whole, and of this exchange: a file, or a place of scheduled ones
  --rehearse-in DIRECTORY  makes the copy there instead of in the directory of temporary files

  presage upgrade --check --backup presage.backup
  presage upgrade --backup presage.backup
`;

const PLAN_SESSION = "presage upgrade";
const FLAGS = { "--check": "switch", "--backup": "text", "--rehearse-in": "text" } as const;

export async function upgrade(args: readonly string[]): Promise<number> {
  const line = readCommandLine("upgrade", args, FLAGS);
  assertNoOperands("upgrade", line.operands);
  const checks = line.flags.has("--check");
  const root = getTextFlag(line, "--rehearse-in");
  if (root !== undefined && !checks) throw new Error("--rehearse-in is for presage upgrade --check");
  if (root !== undefined && statSync(root, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new Error(`--rehearse-in: expected a directory, got "${root}"`);
  const terms = { config: line.config, backupFile: getTextFlag(line, "--backup"), root: root ?? tmpdir() };
  return checks ? check(terms) : runUpgrade(terms);
}

type UpgradeCommandOptions = {
  readonly config: Config;
  readonly backupFile: string | undefined;
  /** Directory for the copy. */
  readonly root: string;
};

type Plan = {
  readonly plan: UpgradePlan;
  readonly backup: CheckedBackup | undefined;
  /** Disk space for the upgrade itself. */
  readonly room: Room;
};

/** Reads the plan and prints it. Throws if a backup is wrong or space is missing. */
async function printPlan(sql: Snapshot, { config, backupFile }: UpgradeCommandOptions): Promise<Plan> {
  const plan = await planUpgrade(sql);
  const { databaseUrl, dataDirectory } = config;
  const backup = backupFile === undefined ? undefined : await readBackup(sql, config, backupFile);
  const room = {
    needed: estimateUpgradeBytes(plan),
    free: databaseUrl === undefined ? await freeBytes(dataDirectory) : null,
    where: databaseUrl === undefined ? dataDirectory : "the database's server",
  };
  if (!config.json) {
    const migrations = await readMigrations(MIGRATIONS);
    process.stdout.write(planText(plan, migrations.at(-1)?.name ?? ""));
    process.stdout.write(backupText(backup) + roomText("space", room));
  }
  assertEnoughSpace("upgrade", room, "make room first");
  return { plan, backup, room };
}

async function readBackup(sql: Snapshot, config: Config, place: string): Promise<CheckedBackup> {
  const { backup, close } = await openBackup(config, place, undefined);
  try {
    assertBackupNotNewer(backup.header);
    return await checkBackup(sql, place, backup);
  } finally {
    close();
  }
}

function assertEnoughSpace(what: string, { needed, free, where }: Room, cure: string): void {
  if (free === null || free >= needed) return;
  throw new Error(
    `The ${what} needs ${bytesText(needed)} in ${where}, and ${bytesText(free)} are free: ${cure}. Nothing was changed.`,
  );
}

const check = (terms: UpgradeCommandOptions): Promise<number> =>
  withDatabase(openForReading(terms.config), (url) =>
    withProgress({ url, sessions: PLAN_SESSION }, (show) =>
      inSnapshot(url, PLAN_SESSION, (sql) => checkSnapshot(sql, terms, show)),
    ),
  );

async function checkSnapshot(
  sql: Snapshot,
  terms: UpgradeCommandOptions,
  show: Progress["show"],
): Promise<number> {
  const { config, root } = terms;
  const planned = await printPlan(sql, terms);
  if (!hasWork(planned.plan)) return printNothingToDo(config, planned);
  const room = { needed: estimateRehearsalBytes(planned.plan), free: await freeBytes(root), where: root };
  if (!config.json) process.stdout.write(roomText("copy", room));
  assertEnoughSpace("rehearsal", room, "name a directory on another disk with --rehearse-in");
  return printRehearsal(config, planned, await rehearse(sql, root, show));
}

async function rehearse(sql: Snapshot, root: string, show: Progress["show"]): Promise<Rehearsal> {
  const onStep = (step: string, done: number, total: number): void => show(done, total, step);
  try {
    return await rehearseUpgrade(sql, { root, onStep });
  } catch (error) {
    throw new Error(
      `The upgrade would fail. ${failureText(error)} This came of a rehearsal on a copy: the database itself was only read.`,
      { cause: error },
    );
  }
}

function printRehearsal(config: Config, planned: Plan, rehearsal: Rehearsal): number {
  const { verification, mode } = rehearsal;
  const { ok } = verification;
  const saysMode = mode === null && planned.plan.batches > 0;
  const end = ok
    ? `The upgrade of this database succeeds, and keeps the exchange closed for about ${secondsText(computeDowntimeSeconds(rehearsal))}: stop it, then run presage upgrade.\n`
    : "The upgrade would leave a database in which not all agrees: run presage verify of the release that made it.\n";
  const hint = saysMode
    ? "The first start has to say the mode (PRESAGE_MODE), which this exchange did not note.\n"
    : "";
  const text = rehearsalText(rehearsal) + verificationText(verification) + end + hint;
  printResult(config, { ok, ...formatUpgrade(planned), rehearsal }, text);
  return ok ? 0 : 1;
}

function printNothingToDo(config: Config, planned: Plan): number {
  const json = { ok: true, ...formatUpgrade(planned), rehearsal: null };
  printResult(config, json, "The database is of this release: there is nothing to do.\n");
  return 0;
}

function formatUpgrade({ plan, backup, room }: Plan): object {
  const { release, schema, tablesVersion, migrations, rebuilds, batches, bytes } = plan;
  return {
    from: { release, schema, tables: tablesVersion },
    to: { release: RELEASE.version, tables: READ_TABLES_VERSION },
    migrations,
    rebuilds,
    batches,
    bytes,
    estimatedSeconds: rebuilds ? Math.ceil(estimateTableSeconds(plan)) : 0,
    backup: backup ?? null,
    space: { needed: room.needed, free: room.free },
  };
}

const runUpgrade = (terms: UpgradeCommandOptions): Promise<number> =>
  withDatabase(openExclusively(terms.config), async (url) => {
    const planned = await withProgress({ url, sessions: PLAN_SESSION }, () =>
      inSnapshot(url, PLAN_SESSION, (sql) => printPlan(sql, terms)),
    );
    const startedAt = performance.now();
    await withProgress({ url, sessions: UPGRADE_SESSIONS, what: "batches" }, (onBatch) =>
      upgradeDatabase(url, { onBatch }),
    );
    const seconds = (performance.now() - startedAt) / 1_000;
    const verification = await withProgress({ url, sessions: VERIFY_SESSIONS, what: "batches" }, (show) =>
      verifyDatabase(url, show),
    );
    const { ok } = verification;
    const json = { ok, ...formatUpgrade(planned), seconds, verification };
    const done = `The database is of this release now, after ${secondsText(seconds)}.\n`;
    printResult(terms.config, json, done + verificationText(verification));
    return ok ? 0 : 1;
  });

export const SUBCOMMANDS: Subcommands = { upgrade: { help: UPGRADE_HELP, run: upgrade } };
