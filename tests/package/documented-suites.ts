/** The files of docs/start/testing.md, as they stand there. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const PAGE = new URL("../../docs/start/testing.md", import.meta.url);

export type DocumentedFile = { readonly name: string; readonly text: string };

/** Lists the blocks that begin with the name of their file. */
export const listDocumentedFiles = (): DocumentedFile[] =>
  [...readFileSync(PAGE, "utf8").matchAll(/^```\w+\n(?:\/\/|#) (\S+\.\w+)\n([^]*?)^```$/gm)].map(
    ([, name = "", text = ""]) => ({ name, text }),
  );

/** Writes those files whose names match. */
export function writeDocumentedFiles(folder: string, names: RegExp): void {
  for (const { name, text } of listDocumentedFiles().filter((file) => names.test(file.name))) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
}

const PATTERNS = {
  /** Lines of shells. */
  shell: /(?<=^```sh\n)[^]*?(?=\n```$)/gm,
  /** Steps of the workflow. */
  workflow: /(?<=^ +- run: ).+$/gm,
  /** The command of the fixture. */
  fixture: /(?<=^COMMAND = ").+(?="$)/gm,
};

/** Lists the commands that the page has in such a place. */
export const listDocumentedCommands = (place: keyof typeof PATTERNS): string[] =>
  [...readFileSync(PAGE, "utf8").matchAll(PATTERNS[place])].flatMap(([text]) => text.split("\n"));
