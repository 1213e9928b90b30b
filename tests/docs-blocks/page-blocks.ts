/** The blocks of a page between fences, each with the comments before it and the output that the page shows after it. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

export const ROOT = join(import.meta.dirname, "..", "..");

export type Block = {
  /** Language of the fence; empty without one. */
  readonly language: string;
  /** Line of the fence in the page, from 1. */
  readonly line: number;
  readonly text: string;
  /** Name of the file that the block is. */
  readonly file: string | undefined;
  /** Reason for which nothing runs it. */
  readonly notRun: string | undefined;
  /** Name of another test that runs it. */
  readonly runBy: string | undefined;
  /** A program that runs on beside the blocks after it prints its output at once, or by what they do. */
  readonly runsOn: "at once" | "later" | undefined;
  /** Commands that are run before it and that readers do not see. */
  readonly before: string | undefined;
  /** Block with the output of a shell block. */
  readonly output: Block | undefined;
};

export type Page = {
  /** Path in the repository. */
  readonly path: string;
  readonly text: string;
  /** Words of its line `<!-- blocks: … -->`. */
  readonly kind: string | undefined;
  readonly blocks: readonly Block[];
};

/** Documents that are made of code, or that tell of a day in the past. */
const LEFT_OUT = ["docs/decisions/**", "docs/openapi/**", "docs/asyncapi/**", "docs/.vitepress/**"];

/** Lists the paths of all pages. */
export const listPages = (): string[] =>
  ["README.md", ...globSync("docs/**/*.md", { cwd: ROOT, exclude: LEFT_OUT })].sort();

export const readPage = (path: string): Page => parsePage(path, readFileSync(join(ROOT, path), "utf8"));

const KIND = /^# .+\n+<!-- blocks: (.+?) -->$/m;
const FENCE =
  /^(?<indent> *)(?<fence>```+|~~~+)(?<language>[\w-]*)[^\n]*\n(?<text>(?:[^\n]*\n)*?)\k<indent>\k<fence> *$/gm;
const COMMENTS = /(?:<!--[^]*?-->\s*)+$/;
/** Text between a shell block and its output: one line of prose at most. */
const BETWEEN = /^\s*(?:[^\n`<#|][^\n]*\n\s*)?$/;

/** Reads the blocks of a page from its text. */
export function parsePage(path: string, text: string): Page {
  const found = [...text.matchAll(FENCE)];
  const ends = found.map((one) => one.index + one[0].length);
  const blocks = found.map((one, index) => blockOf(one, text.slice(ends[index - 1] ?? 0, one.index)));
  const withOutputs = blocks.map((block, index) => {
    const next = blocks[index + 1];
    const between = text.slice(ends[index], found[index + 1]?.index);
    return next !== undefined && isShell(block) && isOutput(next, between)
      ? { ...block, output: next }
      : block;
  });
  return { path, text, kind: KIND.exec(text)?.[1], blocks: withOutputs };
}

export const isShell = ({ language, file }: Block): boolean =>
  ["sh", "bash"].includes(language) && file === undefined;

const isOutput = ({ language }: Block, between: string): boolean =>
  language === "text" ? BETWEEN.test(between) : language === "json" && between.trim() === "";

function blockOf(found: RegExpExecArray, before: string): Block {
  const { indent = "", language = "", text = "" } = found.groups ?? {};
  const lines = text.split("\n").map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line));
  const inner = lines.join("\n");
  const [comments = ""] = COMMENTS.exec(before) ?? [];
  const said = (word: string): string | undefined =>
    new RegExp(`<!-- ?${word}:\\s*([^]*?)\\s*-->`).exec(comments)?.[1];
  return {
    language,
    line: found.input.slice(0, found.index).split("\n").length,
    text: inner,
    file: said("file") ?? fileNameOf(language, inner),
    notRun: said("not run"),
    runBy: said("run by"),
    runsOn: runsOnOf(comments),
    before: said("first"),
    output: undefined,
  };
}

function runsOnOf(comments: string): Block["runsOn"] {
  if (comments.includes("<!-- runs on -->")) return "at once";
  return comments.includes("<!-- runs on, prints later -->") ? "later" : undefined;
}

/** Comment line with a name: of any file, and in a shell block of a script. */
const NAMED = /^(?:#|\/\/|--) ((?:\.?[\w-][\w.-]*\/)*(?:[\w-]*\.[\w.-]+|Dockerfile))\n/;

function fileNameOf(language: string, text: string): string | undefined {
  const name = NAMED.exec(text)?.[1];
  return language === "sh" && name !== undefined && !name.endsWith(".sh") ? undefined : name;
}
