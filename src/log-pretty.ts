/** Formats a log line for people: time, level, sentence, then fields; a stack follows on separate lines. */
import { styleText } from "node:util";

/** Colours of the levels, used if standard error is a terminal. */
const COLOURS = { debug: "gray", info: "green", warn: "yellow", error: "red", fatal: "red" } as const;

const isLevel = (level: unknown): level is keyof typeof COLOURS =>
  typeof level === "string" && Object.hasOwn(COLOURS, level);

/** Formats a JSON line for people. Text of clients stays within one line, as in JSON. */
export function prettyLine(line: string): string {
  const { time, level, msg, err, ...fields }: Record<string, unknown> = JSON.parse(line);
  const name = String(level).toUpperCase().padEnd(5);
  const shown = isLevel(level) ? styleText(COLOURS[level], name, { stream: process.stderr }) : name;
  const parts = [
    String(time),
    shown,
    ...(typeof msg === "string" ? [oneLine(msg)] : []),
    ...Object.entries(fields).map(([field, value]) => `${field}=${valueText(value)}`),
  ];
  return `${parts.join(" ")}\n${err === undefined ? "" : errorLines(err)}`;
}

/** Writes plain words unquoted, and everything else as JSON. */
const valueText = (value: unknown): string =>
  typeof value === "string" && /^[\w.:/@+-]+$/.test(value) ? value : oneLine(JSON.stringify(value));

function errorLines(error: unknown): string {
  const stack = typeof error === "object" && error !== null && "stack" in error ? error.stack : undefined;
  const lines = typeof stack === "string" ? stack.split("\n") : [JSON.stringify(error)];
  return lines.map((line) => `    ${oneLine(line)}\n`).join("");
}

/** Escapes line breaks and characters that a terminal would interpret as commands. */
const oneLine = (text: string): string =>
  text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/gu, (character) =>
    character === "\t" ? " " : `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
