/** `presage backups`: lists and verifies scheduled backups, and tells a running exchange to write one at once. */
import { existsSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import type { Static } from "typebox";
import type { BackupFiles, BegunBackup } from "../../http/admin/exchange/backups.ts";
import { didYouMean } from "../../base/nearest-name.ts";
import { SETTINGS } from "../../settings/settings-table.ts";
import { describeFiles } from "../../operate/archive/read-chain.ts";
import type { ArchivedFiles } from "../../operate/archive/read-chain.ts";
import { askRunning, describeFallback } from "../operator/ask-running.ts";
import type { RunningAnswer } from "../operator/ask-running.ts";
import { gapText, listGaps, readName } from "../../operate/archive/archived-file.ts";
import type { ArchivedFile } from "../../operate/archive/archived-file.ts";
import { checkFile } from "../../operate/archive/check-file.ts";
import type { CheckedFile } from "../../operate/archive/check-file.ts";
import { openBackupStorage } from "../../operate/archive/open-backup-storage.ts";
import { parseBackupLocation } from "../../operate/archive/backup-storage.ts";
import type { BackupLocation, BackupStorage, StoredFile } from "../../operate/archive/backup-storage.ts";
import { bytesText, columnsText, countText, printResult } from "../terminal/table.ts";
import type { Columns } from "../terminal/table.ts";
import { findOperandIndex, readCommandLine, URL_FLAG } from "../terminal/command-line.ts";
import type { CommandLine, Subcommands } from "../terminal/command-line.ts";
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
those of their batches. Without PLACE the running exchange is asked: it lists its own backups, and verify reads those of its place
from here. PLACE is a directory or s3://BUCKET/PREFIX; with one no exchange need run. Where none runs, and no PLACE is given, the place is that
of PRESAGE_BACKUP_DIR here, and a note says so. The exit code is 1 when a file is missing before others, and of verify also when one is damaged.

now has the running exchange write a whole backup into its place, beside those of the schedule, and waits until it is read back.

  presage backups
  presage backups now --reason "before the update"
  presage backups verify s3://backups.example/presage
`;

export async function backups(args: readonly string[]): Promise<number> {
  const at = findOperandIndex(args);
  if (at !== -1 && args[at] === "now") return runOperation("backups now", BACKUP_NOW, args.toSpliced(at, 1));
  const line = readCommandLine("backups", args, { [URL_FLAG]: "text" });
  const { config, operands } = line;
  const [first = "list", ...others] = operands;
  const verifies = first === "verify";
  const [named, ...more] = verifies || first === "list" ? others : operands;
  if (more.length > 0)
    throw new Error(`backups takes one place, got ${more.length + 1}; see presage backups --help`);
  if (named !== undefined && line.flags.has(URL_FLAG))
    throw new Error(`backups: ${URL_FLAG} asks the running exchange for its place: give it or PLACE`);
  const given = named === undefined ? givenPlace(line) : readBackupLocation(named);
  const running = given === undefined ? await askRunning<ListedFiles>(line, "/backups/files") : undefined;
  if (running !== undefined && !verifies) return printAnswer(running, config.json);
  return readPlace(line, given ?? choosePlace(line, running), verifies);
}

type ListedFiles = Static<typeof BackupFiles>;

/** Returns the place that a flag names, as `--backup-dir` does; `undefined` without such a flag. */
const givenPlace = ({ config, settings }: CommandLine): BackupLocation | undefined =>
  settings.some(({ setting, source }) => setting.name === SETTINGS.backup.place.name && source === "flag")
    ? config.backup.place
    : undefined;

/** Chooses the place of the running exchange, or else that of the settings here, and notes which. */
function choosePlace(line: CommandLine, running: RunningAnswer<ListedFiles> | undefined): BackupLocation {
  const { name } = SETTINGS.backup.place;
  if (running !== undefined) {
    const { adminAddress, answer } = running;
    note(`reading ${answer.place}, the place of the exchange at ${adminAddress}, from this machine.`);
    return parseBackupLocation(answer.place);
  }
  const { place } = line.config.backup;
  if (place === undefined)
    throw new Error(describeFallback(line, `no place for backups is known: name one, or set ${name}`));
  note(describeFallback(line, `this is the place of ${name} here.`));
  return place;
}

const note = (text: string): void => void process.stderr.write(`Note: ${text}\n`);

async function readPlace(
  { config }: CommandLine,
  location: BackupLocation,
  verifies: boolean,
): Promise<number> {
  const place = await openBackupStorage(location, config.backup.s3);
  try {
    const files = await place.list();
    if (verifies) return await verify(place, files, config.json);
    const { chains, gaps } = describeFiles(files);
    return printList({ place: place.text, chains, gaps }, config.json);
  } finally {
    place.close();
  }
}

/** Prints the backups that the running exchange lists. */
function printAnswer({ adminAddress, answer }: RunningAnswer<ListedFiles>, json: boolean): number {
  const { place, unreadable, total, data, gaps } = answer;
  if (unreadable !== null)
    throw new Error(`The exchange at ${adminAddress} cannot read ${place}: ${unreadable}`);
  if (total > data.length) note(`the exchange lists the last ${data.length} of ${total} backups.`);
  const chains = data.toReversed().map(({ file, journalFiles, bytes, sequence, ...times }) => ({
    backup: file,
    made: Date.parse(times.time),
    files: journalFiles + 1,
    bytes,
    until: Date.parse(times.until),
    seq: sequence,
  }));
  return printList({ place, chains, gaps }, json);
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

const noneText = ({ text }: Pick<BackupStorage, "text">): string =>
  `There is no scheduled backup in ${text}; a file of presage backup is none.`;

const formatInstant = (ms: number): string => new Date(ms).toISOString();

type PlaceList = ArchivedFiles & { readonly place: string };

function printList({ place, chains, gaps }: PlaceList, json: boolean): number {
  const shown = chains.map(({ made, until, ...chain }) => ({
    ...chain,
    made: formatInstant(made),
    until: formatInstant(until),
  }));
  const columns: Columns<(typeof chains)[number]> = {
    BACKUP: "backup",
    "JOURNAL FILES": ({ files: count }) => count - 1,
    SIZE: ({ bytes }) => bytesText(bytes),
    "LAST BATCH": "seq",
    UNTIL: ({ until }) => formatInstant(until),
  };
  const table = columnsText(chains, columns, noneText({ text: place }));
  const title = chains.length === 0 ? "" : `Backups in ${place}:\n`;
  const text = title + table + gaps.map((gap) => `${gap}\n`).join("");
  printResult({ json }, { place, backups: shown, gaps }, text);
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

export const SUBCOMMANDS: Subcommands = {
  backups: { help: helpWithKey(BACKUPS_HELP), asksRunning: true, run: backups },
};
