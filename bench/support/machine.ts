import { availableParallelism, cpus } from "node:os";

/** Describes the machine that a figure was measured on. */
export const machineLine = (): string =>
  `${cpus()[0]?.model ?? "unknown processor"}, ${availableParallelism()} cores, node ${process.version}`;
