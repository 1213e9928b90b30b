/** Commands of a page, with the output that it shows for them. */
import { readFileSync } from "node:fs";

export type Documented = {
  readonly command: string;
  /** Lines of the page that the command takes. */
  readonly shown: number;
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

/** End of a line of a command that goes on in the next one. */
const CONTINUED = " \u0000";

/** Lists the commands of a terminal session. */
export function commandsOf(session: string): Documented[] {
  const shown = session
    .split(/^\$ /m)
    .slice(1)
    .map((text) => text.trimEnd().replaceAll("\\\n", CONTINUED).split("\n"));
  const isExport = ([command = ""]: readonly string[]): boolean => command.startsWith("export ");
  return shown.flatMap(([command = "", ...printed], index) => {
    const exported = shown.slice(0, index).filter(isExport).flat();
    const lines = command.split(CONTINUED);
    const documented = { command: lines.join(" "), shown: lines.length, printed, exported };
    return isExport([command]) ? [] : [documented];
  });
}

export type Block = {
  /** Language of the fence: console, text, sh. */
  readonly kind: string;
  readonly lines: readonly string[];
};

/** Lists all blocks of a page that stand between fences. */
export const blocksOf = (page: string): Block[] =>
  [...pageOf(page).matchAll(/^```(\w+)\n([^]*?)^```$/gm)].map(([, kind = "", text = ""]) => ({
    kind,
    lines: text.trimEnd().split("\n"),
  }));

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
  [/\b\d+ (d|h|min|s)( \d+ (h|min|s))?\b/g, "SPAN"],
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
