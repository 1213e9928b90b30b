/** Moment to which an exchange is restored: a batch of the journal, or an instant. */
import type { BackupFile } from "./backup-file.ts";
import { JOURNAL } from "./backed-up-tables.ts";
import { readBatch } from "./restore-backup.ts";

export type Moment =
  | { readonly by: "batch"; readonly seq: number }
  /** Milliseconds since 1970. */
  | { readonly by: "time"; readonly at: number };

/** Finds the last batch of the backup at or before a moment. Throws if the backup does not cover the moment. */
export async function findLastBatch(backup: BackupFile, moment: Moment): Promise<number> {
  const { seq, time } = backup.header;
  if (moment.by === "time") return findBatchAt(backup, moment.at);
  if (moment.seq <= seq) return moment.seq;
  throw new Error(
    `expected a batch of the backup, 1 to ${seq}, or an instant up to ${time}, got ${moment.seq}`,
  );
}

async function findBatchAt(backup: BackupFile, at: number): Promise<number> {
  const { seq, at: lastAt, time } = backup.header;
  const end = Math.max(lastAt, Date.parse(time));
  if (at > end)
    throw new Error(
      `expected an instant up to ${new Date(end).toISOString()}, the end of the backup, got ${new Date(at).toISOString()}`,
    );
  if (at >= lastAt && seq > 0) return seq;
  let found = 0;
  for await (const batch of listBatches(backup)) {
    if (batch.at > at) return found === 0 ? throwMomentTooEarly(batch.at, at) : found;
    found = batch.seq;
  }
  throw new Error("the backup has no batch, and so no moment to go back to");
}

function throwMomentTooEarly(first: number, at: number): never {
  throw new Error(
    `expected an instant from ${new Date(first).toISOString()} on, the time of the first batch, got ${new Date(at).toISOString()}`,
  );
}

async function* listBatches(
  backup: BackupFile,
): AsyncGenerator<{ readonly seq: number; readonly at: number }> {
  let inJournal = false;
  for await (const line of backup.lines()) {
    if (inJournal) yield readBatch(line);
    else inJournal = line === `#${JOURNAL}`;
  }
}
