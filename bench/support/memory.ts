/** Memory of another process, on Linux, where the kernel shows it. */
import { readFileSync } from "node:fs";

/** Gives megabytes resident now, or the most that ever were; 0 where the kernel does not show it. */
export function memoryOf(pid: number, name: "VmRSS" | "VmHWM"): number {
  if (process.platform !== "linux") return 0;
  const [, kilobytes] =
    new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kilobytes) / 1024;
}
