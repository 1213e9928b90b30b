/** The tables of docs/reference/compatibility.md. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

const PAGE = readFileSync(new URL("../../docs/reference/compatibility.md", import.meta.url), "utf8");

/** Cells of the rows under a heading, which is given with its marks: "## Other clients". */
export function rowsUnder(heading: string): string[][] {
  const section = PAGE.split(`\n${heading}\n`)[1];
  assert.ok(section !== undefined, `docs/reference/compatibility.md has no heading "${heading}"`);
  const lines = section.split(/\n#/)[0]!.split("\n");
  return lines
    .filter((line) => line.startsWith("| `"))
    .map((line) =>
      line
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
}
