/** Checks that rooms import each other in one direction: docs/architecture.md draws it, lint enforces it. */
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { describe, it } from "node:test";

const ROOT = join(import.meta.dirname, "..", "..");
const read = (file: string): string => readFileSync(join(ROOT, file), "utf8");

type Pattern = { readonly regex?: string; readonly group?: readonly string[] };
type Override = {
  readonly files: readonly string[];
  readonly rules: {
    readonly "no-restricted-imports"?: readonly [string, { readonly patterns: readonly [Pattern] }];
  };
};

const { overrides }: { readonly overrides: readonly Override[] } = JSON.parse(read(".oxlintrc.json"));

/** Rooms and files of `src`; each imports only those before it. */
const drawn = (/^ {4}(core <- .*)$/m.exec(read("docs/architecture.md"))?.[1] ?? "").split(" <- ");

const sources = globSync("src/**/*.ts", { cwd: ROOT });
const isFile = (name: string): boolean => name.endsWith(".ts");
const among = (names: readonly string[]): string => `(${names.join("|").replaceAll(".", "[.]")})(/|$)`;

/** Depths at which a room has folders. */
const depthsOf = (room: string): number[] => {
  const depths = sources
    .filter((file) => file.startsWith(`src/${room}/`))
    .map((file) => file.split("/").length - 2);
  return [...new Set(depths)].sort();
};

/** Refused imports, by the files that they are refused in. */
function expectedRules(): [files: string, regex: string][] {
  const last = drawn.length - 1;
  const rules = drawn.slice(1, last).flatMap((name, index): [string, string][] => {
    const later = among(drawn.slice(index + 2));
    if (isFile(name)) return [[`src/${name}`, `^[.]/${later}`]];
    return depthsOf(name).map((depth) => [
      `src/${name}/${"*/".repeat(depth - 1)}*.ts`,
      `^${"[.][.]/".repeat(depth)}${later}`,
    ]);
  });
  const others = sources.filter(
    (file) => dirname(file) === "src" && !drawn.includes(file.slice("src/".length)),
  );
  return [["src/core/**", "^([^.]|[.][^/])"], ...rules, [others.sort().join(), `^[.]/${among(drawn)}`]];
}

describe("rooms", () => {
  it("are all drawn", () => {
    const rooms = sources.map((file) => file.split("/")[1]!).filter((name) => !isFile(name));
    assert.deepEqual(drawn.filter((name) => !isFile(name)).sort(), [...new Set(rooms)].sort());
  });

  it("are drawn with the rooms inside them", () => {
    const picture = read("docs/architecture.md").split("## One order", 1)[0]!;
    const folders = globSync("src/**/", { cwd: ROOT }).map((folder) => basename(folder));
    const inPicture = new Set([...picture.matchAll(/([a-z0-9]+)\//g)].map(([, name]) => name));
    assert.deepEqual(
      folders.filter((folder) => folder !== "src" && !inPicture.has(folder)),
      [],
    );
  });

  it("import only rooms before them, by lint", () => {
    const rules = overrides.flatMap(({ files, rules: { "no-restricted-imports": rule } }) => {
      const regex = rule?.[1].patterns[0].regex;
      return regex === undefined ? [] : [[files.join(), regex]];
    });
    assert.deepEqual(rules, expectedRules());
  });
});
