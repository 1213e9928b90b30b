/** Memory of another process, where the kernel shows it: on Linux. */
import { readFileSync } from "node:fs";

/** Megabytes, resident now or the most that ever were; 0 where that is not shown. */
export function memoryOf(pid: number, name: "VmRSS" | "VmHWM"): number {
  if (process.platform !== "linux") return 0;
  const [, kilobytes] =
    new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kilobytes) / 1024;
}
