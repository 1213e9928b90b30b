/** Commands of a page, with the output that it shows for them. */
import { readFileSync } from "node:fs";

export type Documented = {
  readonly command: string;
  readonly printed: readonly string[];
  /** Exports before it in its session. */
  readonly exported: readonly string[];
};

const pageOf = (page: string): string => readFileSync(new URL(`../../docs/${page}`, import.meta.url), "utf8");

/** Lists the commands of all terminal sessions of a page, in its order. */
export function sessionsOf(page: string): Documented[] {
  const blocks = [...pageOf(page).matchAll(/^```console\n([^]*?)^```$/gm)].map(([, block]) => block ?? "");
  return blocks.flatMap(commandsOf);
}

function commandsOf(session: string): Documented[] {
  const shown = session
    .split(/^\$ /m)
    .slice(1)
    .map((text) => text.trimEnd().replaceAll("\\\n", " ").split("\n"));
  const isExport = ([command = ""]: readonly string[]): boolean => command.startsWith("export ");
  return shown.flatMap(([command = "", ...printed], index) => {
    const exported = shown.slice(0, index).filter(isExport).flat();
    return isExport([command]) ? [] : [{ command, printed, exported }];
  });
}

/** Gives the script that follows these words on the page. */
export function scriptAfter(page: string, words: string): string {
  const text = pageOf(page);
  const [, script = ""] = /```sh\n([^]*?)^```$/m.exec(text.slice(text.indexOf(words))) ?? [];
  return script;
}

/** Texts that differ from run to run, each kind with its replacement; words after numbers may be singular, and blanks between columns become one. */
const KINDS: readonly (readonly [differs: RegExp, kind: string])[] = [
  [/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "TIME"],
  [/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, "KEY"],
  [/(0x[\da-f]{2,}|\b[\da-f]{8,}\b)…?/g, "HEX"],
  [/\d+(\.\d+)*/g, "NUMBER"],
  [/NUMBER (batch|event|order|trade|account|row)(?:es|s)?\b/g, "NUMBER $1s"],
  [/[ \t]+/g, " "],
];

const kindsOf = (line: string): string =>
  KINDS.reduce((text, [differs, kind]) => text.replaceAll(differs, kind), line).trim();

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, "\\$&");

/** Makes the pattern of an output: `…` stands for any text within a line, and alone in a line for any lines. */
export function patternOf(printed: readonly string[]): RegExp {
  const lines = printed.map((line) =>
    line === "…" ? "(.*\n)*?" : `${escaped(kindsOf(line)).replaceAll("…", ".*?")}\n`,
  );
  return new RegExp(`^${lines.join("")}$`);
}

/** Writes an output in the form that patterns match. */
export const comparable = (output: string): string =>
  output
    .split(/(?<=\n)/)
    .filter((line) => line !== "")
    .map((line) => `${kindsOf(line)}\n`)
    .join("");
