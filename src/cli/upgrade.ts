/** `presage upgrade`: brings a stopped exchange to this release before clients come; `--check` rehearses it on a copy. */
import { statSync } from "node:fs";
import { tmpdir } from "node:os";
import type { Config } from "../config.ts";
import { RELEASE } from "../release.ts";
import { refuseNewer } from "../store/backup/restore-backup.ts";
import { READ_TABLES_VERSION } from "../store/projector/rebuild-tables.ts";
import { freeBytes } from "../store/server/disk-space.ts";
import { MIGRATIONS, readMigrations } from "../store/sql/migration-files.ts";
import { inSnapshot } from "../store/sql/table-stream.ts";
import type { Snapshot } from "../store/sql/table-stream.ts";
import {
  bytesOfRehearsal,
  bytesOfUpgrade,
  checkBackup,
  planUpgrade,
  secondsOfTables,
} from "../store/upgrade/plan-upgrade.ts";
import type { CheckedBackup, UpgradePlan } from "../store/upgrade/plan-upgrade.ts";
import { rehearseUpgrade } from "../store/upgrade/rehearse-upgrade.ts";
import type { Rehearsal } from "../store/upgrade/rehearse-upgrade.ts";
import { UPGRADE_SESSIONS, upgradeDatabase } from "../store/upgrade/upgrade-database.ts";
import { sayBlockers } from "./blockers-text.ts";
import { bytesText } from "./bytes-text.ts";
import { readCommandLine, refuseOperands, textOf } from "./command-line.ts";
import { failureText } from "./failure-text.ts";
import { closeOnInterrupt } from "./interrupt.ts";
import { openBackup } from "./open-backup.ts";
import { openExclusively, openForReading } from "./open-database.ts";
import { createProgress } from "./progress.ts";
import {
  backupText,
  closedSeconds,
  hasWork,
  planText,
  rehearsalText,
  roomText,
  secondsText,
} from "./upgrade-text.ts";
import type { Room } from "./upgrade-text.ts";
import { verificationText, VERIFY_SESSIONS, verifyDatabase } from "./verify.ts";

export const UPGRADE_HELP = `Usage: presage upgrade [--check] [--backup PLACE] [--rehearse-in DIRECTORY] [settings]

Brings the database of a stopped exchange to this release, and verifies it, without opening an address: migrations, and
read tables where this release has others. Each migration is done wholly or not at all, and so are the read tables. What
was interrupted goes on with the same command, or with a start.

  --check         says what would be done and rehearses it on a copy, which is removed; the database is only read, also
                  while its exchange runs. The exit code is 0 when the upgrade succeeds
  --backup PLACE  looks first whether this backup is whole, and of this exchange: a file, or a place of scheduled ones
  --rehearse-in   the directory for the copy, by default that of temporary files

  presage upgrade --check --backup presage.backup
  presage upgrade --backup presage.backup
`;

const PLAN_SESSION = "presage upgrade";
const FLAGS = { "--check": "switch", "--backup": "text", "--rehearse-in": "text" } as const;

export async function upgrade(args: readonly string[]): Promise<number> {
  const line = readCommandLine("upgrade", args, FLAGS);
  refuseOperands("upgrade", line.operands);
  const checks = line.flags.has("--check");
  const root = textOf(line, "--rehearse-in");
  if (root !== undefined && !checks) throw new Error("--rehearse-in is for presage upgrade --check");
  if (root !== undefined && statSync(root, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new Error(`--rehearse-in: expected a directory, got ${root}`);
  const terms = { config: line.config, backupFile: textOf(line, "--backup"), root: root ?? tmpdir() };
  return checks ? check(terms) : carryOut(terms);
}

type Terms = {
  readonly config: Config;
  readonly backupFile: string | undefined;
  /** Directory for the copy. */
  readonly root: string;
};

type Plan = {
  readonly plan: UpgradePlan;
  readonly backup: CheckedBackup | undefined;
  /** Room for the upgrade itself. */
  readonly room: Room;
};

/** Reads the plan and says it. Throws where a backup is wrong or there is no room. */
async function sayPlan(sql: Snapshot, { config, backupFile }: Terms): Promise<Plan> {
  const plan = await planUpgrade(sql);
  const { databaseUrl, dataDirectory } = config;
  const backup = backupFile === undefined ? undefined : await readBackup(sql, config, backupFile);
  const room = {
    needed: bytesOfUpgrade(plan),
    free: databaseUrl === undefined ? await freeBytes(dataDirectory) : null,
    where: databaseUrl === undefined ? dataDirectory : "the database's server",
  };
  if (!config.json) {
    const migrations = await readMigrations(MIGRATIONS);
    process.stdout.write(planText(plan, migrations.at(-1)?.name ?? ""));
    process.stdout.write(backupText(backup) + roomText("space", room));
  }
  refuseFull("upgrade", room, "make room first");
  return { plan, backup, room };
}

async function readBackup(sql: Snapshot, config: Config, place: string): Promise<CheckedBackup> {
  const { backup, close } = await openBackup(config, place, undefined);
  try {
    refuseNewer(backup.header);
    return await checkBackup(sql, place, backup);
  } finally {
    close();
  }
}

function refuseFull(what: string, { needed, free, where }: Room, cure: string): void {
  if (free === null || free >= needed) return;
  throw new Error(
    `The ${what} needs ${bytesText(needed)} in ${where}, and ${bytesText(free)} are free: ${cure}. Nothing was changed.`,
  );
}

async function check(terms: Terms): Promise<number> {
  const { config, root } = terms;
  const database = await openForReading(config);
  closeOnInterrupt(database.close);
  const { url } = database;
  const progress = createProgress("");
  try {
    return await sayBlockers({ url, sessions: PLAN_SESSION, progress }, () =>
      inSnapshot(url, PLAN_SESSION, async (sql) => {
        const planned = await sayPlan(sql, terms);
        if (!hasWork(planned.plan)) return sayNothingToDo(config, planned);
        const room = { needed: bytesOfRehearsal(planned.plan), free: await freeBytes(root), where: root };
        if (!config.json) process.stdout.write(roomText("copy", room));
        refuseFull("rehearsal", room, "name a directory on another disk with --rehearse-in");
        const rehearsal = await rehearse(sql, root);
        return sayRehearsed(config, planned, rehearsal);
      }),
    );
  } finally {
    await database.close();
  }
}

async function rehearse(sql: Snapshot, root: string): Promise<Rehearsal> {
  const progress = createProgress("");
  const onStep = (step: string, done: number, total: number): void => progress.show(done, total, step);
  try {
    return await rehearseUpgrade(sql, { root, onStep });
  } catch (error) {
    throw new Error(
      `The upgrade would fail. ${failureText(error)} This came of a rehearsal on a copy: the database itself was only read.`,
      { cause: error },
    );
  } finally {
    progress.clear();
  }
}

function sayRehearsed(config: Config, planned: Plan, rehearsal: Rehearsal): number {
  const { verification, mode } = rehearsal;
  const { ok } = verification;
  if (config.json) {
    process.stdout.write(`${JSON.stringify({ ok, ...answerOf(planned), rehearsal })}\n`);
    return ok ? 0 : 1;
  }
  const saysMode = mode === null && planned.plan.batches > 0;
  const end = ok
    ? `The upgrade of this database succeeds, and keeps the exchange closed for about ${secondsText(closedSeconds(rehearsal))}: stop it, then run presage upgrade.\n`
    : "The upgrade would leave a database in which not all agrees: run presage verify of the release that made it.\n";
  const hint = saysMode
    ? "The first start has to say the mode (PRESAGE_MODE), which this exchange did not note.\n"
    : "";
  process.stdout.write(rehearsalText(rehearsal) + verificationText(verification) + end + hint);
  return ok ? 0 : 1;
}

function sayNothingToDo(config: Config, planned: Plan): number {
  process.stdout.write(
    config.json
      ? `${JSON.stringify({ ok: true, ...answerOf(planned), rehearsal: null })}\n`
      : "The database is of this release: there is nothing to do.\n",
  );
  return 0;
}

function answerOf({ plan, backup, room }: Plan): object {
  const { release, schema, tablesVersion, migrations, rebuilds, batches, bytes } = plan;
  return {
    from: { release, schema, tables: tablesVersion },
    to: { release: RELEASE.version, tables: READ_TABLES_VERSION },
    migrations,
    rebuilds,
    batches,
    bytes,
    estimatedSeconds: rebuilds ? Math.ceil(secondsOfTables(plan)) : 0,
    backup: backup ?? null,
    space: { needed: room.needed, free: room.free },
  };
}

async function carryOut(terms: Terms): Promise<number> {
  const { config } = terms;
  const database = await openExclusively(config);
  closeOnInterrupt(database.close);
  const { url } = database;
  const progress = createProgress("batches");
  try {
    const planned = await sayBlockers({ url, sessions: PLAN_SESSION, progress }, () =>
      inSnapshot(url, PLAN_SESSION, (sql) => sayPlan(sql, terms)),
    );
    const startedAt = performance.now();
    await sayBlockers({ url, sessions: UPGRADE_SESSIONS, progress }, () =>
      upgradeDatabase(url, { onBatch: progress.show }),
    );
    const seconds = (performance.now() - startedAt) / 1_000;
    const verification = await sayBlockers({ url, sessions: VERIFY_SESSIONS, progress }, () =>
      verifyDatabase(url, progress.show),
    );
    progress.clear();
    const { ok } = verification;
    process.stdout.write(
      config.json
        ? `${JSON.stringify({ ok, ...answerOf(planned), seconds, verification })}\n`
        : `The database is of this release now, after ${secondsText(seconds)}.\n${verificationText(verification)}`,
    );
    return ok ? 0 : 1;
  } finally {
    progress.clear();
    await database.close();
  }
}
