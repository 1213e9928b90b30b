/** Processor time of another process, where the kernel shows it: on Linux. */
import { readFileSync } from "node:fs";

/** Of the kernel's clock by which it counts. */
const TICK_MS = 10;

/** Milliseconds that the main thread of a process has run; 0 where that is not shown. */
export function mainThreadMs(pid: number): number {
  if (process.platform !== "linux") return 0;
  const fields = readFileSync(`/proc/${pid}/task/${pid}/stat`, "utf8").split(") ")[1].split(" ");
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}
