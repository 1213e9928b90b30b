/** `presage backups`: lists and verifies scheduled backups, and tells a running exchange to write one at once. */
import { existsSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import type { Static } from "typebox";
import type { BegunBackup } from "../../http/admin/exchange/backups.ts";
import { didYouMean } from "../../base/nearest-name.ts";
import { SETTINGS } from "../../settings/settings-table.ts";
import { describeChains } from "../../operate/archive/read-chain.ts";
import { gapText, listGaps, readName } from "../../operate/archive/archived-file.ts";
import type { ArchivedFile } from "../../operate/archive/archived-file.ts";
import { checkFile } from "../../operate/archive/check-file.ts";
import type { CheckedFile } from "../../operate/archive/check-file.ts";
import { openBackupStorage } from "../../operate/archive/open-backup-storage.ts";
import { parseBackupLocation } from "../../operate/archive/backup-storage.ts";
import type { BackupLocation, BackupStorage, StoredFile } from "../../operate/archive/backup-storage.ts";
import { bytesText, columnsText, countText, printResult } from "../terminal/table.ts";
import type { Columns } from "../terminal/table.ts";
import { findOperandIndex, readCommandLine } from "../terminal/command-line.ts";
import type { Subcommands } from "../terminal/command-line.ts";
import { describeSubcommand, callRoute, helpWithKey, runOperation } from "../operator/operation.ts";
import type { OperationInput } from "../operator/operation.ts";
import type { BackupsStatus } from "../operator/status.ts";

// `presage backups now`: the running exchange writes a full backup, and the command waits for it.

const POLL_MS = 500;

type WrittenBackup = { readonly place: string } & NonNullable<BackupsStatus["last"]>;

const BACKUP_NOW = describeSubcommand<WrittenBackup, Static<typeof BegunBackup>>({
  route: "POST /backups",
  complete: waitForEnd,
  text: ({ place, file, bytes, sequence }) => {
    const size = `${bytesText(bytes)}, ${countText(sequence, "batch", "batches")}`;
    return `${file} is written to ${place} and read back: ${size}.\n`;
  },
});

/** Polls until the backup is written; throws the reason of a failed backup. */
async function waitForEnd(
  { previous }: Static<typeof BegunBackup>,
  input: OperationInput,
): Promise<WrittenBackup> {
  for (;;) {
    const { place, last, underway, failing } = await callRoute<BackupsStatus>(input, "GET /backups");
    if (last !== null && last.verified && last.file !== previous) return { place, ...last };
    if (underway === null) throw new Error(`the backup was not written: ${failing?.why ?? "it ended"}`);
    await setTimeout(POLL_MS);
  }
}

const BACKUPS_HELP = `Usage: presage backups [list|verify] [PLACE] [settings]
       presage backups now --reason TEXT

Lists scheduled backups with the moments that each can restore, or reads all of them back and checks their hashes and
those of their batches. PLACE is a directory or s3://BUCKET/PREFIX; without it that of PRESAGE_BACKUP_DIR. The exchange
need not run. The exit code is 1 when a file is missing before others, and of verify also when one is damaged.

now has the running exchange write a whole backup into its place, beside those of the schedule, and waits until it is read back.

  presage backups
  presage backups now --reason "before the update"
  presage backups verify s3://backups.example/presage
`;

export async function backups(args: readonly string[]): Promise<number> {
  const at = findOperandIndex(args);
  if (at !== -1 && args[at] === "now") return runOperation("backups now", BACKUP_NOW, args.toSpliced(at, 1));
  const { config, operands } = readCommandLine("backups", args, {});
  const [first = "list", ...others] = operands;
  const verifies = first === "verify";
  const [named, ...more] = verifies || first === "list" ? others : operands;
  if (more.length > 0)
    throw new Error(`backups takes one place, got ${more.length + 1}; see presage backups --help`);
  const placeName = named === undefined ? config.backup.place : readBackupLocation(named);
  if (placeName === undefined)
    throw new Error(`there is no place for backups: name one, or set ${SETTINGS.backup.place.name}`);
  const place = await openBackupStorage(placeName, config.backup.s3);
  try {
    const files = await place.list();
    return await (verifies ? verify(place, files, config.json) : list(place, files, config.json));
  } finally {
    place.close();
  }
}

const ACTIONS = ["list", "verify", "now"];

/**
 * Reads a backup location. Throws for a plain word that is no existing directory: the word may be a misspelt action.
 */
function readBackupLocation(named: string): BackupLocation {
  const place = parseBackupLocation(named);
  const isWord = /^[a-z]+$/i.test(named);
  if (place.kind === "s3" || !isWord || existsSync(place.path)) return place;
  throw new Error(
    `there is neither a directory ${place.path} nor an action ${named}${didYouMean(named, ACTIONS)}; see presage backups --help`,
  );
}

const noneText = ({ text }: BackupStorage): string =>
  `There is no scheduled backup in ${text}; a file of presage backup is none.`;

const formatInstant = (ms: number): string => new Date(ms).toISOString();

function list(place: BackupStorage, files: readonly StoredFile[], json: boolean): number {
  const chains = describeChains(files);
  const shown = chains.map(({ made, until, ...chain }) => ({
    ...chain,
    made: formatInstant(made),
    until: formatInstant(until),
  }));
  const gaps = listGaps(files.map(({ name }) => name)).map(gapText);
  const columns: Columns<(typeof chains)[number]> = {
    BACKUP: "backup",
    "JOURNAL FILES": ({ files: count }) => count - 1,
    SIZE: ({ bytes }) => bytesText(bytes),
    "LAST BATCH": "seq",
    UNTIL: ({ until }) => formatInstant(until),
  };
  const table = columnsText(chains, columns, noneText(place));
  const text = table + gaps.map((gap) => `${gap}\n`).join("");
  printResult({ json }, { place: place.text, backups: shown, gaps }, text);
  return gaps.length === 0 ? 0 : 1;
}

async function verify(place: BackupStorage, files: readonly StoredFile[], json: boolean): Promise<number> {
  const archivedFiles = files
    .flatMap(({ name }) => readName(name) ?? [])
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  const faults = listGaps(files.map(({ name }) => name)).map(gapText);
  let predecessor: { readonly file: ArchivedFile; readonly checked: CheckedFile } | undefined;
  for (const file of archivedFiles) {
    try {
      const checked = await checkFile(place, file);
      if (
        predecessor !== undefined &&
        isSuccessor(predecessor.file, file) &&
        !hasPredecessorHash(predecessor.checked, checked)
      )
        faults.push(`${file.name} does not follow the file before it`);
      predecessor = { file, checked };
    } catch (error) {
      faults.push(error instanceof Error ? error.message : String(error));
    }
  }
  const ok = faults.length === 0 && archivedFiles.length > 0;
  const text =
    archivedFiles.length === 0
      ? `${noneText(place)}\n`
      : ok
        ? `All ${countText(archivedFiles.length, "file")} are whole.\n`
        : `${faults.join("\n")}\n${countText(faults.length, "fault")} in ${countText(archivedFiles.length, "file")}.\n`;
  printResult({ json }, { ok, files: archivedFiles.length, faults }, text);
  return ok ? 0 : 1;
}

/** Tells if a file is the next one of the same chain. A missing or damaged predecessor is not this file's fault. */
const isSuccessor = (predecessor: ArchivedFile, { chain, number }: ArchivedFile): boolean =>
  predecessor.chain === chain && predecessor.number === number - 1;

/** Tells if a journal file contains the hash of this predecessor. */
const hasPredecessorHash = ({ hash }: CheckedFile, { header }: CheckedFile): boolean =>
  "previous" in header && header.previous === hash.toString("hex");

export const SUBCOMMANDS: Subcommands = { backups: { help: helpWithKey(BACKUPS_HELP), run: backups } };
