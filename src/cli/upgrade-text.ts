/** The plan of an upgrade, and what came of it, for people. */
import { durationText } from "../duration-text.ts";
import { RELEASE } from "../release.ts";
import { READ_TABLES_VERSION } from "../store/projector/rebuild-tables.ts";
import { secondsOfTables } from "../store/upgrade/plan-upgrade.ts";
import type { CheckedBackup, UpgradePlan } from "../store/upgrade/plan-upgrade.ts";
import type { Rehearsal } from "../store/upgrade/rehearse-upgrade.ts";
import { bytesText } from "./bytes-text.ts";
import { countText } from "./count-text.ts";

/** Bytes that a step needs, and those that are free there; `null` where the disk is another machine's. */
export type Room = { readonly needed: number; readonly free: number | null; readonly where: string };

const WIDTH = 12;

const line = (name: string, text: string): string => `${name.padEnd(WIDTH)}${text}\n`;

/** Writes seconds, with a decimal below ten. */
export const secondsText = (seconds: number): string =>
  seconds < 9.95 ? `${seconds.toFixed(1)} s` : durationText(seconds);

/** Tells if an upgrade has anything to do. */
export const hasWork = ({ migrations, rebuilds }: UpgradePlan): boolean => migrations.length > 0 || rebuilds;

/** The lines about the database, this release and the work between them. */
export function planText(plan: UpgradePlan, lastMigration: string): string {
  const { release, schema, migrations, tablesVersion, rebuilds, batches } = plan;
  const by = release === null ? "a release that did not note itself" : `Presage ${release}`;
  const tables = rebuilds
    ? `made anew from ${countText(batches, "batch", "batches")}: about ${secondsText(secondsOfTables(plan))} at the speed of docs/performance.md`
    : "stay as they are";
  return (
    line("from", `${by}: schema ${schema}, read tables ${tablesVersion ?? "of none"}`) +
    line("to", `Presage ${RELEASE.version}: schema ${lastMigration}, read tables ${READ_TABLES_VERSION}`) +
    line("migrations", migrations.join(", ") || "none") +
    line("tables", tables)
  );
}

export function backupText(backup: CheckedBackup | undefined): string {
  if (backup === undefined)
    return line("backup", "none was named: --backup PLACE looks whether it is whole and of this exchange");
  const { file, presage, time, seq, behind } = backup;
  const end =
    behind === 0 ? "the journal's last" : `${countText(behind, "batch", "batches")} behind the journal`;
  return line("backup", `${file} is whole, up to batch ${seq}, ${end}; made ${time} by Presage ${presage}`);
}

export const roomText = (name: string, { needed, free, where }: Room): string =>
  line(
    name,
    `needs ${bytesText(needed)}; ${free === null ? "its disk was not asked" : `${bytesText(free)} are free`} in ${where}`,
  );

/** The line about a rehearsal. */
export function rehearsalText({ copySeconds, migrations, tablesSeconds, verifySeconds }: Rehearsal): string {
  const migrated = migrations.reduce((sum, { seconds }) => sum + seconds, 0);
  const parts = [
    `copied in ${secondsText(copySeconds)}`,
    `migrations ${secondsText(migrated)}`,
    ...(tablesSeconds === null ? [] : [`read tables ${secondsText(tablesSeconds)}`]),
    `verified in ${secondsText(verifySeconds)}`,
  ];
  return line("rehearsal", parts.join(", "));
}

/** Seconds for which an exchange has to be closed, as a rehearsal measured them. */
export const closedSeconds = ({ migrations, tablesSeconds, verifySeconds }: Rehearsal): number =>
  migrations.reduce((sum, { seconds }) => sum + seconds, 0) + (tablesSeconds ?? 0) + verifySeconds;
