/** Processor time of another process, on Linux, where the kernel shows it. */
import { readFileSync } from "node:fs";

/** Unit in which the kernel counts it. */
const TICK_MS = 10;

/** Gives milliseconds of processor time of a process; 0 where the kernel does not show it. */
export const processMs = (pid: number): number => usedIn(`/proc/${pid}/stat`);

/** Gives milliseconds of processor time of its main thread alone; 0 likewise. */
export const mainThreadMs = (pid: number): number => usedIn(`/proc/${pid}/task/${pid}/stat`);

function usedIn(file: string): number {
  if (process.platform !== "linux") return 0;
  const fields = readFileSync(file, "utf8").split(") ")[1].split(" ");
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}
