/**
 * The archive of a running exchange, in a thread of its own below everything else. Neither reading nor sending takes turns
 * of the thread that has the orders. It says how it stands, and a failure of it stops nothing.
 */
import { once } from "node:events";
import { extname } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import type { Log } from "../../log-event.ts";
import { findMasterKey } from "../keys/master-key.ts";
import type { MasterKeySettings } from "../keys/master-key.ts";
import type { ArchiverOptions } from "./archiver.ts";
import { placeText } from "./place-name.ts";
import type { BackupPlace, S3Access } from "./place-name.ts";
import { unknownState } from "./schedule.ts";
import type { ArchiveState, ScheduleTimes } from "./schedule.ts";

/** Work of the thread. */
export type ArchiveJob = Omit<ArchiverOptions, "place" | "now"> & {
  readonly place: BackupPlace;
  readonly access: S3Access;
  readonly times: ScheduleTimes;
};

export type ArchiveOrder = "begin" | "finish";

export type Archive = {
  readonly state: () => ArchiveState;
  /** Begins a whole backup, unless one is underway. */
  begin(): void;
  /** Writes a last journal file, if that is quick, and ends the thread. Nothing may be committed any more. */
  close(): Promise<void>;
};

/** The file name, with the extension of this module: the package has both compiled. */
const WORKER = `archive-worker${extname(import.meta.filename)}`;
/** Time that a stop gives the last file. */
const FINISH_MS = 5_000;
/** Time after which a thread that ended by a bug is started again. */
const RESTART_MS = 60_000;

/** Settings of an archive, as the configuration has them. */
export type ArchiveSettings = MasterKeySettings & {
  readonly mode: "sandbox" | "production";
  readonly backup: ScheduleTimes & {
    readonly place: BackupPlace | undefined;
    readonly keep: number;
    readonly s3: S3Access;
  };
};

type ArchiveOf = { readonly databaseUrl: string; readonly version: string; readonly log: Log };

/** Starts the archive; `undefined` where no setting names a place for it. */
export function openArchive(
  settings: ArchiveSettings,
  { databaseUrl: url, version, log }: ArchiveOf,
): Archive | undefined {
  const { place, every, journalEvery, keep, s3: access } = settings.backup;
  if (place === undefined) return undefined;
  const masterKey = findMasterKey(settings);
  const mayGoBack = settings.mode === "sandbox";
  const times = { every, journalEvery };
  return startArchive({ url, place, access, times, version, masterKey, mayGoBack, keep }, log);
}

function startArchive(job: ArchiveJob, log: Log): Archive {
  let state = unknownState(placeText(job.place), job.times, Date.now());
  let closing = false;
  let restart: NodeJS.Timeout | undefined;
  const take = (next: ArchiveState): void => {
    tell(log, state, next);
    state = next;
  };
  const open = (): Worker => {
    const opened = new Worker(new URL(WORKER, import.meta.url), { workerData: job });
    opened.unref();
    opened.on("message", take);
    opened.on("error", (error) => {
      const failing = { why: error.message, since: Date.now() };
      take({ ...state, underway: undefined, failing, failed: failing.since });
      if (!closing) restart = setTimeout(() => (worker = open()), RESTART_MS).unref();
    });
    return opened;
  };
  let worker = open();
  return {
    state: () => state,
    begin: () => worker.postMessage("begin" satisfies ArchiveOrder),
    close: async () => {
      closing = true;
      clearTimeout(restart);
      const ended = once(worker, "exit").catch(() => {});
      worker.postMessage("finish" satisfies ArchiveOrder);
      const late = new AbortController();
      if (state.failing === undefined)
        await Promise.race([ended, delay(FINISH_MS, undefined, { signal: late.signal }).catch(() => {})]);
      late.abort();
      await worker.terminate();
    },
  };
}

/** Tells of a whole backup that was written, of the first of several failures, and of the end of them. */
function tell(log: Log, before: ArchiveState, { last, failing, place }: ArchiveState): void {
  if (last !== undefined && last.name !== before.last?.name)
    log.info({ event: "backup_written", place, file: last.name, bytes: last.bytes }, "a backup was written");
  if (failing !== undefined && failing.why !== before.failing?.why)
    log.warn(
      { event: "backup_failed", place, why: failing.why },
      "a backup was not written; it is tried again",
    );
  if (failing === undefined && before.failing !== undefined)
    log.warn({ event: "backups_go_on", place }, "backups are written again");
}
