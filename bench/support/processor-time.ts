/** Processor time of processes and threads, on Linux, where the kernel shows it. */
import { readFileSync } from "node:fs";

/** Unit in which the kernel counts it. */
const TICK_MS = 10;

/** Gives milliseconds of processor time of a process; 0 where the kernel does not show it. */
export const processMs = (pid: number): number => usedIn(`/proc/${pid}/stat`);

/** Gives milliseconds of processor time of its main thread alone; 0 likewise. */
export const mainThreadMs = (pid: number): number => usedIn(`/proc/${pid}/task/${pid}/stat`);

function usedIn(file: string): number {
  return process.platform === "linux" ? (readStat(file)?.ms ?? 0) : 0;
}

/** A process or thread as the kernel counts it. */
export type TaskStat = {
  readonly name: string;
  readonly parent: number;
  readonly ms: number;
  /** Milliseconds of its children that have ended. */
  readonly endedMs: number;
};

/** Reads a `stat` file of `/proc`; `undefined` when its process has ended. */
export function readStat(file: string): TaskStat | undefined {
  const text = readTask(file);
  if (text === undefined) return undefined;
  const [head, rest] = text.split(") ");
  const fields = rest!.split(" ");
  const ticks = (first: number): number => Number(fields[first]) + Number(fields[first + 1]);
  return {
    name: head!.slice(head!.indexOf("(") + 1),
    parent: Number(fields[1]),
    ms: ticks(11) * TICK_MS,
    endedMs: ticks(13) * TICK_MS,
  };
}

/** Reads a file of `/proc`; `undefined` when its process has ended. */
export function readTask(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}

/** System calls that read or write files and sockets. */
export type SystemCalls = { readonly reads: number; readonly writes: number };

/** Counts the system calls of a process's main thread; none where the kernel does not show them. */
export function mainThreadCalls(pid: number): SystemCalls {
  const text = readTask(`/proc/${pid}/task/${pid}/io`) ?? "";
  const read = (name: string): number => Number(new RegExp(`^${name}: (\\d+)$`, "m").exec(text)?.[1] ?? 0);
  return { reads: read("syscr"), writes: read("syscw") };
}
