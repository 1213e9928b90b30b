/**
 * Deep tests by the file of `tests/deep` that runs them, each a process of its own. A group is all files of its folders that have a
 * greater depth or that `npm test` leaves out. Those that take long together with others have a group of their own.
 */
import { globSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { ONLY_DEEP } from "./only-deep.ts";

const TESTS = `${import.meta.dirname}/..`;

/** Folders of `tests` by group. */
const FOLDERS = {
  "a-long-simulation": ["simulation", "scaling", "failover"],
  "a-long-torture": ["torture"],
  bench: ["bench"],
  browser: ["browser"],
  checklist: ["checklist"],
  cluster: ["cluster"],
  cli: ["cli"],
  "docs-blocks": ["docs", "docs-blocks"],
  "engine-and-stream": ["engine", "gateways", "stream", "incidents"],
  fuzz: ["fuzz"],
  http: ["http", "http/direct", "http/faults", "http/guard", "http/large", "http/reads", "http/sandbox"],
  "http-account": ["http/account", "http/admin"],
  "http-catalog": ["http/catalog", "http/data", "http/data/v2"],
  mutants: ["mutants"],
  past: ["past"],
  races: ["races"],
  reads: ["reads"],
  residents: ["residents"],
  store: ["store"],
  webhooks: ["webhooks"],
  whole: ["whole"],
} as const;

/** Groups of single files, which the groups of folders leave out. */
const FILES = {
  conformance: ["cli/conformance.test.ts"],
  monitoring: ["cli/collector.test.ts", "cli/prometheus.test.ts"],
} as const;

export type DeepGroup = keyof typeof FOLDERS | keyof typeof FILES;

export const DEEP_GROUPS: readonly string[] = [...Object.keys(FOLDERS), ...Object.keys(FILES)];

/** A test with two sizes names them itself, or takes those of the devices. */
const SIZES = /\/support\/depth\.ts|\b(?:\w+_)?DEVICES\b/;

const hasSizes = (file: string): boolean => SIZES.test(readFileSync(`${TESTS}/${file}`, "utf8"));

/** Lists all test files with a greater depth, as paths in `tests`. */
export const listDeepFiles = (): readonly string[] =>
  globSync("*/**/*.test.ts", { cwd: TESTS, exclude: ["deep/**"] })
    .filter((file) => ONLY_DEEP.has(file) || hasSizes(file))
    .sort();

const isGroupOfFiles = (group: DeepGroup): group is keyof typeof FILES => group in FILES;

/** Lists the files of a group. */
export function listGroup(group: DeepGroup): readonly string[] {
  if (isGroupOfFiles(group)) return FILES[group];
  const folders: readonly string[] = FOLDERS[group];
  const others: ReadonlySet<string> = new Set(Object.values(FILES).flat());
  return listDeepFiles().filter((file) => folders.includes(dirname(file)) && !others.has(file));
}
