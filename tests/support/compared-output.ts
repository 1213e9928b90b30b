/** Outputs as documents show them, compared with those of a run: times, hashes and numbers count by their kind alone. */

/** Texts that differ from run to run, each kind with its replacement; words after numbers may be singular, and blanks between columns become one. */
const KINDS: readonly (readonly [differs: RegExp, kind: string])[] = [
  [/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "TIME"],
  [/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, "KEY"],
  [/(0x[\da-f]{2,}|(?<![\da-zA-Z])[\da-f]{8,}\b)…?/g, "HEX"],
  [/\b\d+ (d|h|min|s)( \d+ (h|min|s))?\b/g, "SPAN"],
  [/\d+(\.\d+)*/g, "NUMBER"],
  [/NUMBER (batch|event|order|trade|account|row)(?:es|s)?\b/g, "NUMBER $1s"],
  [/[ \t]+/g, " "],
];

const kindsOf = (line: string): string =>
  KINDS.reduce((text, [differs, kind]) => text.replaceAll(differs, kind), line).trim();

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, "\\$&");

const linesOf = (printed: readonly string[]): string =>
  printed
    .map((line) => (line.trim() === "…" ? "(.*\n)*?" : `${escaped(kindsOf(line)).replaceAll("…", ".*?")}\n`))
    .join("");

/** Makes the pattern of an output: `…` stands for any text within a line, and alone in a line for any lines. */
export const patternOf = (printed: readonly string[]): RegExp => new RegExp(`^${linesOf(printed)}$`);

/** Makes the pattern of the beginning of an output. */
export const beginningOf = (printed: readonly string[]): RegExp => new RegExp(`^${linesOf(printed)}`);

/** Writes an output in the form that patterns match. */
export const comparable = (output: string): string =>
  output
    .split(/(?<=\n)/)
    .filter((line) => line !== "")
    .map((line) => `${kindsOf(line)}\n`)
    .join("");
