/** Names of the benches: every file of the folder above but the runner. */
import { readdirSync } from "node:fs";
import { basename, join } from "node:path";

export const listBenches = (): string[] =>
  readdirSync(join(import.meta.dirname, ".."))
    .filter((file) => file.endsWith(".ts") && file !== "main.ts")
    .map((file) => basename(file, ".ts"))
    .sort();
