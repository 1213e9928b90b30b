/** Checks that docs/operating/market-lifecycle.md draws the steps of the core and shows its flags. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import type { MarketStatus } from "../../src/core/markets/catalog.ts";
import { computeFlagsAfter } from "../../src/core/markets/flags.ts";
import { PROPOSAL_STEPS, STATUS_STEPS } from "../../src/core/markets/lifecycle.ts";

const page = readFileSync(new URL("../../docs/operating/market-lifecycle.md", import.meta.url), "utf8");
const [, statusDrawing = "", proposalDrawing = ""] = page
  .split("```mermaid\nstateDiagram-v2\n")
  .map((part) => part.split("```")[0]!);

type Steps = Readonly<Record<string, { readonly from: readonly string[]; readonly to: string }>>;

/** Arrows as `from --> to : step`; steps that keep the status are left out. */
const arrowsOf = (steps: Steps): string[] =>
  Object.entries(steps)
    .flatMap(([step, { from, to }]) =>
      from.filter((state) => state !== to).map((state) => `${state} --> ${to} : ${step}`),
    )
    .sort();

const drawn = (drawing: string): string[] =>
  drawing
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.includes("[*]"))
    .sort();

/** The cells of the first table under a heading, without its header. */
const rowsUnder = (heading: string): string[][] =>
  /\n\| ?-.*\n((?:\|.*\n)+)/
    .exec(page.split(`\n## ${heading}\n`)[1]!)![1]!
    .trimEnd()
    .split("\n")
    .map((line) =>
      line
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim().replaceAll("`", "")),
    );

test("the drawing of statuses has the steps of the core, and no others", () => {
  assert.deepEqual(drawn(statusDrawing), arrowsOf(STATUS_STEPS));
});

test("the drawing of proposals has the steps of the core, and no others", () => {
  assert.deepEqual(drawn(proposalDrawing), arrowsOf(PROPOSAL_STEPS));
});

test("every drawing begins somewhere, and a market ends archived", () => {
  assert.match(statusDrawing, /\[\*\] --> draft\n/);
  assert.match(statusDrawing, /archived --> \[\*\]\n/);
  assert.match(proposalDrawing, /\[\*\] --> none\n/);
});

test("the table of steps has the statuses before and after", () => {
  const { "resolve-market": _resolve, "archive-market": _archive, ...proposals } = PROPOSAL_STEPS;
  const steps: Steps = { ...STATUS_STEPS, ...proposals };
  const rows = rowsUnder("Steps").map(([step, , , from, to]) => [step, from, to]);
  assert.deepEqual(
    rows.sort(),
    Object.entries(steps)
      .map(([step, { from, to }]) => [step, from.join(", "), to])
      .sort(),
  );
});

test("the table of flags agrees with the core", () => {
  const rows = rowsUnder("What each interface shows");
  const statuses = ["draft", "active", "paused", "resolved", "archived"] as const;
  assert.deepEqual(
    rows.map(([status]) => status),
    statuses,
  );
  for (const [index, status] of statuses.entries()) {
    const { active, closed, archived } = flagsOf(status);
    assert.deepEqual(rows[index]!.slice(1, 5), [
      String(active),
      String(closed),
      String(archived),
      status === "active" ? "yes" : "no",
    ]);
  }
});

/** Flags of a market that a step brought to this status. */
function flagsOf(status: MarketStatus) {
  const never = { active: false, closed: false, archived: false };
  return computeFlagsAfter(never, status === "draft" ? "active" : "draft", status);
}
