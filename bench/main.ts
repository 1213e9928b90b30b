/**
 * Runner of the benches: `npm run bench [name ...]` runs `bench/<name>.ts`. Without a name it runs all of them, each in
 * a process of its own.
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { listBenches } from "./support/bench-names.ts";
import { machineLine } from "./support/machine.ts";

/** Exports of every bench file: `bench` prints the figure, its floor and the ratio. */
type Bench = { bench: () => void | Promise<void> };

const program = fileURLToPath(import.meta.url);
const folder = import.meta.dirname;

async function runHere(name: string): Promise<void> {
  const { bench }: Bench = await import(join(folder, `${name}.ts`));
  console.log(`# ${name}: ${machineLine()}`);
  await bench();
}

function runApart(names: readonly string[]): void {
  for (const name of names) {
    const { status } = spawnSync(process.execPath, [program, name], { stdio: "inherit" });
    if (status !== 0) process.exitCode = 1;
  }
}

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !existsSync(join(folder, `${name}.ts`)));
if (unknown.length > 0) {
  console.error(`no bench named ${unknown.join(", ")}; there are: ${listBenches().join(", ")}`);
  process.exitCode = 1;
} else if (asked.length === 1) {
  await runHere(asked[0]!);
} else {
  runApart(asked.length === 0 ? listBenches() : asked);
}
