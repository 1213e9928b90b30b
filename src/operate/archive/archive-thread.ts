/**
 * Archive of a running exchange, in its own thread with the lowest priority. Reading and sending take no time from order
 * processing. The thread reports its state, and its failures stop nothing.
 */
import { extname } from "node:path";
import { Worker } from "node:worker_threads";
import { createQuestions, terminateThread } from "../../base/threads.ts";
import type { Log } from "../../base/log-event.ts";
import { THREAD_TIMEOUT_MS, askThreadWithTimeout } from "../../store/sql/with-timeout.ts";
import { findMasterKey } from "../../store/keys/master-key.ts";
import type { MasterKeySettings } from "../../store/keys/master-key.ts";
import type { ArchivedFiles } from "./read-chain.ts";
import type { ArchiverOptions } from "./archiver.ts";
import { formatBackupLocation } from "./backup-storage.ts";
import type { BackupLocation, S3Access } from "./backup-storage.ts";
import { unknownState } from "./schedule.ts";
import type { ArchiveState, ScheduleTimes } from "./schedule.ts";

/** Work of the thread. */
export type ArchiveJob = Omit<ArchiverOptions, "place" | "now"> & {
  readonly place: BackupLocation;
  readonly access: S3Access;
  readonly times: ScheduleTimes;
};

export type ArchiveOrder = {
  readonly order: "begin" | "list" | "finish";
  readonly no: number;
  /** Deadline, ms since 1970: after it nobody waits for the order, and it is skipped. */
  readonly until: number;
};

export type ArchiveAnswer = { readonly begun: boolean } | ArchivedFiles | { readonly failed: string };

export type ArchiveNotification =
  | { readonly state: ArchiveState }
  | { readonly no: number; readonly answer: ArchiveAnswer };

export type Archive = {
  readonly state: () => ArchiveState;
  /** Starts a full backup; false if one is underway. */
  begin(): Promise<boolean>;
  /** Lists what can be restored from the location, or says why it cannot be read. */
  list(): Promise<ArchivedFiles | { readonly failed: string }>;
  /** Writes a last journal file, if that is quick, and ends the thread. No commits may follow. */
  close(): Promise<void>;
};

/** Name of the worker file, with this module's extension: the package contains both compiled. */
const WORKER = `archive-worker${extname(import.meta.filename)}`;
/** Time in which a thread may start a backup, ms: its answer then arrives while the caller waits. */
const BEGIN_MS = THREAD_TIMEOUT_MS / 2;
/** Time after which a thread that ended by a bug is restarted, ms. */
const RESTART_MS = 60_000;

/** Settings of an archive, as the configuration has them. */
export type ArchiveSettings = MasterKeySettings & {
  readonly mode: "sandbox" | "production";
  readonly backup: ScheduleTimes & {
    readonly place: BackupLocation | undefined;
    readonly keep: number;
    readonly s3: S3Access;
  };
};

type ArchiveContext = { readonly databaseUrl: string; readonly version: string; readonly log: Log };

/** Starts the archive; `undefined` if no setting names a location for it. */
export function openArchive(
  settings: ArchiveSettings,
  { databaseUrl: url, version, log }: ArchiveContext,
): Archive | undefined {
  const { place, every, journalEvery, keep, s3: access } = settings.backup;
  if (place === undefined) return undefined;
  const masterKey = findMasterKey(settings);
  const mayGoBack = settings.mode === "sandbox";
  const times = { every, journalEvery };
  return startArchive({ url, place, access, times, version, masterKey, mayGoBack, keep }, log);
}

function startArchive(job: ArchiveJob, log: Log): Archive {
  let state = unknownState(formatBackupLocation(job.place), job.times, Date.now());
  let isClosing = false;
  let restart: NodeJS.Timeout | undefined;
  const take = (next: ArchiveState): void => {
    logArchive(log, state, next);
    state = next;
  };
  const open = (): ArchiveThread => {
    clearTimeout(restart);
    const opened = openThread(job, take);
    opened.worker.on("error", (error) => {
      const failing = { why: error.message, since: Date.now() };
      take({ ...state, underway: undefined, failing, failed: failing.since });
      if (!isClosing) restart = setTimeout(() => (thread = open()), RESTART_MS).unref();
    });
    return opened;
  };
  let thread = open();
  /** Sends an order to the thread; restarts it first if it ended by a bug. */
  const ask = async (order: "begin" | "list"): Promise<ArchiveAnswer> => {
    if (thread.hasEnded()) thread = open();
    return (await thread.ask(order)) ?? { failed: state.failing?.why ?? "the exchange stops" };
  };
  return {
    state: () => state,
    begin: async () => {
      const answer = await askThreadWithTimeout("backups", ask("begin"));
      return !("begun" in answer) || answer.begun;
    },
    list: async () => {
      const answer = await ask("list");
      return "chains" in answer ? answer : { failed: "failed" in answer ? answer.failed : "" };
    },
    close: async () => {
      isClosing = true;
      clearTimeout(restart);
      const finished = thread.ask("finish");
      // A location that rejects files now would also reject a last one.
      await terminateThread(thread.worker, state.failing === undefined ? finished : Promise.resolve());
    },
  };
}

type ArchiveThread = {
  readonly worker: Worker;
  readonly hasEnded: () => boolean;
  /** Returns the answer; `undefined` if the thread ends first, such as after "finish". */
  ask(order: ArchiveOrder["order"]): Promise<ArchiveAnswer | undefined>;
};

function openThread(job: ArchiveJob, take: (state: ArchiveState) => void): ArchiveThread {
  const worker = new Worker(new URL(WORKER, import.meta.url), { workerData: job });
  worker.unref();
  const questions = createQuestions<ArchiveAnswer>(worker);
  let ended = false;
  worker.once("exit", () => (ended = true));
  worker.on("message", (news: ArchiveNotification) => {
    if ("state" in news) take(news.state);
    else questions.answer(news.no, news.answer);
  });
  return {
    worker,
    hasEnded: () => ended,
    ask: (order) =>
      questions.ask((no) => {
        const until = order === "begin" ? Date.now() + BEGIN_MS : Infinity;
        worker.postMessage({ order, no, until } satisfies ArchiveOrder);
      }),
  };
}

/** Logs a completed full backup, the first of several failures, and their end. */
function logArchive(log: Log, before: ArchiveState, { last, failing, place }: ArchiveState): void {
  if (last?.verified === true && last.name !== before.last?.name)
    log.info({ event: "backup_written", place, file: last.name, bytes: last.bytes }, "a backup was written");
  if (failing !== undefined && failing.why !== before.failing?.why)
    log.warn(
      { event: "backup_failed", place, why: failing.why },
      "a backup was not written; it is tried again",
    );
  if (failing === undefined && before.failing !== undefined)
    log.warn({ event: "backups_go_on", place }, "backups are written again");
}
