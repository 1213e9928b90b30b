/** Quint in the version of the lock file beside, installed once for a machine and kept outside of the repository. */
import { execFile } from "node:child_process";
import { hash } from "node:crypto";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import type { Specification } from "./search.ts";
import { translate } from "./translate.ts";
import type { Compiled } from "./translate.ts";

const MANIFEST = join(import.meta.dirname, "quint");
export const SPECIFICATION = join(import.meta.dirname, "fail-over.qnt");
const TRACES = 40;
const STEPS_A_TRACE = 40;

const run = promisify(execFile);

/** Installs Quint, unless this was done, and returns the path of its program. No script of a package is run. */
async function install(): Promise<string> {
  const state = hash("sha256", readFileSync(join(MANIFEST, "package-lock.json"))).slice(0, 16);
  const cache = join(process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache"), "presage-tests");
  const folder = join(cache, `quint-${state}`);
  if (!existsSync(folder)) {
    mkdirSync(cache, { recursive: true });
    const made = mkdtempSync(join(cache, "quint-"));
    for (const file of ["package.json", "package-lock.json"])
      copyFileSync(join(MANIFEST, file), join(made, file));
    await run("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], { cwd: made });
    renameSync(made, folder);
  }
  return join(folder, "node_modules", "@informalsystems", "quint", "dist", "src", "cli.js");
}

/** States of one run, as values of the translation. */
export type Trace = readonly object[];

type Quint = (...args: readonly string[]) => Promise<unknown>;

/** Runs `work` with a way to call Quint on the specification, in a folder of its own that is removed afterwards. */
export async function withQuint<Result>(
  work: (quint: Quint, folder: string) => Promise<Result>,
): Promise<Result> {
  const program = await install();
  const folder = mkdtempSync(join(tmpdir(), "presage-model-"));
  const quint: Quint = (...args) =>
    run(process.execPath, [program, ...args, SPECIFICATION], { cwd: folder, maxBuffer: 2 ** 26 });
  try {
    return await work(quint, folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Checks the types of the specification, and translates it. */
export const loadSpecification = (): Promise<Specification> =>
  withQuint(async (quint, folder) => {
    await quint("compile", "--out", "compiled.json");
    const compiled = JSON.parse(readFileSync(join(folder, "compiled.json"), "utf8")) as Compiled;
    const file = join(folder, "translated.mjs");
    writeFileSync(file, translate(compiled));
    return (await import(pathToFileURL(file).href)) as Specification;
  });

/** Has Quint's own simulator take random steps, without these rules. */
export const simulate = (without: readonly string[]): Promise<readonly Trace[]> =>
  withQuint(async (quint, folder) => {
    const rules = without.map((rule) => JSON.stringify(rule)).join(", ");
    await quint(
      "run",
      "--backend=typescript",
      `--init=startWithout(Set(${rules}))`,
      "--seed=1",
      `--max-samples=${TRACES}`,
      `--max-steps=${STEPS_A_TRACE}`,
      `--n-traces=${TRACES}`,
      "--out-itf=trace-{seq}.json",
    );
    return Array.from({ length: TRACES }, (_, number) => readTrace(join(folder, `trace-${number}.json`)));
  });

/** Reads a trace in the format ITF, in which numbers, sets and maps are objects of one key. */
function readTrace(file: string): Trace {
  const { states } = JSON.parse(readFileSync(file, "utf8"), (_, value: unknown) => {
    if (typeof value !== "object" || value === null) return value;
    if ("#bigint" in value) return Number(value["#bigint"]);
    if ("#set" in value) return value["#set"];
    return "#map" in value ? Object.fromEntries(value["#map"] as [number, unknown][]) : value;
  }) as { states: { s: object }[] };
  return states.map(({ s }) => s);
}
