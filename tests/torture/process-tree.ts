/** Processes that work on a data directory, by Linux's /proc: the exchange, its PostgreSQL, and their children. */
import { readdirSync, readFileSync } from "node:fs";

type Process = { readonly pid: number; readonly parent: number; readonly command: string };

/**
 * Lists processes that name the directory in their command line, in the order of their start, each followed by its
 * descendants. The exchange comes first, then the first process of PostgreSQL, then its others.
 */
export function listProcesses(directory: string): number[] {
  const all = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap(readProcess);
  const descendants = (pid: number): number[] =>
    all.filter(({ parent }) => parent === pid).flatMap((child) => [child.pid, ...descendants(child.pid)]);
  const roots = all.filter(({ command }) => command.includes(directory));
  return [...new Set(roots.flatMap(({ pid }) => [pid, ...descendants(pid)]))];
}

/** Reads a process; empty if it has ended, reaped or not. */
function readProcess(name: string): Process[] {
  try {
    const stat = readFileSync(`/proc/${name}/stat`, "utf8");
    const [state, parent] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    if (state === "Z") return [];
    const command = readFileSync(`/proc/${name}/cmdline`, "utf8");
    return [{ pid: Number(name), parent: Number(parent), command }];
  } catch {
    return [];
  }
}

/** Kills processes with -9; some may be gone already. */
export function killProcesses(pids: readonly number[]): void {
  for (const pid of pids) {
    try {
      process.kill(pid, "SIGKILL");
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
    }
  }
}
