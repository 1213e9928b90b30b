/** Which benches there are: every file of the folder above but the one that runs them. */
import { readdirSync } from "node:fs";
import { basename, join } from "node:path";

export const listBenches = (): string[] =>
  readdirSync(join(import.meta.dirname, ".."))
    .filter((file) => file.endsWith(".ts") && file !== "main.ts")
    .map((file) => basename(file, ".ts"))
    .sort();
