/**
 * `node tests/docs/list-word-faults.ts [PATTERN...]` lists the doc comments that are not in plain words, in the files
 * that match the patterns, or in all.
 */
import { globSync, readFileSync } from "node:fs";
import { SOURCES } from "./sources.ts";
import { listWordFaults } from "./plain-words.ts";

const patterns = process.argv.slice(2);
const files = globSync(patterns.length === 0 ? SOURCES : patterns, { exclude: ["**/generated/**"] });
for (const file of files.sort()) {
  for (const { line, fault, text } of listWordFaults(readFileSync(file, "utf8"))) {
    console.log(`${file}:${line} ${fault}: ${text}`);
  }
}
