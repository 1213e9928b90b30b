/** Processor time of another process, where the kernel shows it: on Linux. */
import { readFileSync } from "node:fs";

/** Of the kernel's clock by which it counts. */
const TICK_MS = 10;

/** Milliseconds that a process has run; 0 where that is not shown. */
export const processMs = (pid: number): number => usedIn(`/proc/${pid}/stat`);

/** The same of its main thread. */
export const mainThreadMs = (pid: number): number => usedIn(`/proc/${pid}/task/${pid}/stat`);

function usedIn(file: string): number {
  if (process.platform !== "linux") return 0;
  const fields = readFileSync(file, "utf8").split(") ")[1].split(" ");
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}
