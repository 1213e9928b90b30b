/** Results of the suite of clients in docs/reference/compatibility.md, when some clients of it did not run. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { mergeResults } from "../clients/results.ts";
import type { Results } from "../clients/results.ts";

const NAMES = ["quick", "compiled"];

const resultsOf = (name: string, works: readonly string[]): Results => ({
  suite: {
    name,
    version: "1.0.0",
    language: "Rust",
    dialect: "kuest",
    versions: ["v1"],
    uncalled: {},
    install: () => Promise.reject(new Error("not installed here")),
    open: () => Promise.reject(new Error("not opened here")),
  },
  works,
  refused: new Map([["not supported", ["quote"]]]),
  uncalled: new Map(),
});

const BOTH = mergeResults("", [resultsOf("compiled", ["book"]), resultsOf("quick", ["trade"])], NAMES);

test("clients stand in the order of the suite", () => {
  assert.match(BOTH, /\| quick \|[^]*\| compiled \|[^]*#### quick 1\.0\.0[^]*#### compiled 1\.0\.0/);
});

test("a client that did not run keeps its row and its methods, and one that ran has its new ones", () => {
  const again = mergeResults(BOTH, [resultsOf("quick", ["trade", "cancel"])], NAMES);
  assert.match(again, /\| quick \| 1\.0\.0 \| Rust \| kuest \| v1 \| 2 \| 1 \| 0 \|/);
  assert.match(
    again,
    /#### quick 1\.0\.0\n\n- The exchange refuses these methods with "not supported": `quote`\.\n/,
  );
  const [row, section] = [/^\| compiled .*$/m, /#### compiled[^]*$/].map((part) => part.exec(BOTH)![0]);
  assert.ok(again.includes(row!) && again.endsWith(section!));
  assert.equal(mergeResults(again, [], NAMES), again);
});

test("a client that the suite has no more is left out", () => {
  assert.doesNotMatch(mergeResults(BOTH, [], ["quick"]), /compiled/);
});
