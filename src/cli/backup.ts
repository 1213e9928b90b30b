/** `presage backup`: writes the whole exchange into one file, also while it runs. */
import { existsSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import { RELEASE } from "../release.ts";
import type { Config } from "../config.ts";
import { writeBackupFile } from "../store/backup/backup-file.ts";
import type { BackupHeader } from "../store/backup/backup-file.ts";
import { streamDurably } from "../store/backup/stream-durably.ts";
import { readBackupContent } from "../store/backup/write-backup.ts";
import { findMasterKey, masterKeyPlace } from "../store/keys/master-key.ts";
import { requireSchema } from "../store/sql/require-schema.ts";
import { inSnapshot } from "../store/sql/table-stream.ts";
import type { Snapshot } from "../store/sql/table-stream.ts";
import { sayBlockers } from "./blockers-text.ts";
import { readCommandLine } from "./command-line.ts";
import { closeOnInterrupt } from "./interrupt.ts";
import { openForReading } from "./open-database.ts";
import { createProgress } from "./progress.ts";

export const BACKUP_HELP = `Usage: presage backup FILE [--with-keys] [settings]

Writes the journal and all that does not follow from it - API keys, sites and what clients have set - into FILE, as
they are at one moment, also while the exchange runs. FILE is replaced when the backup is whole and on the disk; - is
standard output. Whoever has the file reads everything but secrets.

  --with-keys  puts data/master-key in, from which all API secrets follow: keep such a file as secret as the key itself

  presage backup presage.backup
  presage backup - | ssh elsewhere "cat > presage.backup"
`;

const STANDARD_OUTPUT = "-";

type Backup = { readonly file: string; readonly bytes: number; readonly header: BackupHeader };

export async function backup(args: readonly string[]): Promise<number> {
  const { config, operands, flags } = readCommandLine("backup", args, { "--with-keys": "switch" });
  const [file, ...more] = operands;
  if (file === undefined || more.length > 0)
    throw new Error(`backup takes one file, got ${operands.length}; see presage backup --help`);
  refuseUnwritable(file);
  const masterKey = findMasterKey(config);
  const withKeys = flags.has("--with-keys");
  if (withKeys && (config.masterKey !== undefined || masterKey === undefined))
    throw new Error(`--with-keys is for ${masterKeyPlace(config)}, and the master key is not in there`);
  const database = await openForReading(config);
  closeOnInterrupt(database.close);
  try {
    const made = await writeBackup(database.url, { file, masterKey, withKeys });
    const text = config.json ? `${JSON.stringify(made)}\n` : describe(made, config);
    (file === STANDARD_OUTPUT ? process.stderr : process.stdout).write(text);
    return 0;
  } finally {
    await database.close();
  }
}

function refuseUnwritable(file: string): void {
  if (file === STANDARD_OUTPUT) {
    if (process.stdout.isTTY) throw new Error("a backup is not for a terminal: name a file, or use a pipe");
    return;
  }
  const directory = dirname(resolve(file));
  if (!existsSync(directory)) throw new Error(`there is no directory ${directory} for the backup`);
  if (existsSync(file) && !statSync(file).isFile())
    throw new Error(`${file} is there and is not a file: a backup does not replace it`);
}

type Terms = { readonly file: string; readonly masterKey: string | undefined; readonly withKeys: boolean };

async function writeBackup(url: string, { file, masterKey, withKeys }: Terms): Promise<Backup> {
  const progress = createProgress("batches");
  const write = async (snapshot: Snapshot): Promise<Backup> => {
    await requireSchema(snapshot);
    const { header, lines } = await readBackupContent(snapshot, {
      version: RELEASE.version,
      time: new Date(),
      masterKey,
      withKeys,
      onBatch: progress.show,
    });
    const pieces = writeBackupFile(header, lines);
    const bytes = file === STANDARD_OUTPUT ? await print(pieces) : await streamDurably(file, pieces);
    return { file, bytes, header };
  };
  const session = "presage backup";
  const reading = () => inSnapshot(url, session, write);
  return sayBlockers({ url, sessions: session, progress }, reading).finally(progress.clear);
}

async function print(pieces: AsyncIterable<Buffer>): Promise<number> {
  let bytes = 0;
  const counted = async function* (): AsyncGenerator<Buffer> {
    for await (const piece of pieces) {
      bytes += piece.length;
      yield piece;
    }
  };
  await pipeline(counted, process.stdout, { end: false });
  return bytes;
}

function describe({ file, bytes, header }: Backup, config: Config): string {
  const { seq, at, hash, masterKey } = header;
  const until = seq === 0 ? "nothing yet" : `${seq} batches, the last of ${new Date(at).toISOString()}`;
  const what = file === STANDARD_OUTPUT ? "The backup" : file;
  const keys = masterKey.included
    ? "The master key is in it: whoever reads the file can sign as every user."
    : `The master key is not in it: keep a copy of ${masterKeyPlace(config)} elsewhere, or the API keys are lost with it.`;
  return `${what} holds ${until} (${bytes} bytes). Head: ${hash}\n${keys}\n`;
}
