/**
 * Restarts a server that died: killed, crashed, or out of space. A server is not restarted if its log reports a failure
 * of the disk. Its recovery would take data for durable that is in memory only; the process has to end then.
 */
import { setTimeout as delay } from "node:timers/promises";
import { findFatalLine, markServerLog, readServerLog, isDiskFailure, endedByItself } from "./server-log.ts";
import type { LogMark } from "./server-log.ts";
import { isPostmasterRunning } from "./server-process.ts";

export type Supervision = {
  /** Returns the process id of the server. */
  pid(): number;
  /** Stops supervision; returns once no start is running. */
  close(): Promise<void>;
};

export type SupervisionOptions = {
  readonly cluster: string;
  readonly pid: number;
  /** Restarts the server at its old address, and returns its process id. */
  readonly relaunch: () => Promise<number>;
  readonly warn: (message: string) => void;
  /** Called once, if the server must not be restarted. */
  readonly onFailure: (error: Error) => void;
};

type State = SupervisionOptions & { readonly signal: AbortSignal; current: number; mark: LogMark };

const LOOK_EVERY_MS = 100;
/** The log's own process continues to write for a moment after the server's end. */
const LOG_TIMEOUT_MS = 1_000;
const LOG_EVERY_MS = 20;
const FIRST_DELAY_MS = 100;
const LONGEST_DELAY_MS = 2_000;

export function superviseServer(options: SupervisionOptions): Supervision {
  const stopping = new AbortController();
  const { cluster, pid } = options;
  const state: State = {
    ...options,
    signal: stopping.signal,
    current: pid,
    mark: markServerLog(cluster),
  };
  const watched = watch(state).catch((error: unknown) => {
    if (!stopping.signal.aborted) throw error;
  });
  return {
    pid: () => state.current,
    close: async () => {
      stopping.abort();
      await watched;
    },
  };
}

async function watch(state: State): Promise<void> {
  for (;;) {
    await delay(LOOK_EVERY_MS, undefined, { signal: state.signal, ref: false });
    if (isPostmasterRunning(state.cluster, state.current)) continue;
    state.warn(`PostgreSQL (pid ${state.current}) ended by itself; it is started again`);
    const fatal = (await findCause(state)) ?? (await restart(state));
    if (fatal === undefined) continue;
    return state.onFailure(new Error(`the disk failed, and PostgreSQL is not started again: ${fatal}`));
  }
}

async function findCause({ cluster, mark, signal }: State): Promise<string | undefined> {
  const deadline = performance.now() + LOG_TIMEOUT_MS;
  for (;;) {
    const text = readServerLog(cluster, mark);
    const fatal = findFatalLine(text);
    if (fatal !== undefined || endedByItself(text) || performance.now() > deadline) return fatal;
    await delay(LOG_EVERY_MS, undefined, { signal });
  }
}

/** Retries until the server runs again; returns the line of the log with the reason if it must not. */
async function restart(state: State): Promise<string | undefined> {
  for (let waitMs = FIRST_DELAY_MS; ; waitMs = Math.min(2 * waitMs, LONGEST_DELAY_MS)) {
    state.mark = markServerLog(state.cluster);
    try {
      state.current = await state.relaunch();
      state.warn(`started PostgreSQL again (pid ${state.current})`);
      return undefined;
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      const fatal = findFatalLine(readServerLog(state.cluster, state.mark));
      // A disk that accepts no writes accepts no log either.
      if (fatal !== undefined || isDiskFailure(why)) return fatal ?? why;
      state.warn(`PostgreSQL cannot be started again yet: ${why}`);
    }
    await delay(waitMs, undefined, { signal: state.signal });
  }
}
