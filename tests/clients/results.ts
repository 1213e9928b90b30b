/**
 * Results of the clients' methods, as docs/reference/compatibility.md shows them. Every public method must have been called, or
 * have a reason why not.
 */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Call } from "../conformance/call-record.ts";
import type { Suite } from "./suite.ts";

const PAGE = fileURLToPath(new URL("../../docs/reference/compatibility.md", import.meta.url));
const BEGIN = "<!-- made by npm run clients -->";
const END = "<!-- made until here -->";
const WIDTH = 118;

/** Methods of one class of a client, by the name that calls of it are recorded under. */
export type Surface = { readonly name: string; readonly methods: readonly string[] };

export type Results = {
  readonly suite: Suite;
  readonly works: readonly string[];
  /** Methods by the text that they are refused with, or by the reason why they are not called. */
  readonly refused: ReadonlyMap<string, readonly string[]>;
  readonly uncalled: ReadonlyMap<string, readonly string[]>;
};

/** Sorts a client's methods by what came of them. */
export function resultsOf(suite: Suite, surfaces: readonly Surface[], calls: readonly Call[]): Results {
  const works: string[] = [];
  const refused = new Map<string, string[]>();
  const uncalled = new Map<string, string[]>();
  const unnamed: string[] = [];
  for (const surface of surfaces) {
    for (const method of surface.methods) {
      const own = calls.filter((call) => call.surface === surface.name && call.method === method);
      const label =
        surface.name === suite.name ? method : `${surface.name.slice(suite.name.length + 1)}.${method}`;
      const reason = suite.uncalled[label];
      if (own.some(({ refusal }) => refusal === "")) works.push(label);
      else if (own.length > 0) push(refused, textOf(own[0]!.refusal), label);
      else if (reason !== undefined) push(uncalled, reason, label);
      else unnamed.push(label);
    }
  }
  assert.deepEqual(unnamed, [], `${suite.name}: methods that are neither called nor have a reason`);
  const idle = new Set([...uncalled.values()].flat());
  const needless = Object.keys(suite.uncalled).filter((method) => !idle.has(method));
  assert.deepEqual(needless, [], `${suite.name}: reasons for methods that are called, or not there`);
  return { suite, works, refused, uncalled };
}

function push(groups: Map<string, string[]>, key: string, value: string): void {
  const group = groups.get(key) ?? [];
  groups.set(key, group);
  group.push(value);
}

/** The text of a refusal, without what a client wraps it in. */
const textOf = (refusal: string): string =>
  /(['"])error\1: ?(['"])(.+?)\2/.exec(refusal)?.[3] ?? refusal.split("\n")[0]!;

const count = (groups: ReadonlyMap<string, readonly string[]>): number => [...groups.values()].flat().length;

const HEAD = [
  "| client | version | language | dialect | markets | methods that work | refused clearly | not tested |",
  "| --- | --- | --- | --- | --- | --- | --- | --- |",
];

/** A client's part of the page: its row, and the section with its methods. */
type Entry = { readonly row: string; readonly section: string };

function entryOf(results: Results): Entry {
  const { suite, works, refused, uncalled } = results;
  const cells = [
    suite.name,
    suite.version,
    suite.language,
    suite.dialect,
    suite.versions.join(", "),
    works.length,
  ];
  const row = `| ${[...cells, count(refused), count(uncalled)].join(" | ")} |`;
  return { row, section: describeMethods(results).join("\n") };
}

/** Makes the part anew: entries of the clients that ran, and those that stand there of others in `names`. */
export function mergeResults(part: string, results: readonly Results[], names: readonly string[]): string {
  const entries = readEntries(part);
  for (const result of results) if (result.works.length > 0) entries.set(result.suite.name, entryOf(result));
  const kept = names.flatMap((name) => entries.get(name) ?? []);
  return [...HEAD, ...kept.map(({ row }) => row), ...kept.map(({ section }) => `\n${section}`)].join("\n");
}

function readEntries(part: string): Map<string, Entry> {
  const entries = new Map<string, Entry>();
  for (const section of part.split(/^(?=#### )/m).slice(1)) {
    const name = /^#### (\S+)/.exec(section)![1]!;
    const row = part.split("\n").find((line) => line.startsWith(`| ${name} `));
    assert.ok(row !== undefined, `docs/reference/compatibility.md has no row of ${name}`);
    entries.set(name, { row, section: section.trimEnd() });
  }
  return entries;
}

function describeMethods({ suite, refused, uncalled }: Results): string[] {
  const others = [
    ...[...refused].map(
      ([text, methods]) => [`The exchange refuses these methods with "${text}"`, methods] as const,
    ),
    ...[...uncalled].map(([reason, methods]) => [`Not tested, since ${reason}`, methods] as const),
  ].flatMap(([title, methods]) => wrap(`- ${title}: ${methods.map((name) => `\`${name}\``).join(", ")}.`));
  const lines = others.length === 0 ? ["Every public method works."] : others;
  return [`#### ${suite.name} ${suite.version}`, "", ...lines];
}

/** Breaks an item of a list into lines. */
function wrap(text: string): string[] {
  const lines = [""];
  for (const word of text.split(" ")) {
    const line = lines.at(-1)!;
    if (line !== "" && line.length + word.length + 1 > WIDTH) lines.push(`  ${word}`);
    else lines[lines.length - 1] = line === "" ? word : `${line} ${word}`;
  }
  return lines;
}

/** Writes the results into the page; `names` are those of all clients of the suite, in its order. */
export function writePage(results: readonly Results[], names: readonly string[]): void {
  const [before, part, after] = splitPage();
  writeFileSync(PAGE, `${before}${BEGIN}\n\n${mergeResults(part, results, names)}\n\n${END}${after}`);
  execFileSync("oxfmt", [PAGE]);
}

/** Checks the page against the results of those clients that ran. */
export function checkPage(results: readonly Results[]): void {
  const shown = wordsOf(splitPage()[1]);
  for (const result of results) {
    if (result.works.length === 0) continue;
    for (const text of Object.values(entryOf(result)))
      assert.ok(
        shown.includes(wordsOf(text)),
        `docs/reference/compatibility.md lacks: ${text}; npm run clients -- --write`,
      );
  }
}

/** Splits the page into what stands before the made part, that part, and what stands after it. */
function splitPage(): [string, string, string] {
  const [before, rest] = readFileSync(PAGE, "utf8").split(BEGIN);
  assert.ok(before !== undefined && rest !== undefined, `docs/reference/compatibility.md has no ${BEGIN}`);
  const at = rest.indexOf(END);
  return [before, rest.slice(0, at), rest.slice(at + END.length)];
}

const wordsOf = (text: string): string => text.split(/\s+/).join(" ").trim();
