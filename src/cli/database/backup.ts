/** `presage backup`: writes the complete exchange into one file, also while it runs. */
import { RELEASE } from "../../release.ts";
import type { Config } from "../../settings/config.ts";
import { writeBackupFile } from "../../operate/backup/backup-file.ts";
import type { BackupHeader } from "../../operate/backup/backup-file.ts";
import { readBackupContent } from "../../operate/backup/write-backup.ts";
import { findMasterKey, describeMasterKeyLocation } from "../../store/keys/master-key.ts";
import { readCommandLine } from "../terminal/command-line.ts";
import type { Subcommands } from "../terminal/command-line.ts";
import { openForReading, readWithProgress, withDatabase } from "./open-database.ts";
import { assertWritable, reportWritten, STANDARD_OUTPUT, writeOutput } from "../terminal/output-file.ts";

const BACKUP_HELP = `Usage: presage backup FILE [--with-keys] [settings]

Writes the journal and all that does not follow from it - API keys, sites and what clients have set - into FILE, as
they are at one moment, also while the exchange runs. FILE is replaced when the backup is whole and on the disk; - is
standard output. Whoever has the file reads everything but secrets.

  --with-keys  puts data/master-key in, from which all API secrets follow: keep such a file as secret as the key itself

  presage backup presage.backup
  presage backup - | ssh elsewhere "cat > presage.backup"
`;

type Backup = { readonly file: string; readonly bytes: number; readonly header: BackupHeader };

export async function backup(args: readonly string[]): Promise<number> {
  const { config, operands, flags } = readCommandLine("backup", args, { "--with-keys": "switch" });
  const [file, ...more] = operands;
  if (file === undefined || more.length > 0)
    throw new Error(`backup takes one file, got ${operands.length}; see presage backup --help`);
  if (file === STANDARD_OUTPUT && process.stdout.isTTY)
    throw new Error("a backup is not for a terminal: name a file, or use a pipe");
  assertWritable(file, "backup");
  const masterKey = findMasterKey(config);
  const withKeys = flags.has("--with-keys");
  if (withKeys && (config.masterKey !== undefined || masterKey === undefined))
    throw new Error(
      `--with-keys is for ${describeMasterKeyLocation(config)}, and the master key is not in there`,
    );
  return withDatabase(openForReading(config), async (url) => {
    const made = await writeBackup(url, { file, masterKey, withKeys });
    reportWritten(file, config.json ? `${JSON.stringify(made)}\n` : describe(made, config));
    return 0;
  });
}

type BackupCommandOptions = {
  readonly file: string;
  readonly masterKey: string | undefined;
  readonly withKeys: boolean;
};

const writeBackup = (url: string, { file, masterKey, withKeys }: BackupCommandOptions): Promise<Backup> =>
  readWithProgress({ url, session: "presage backup", what: "batches" }, async (snapshot, onBatch) => {
    const terms = { version: RELEASE.version, time: new Date(), masterKey, withKeys, onBatch };
    const { header, lines } = await readBackupContent(snapshot, terms);
    const bytes = await writeOutput(file, writeBackupFile(header, lines));
    return { file, bytes, header };
  });

function describe({ file, bytes, header }: Backup, config: Config): string {
  const { seq, at, hash, masterKey } = header;
  const until = seq === 0 ? "nothing yet" : `${seq} batches, the last of ${new Date(at).toISOString()}`;
  const what = file === STANDARD_OUTPUT ? "The backup" : file;
  const keys = masterKey.included
    ? "The master key is in it: whoever reads the file can sign as every user."
    : `The master key is not in it: keep a copy of ${describeMasterKeyLocation(config)} elsewhere, or the API keys are lost with it.`;
  return `${what} holds ${until} (${bytes} bytes). Head: ${hash}\n${keys}\n`;
}

export const SUBCOMMANDS: Subcommands = { backup: { help: BACKUP_HELP, run: backup } };
