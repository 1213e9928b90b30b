/** docs/rejections.md says of every rejection what the exchange does: same codes, order, meanings, statuses, texts. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { REJECTIONS } from "../../src/core/rejection.ts";
import { REFUSALS } from "../../src/http/trading/refusal.ts";

const page = readFileSync(new URL("../../docs/rejections.md", import.meta.url), "utf8");
const rows = page
  .split("\n")
  .filter((line) => line.startsWith("| `"))
  .map((line) =>
    line
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => cell.trim().replaceAll("\\|", "|")),
  );
const codes = Object.keys(REJECTIONS) as (keyof typeof REJECTIONS)[];
const quoted = (text: string): string => `\`${text}\``;

test("one row per code, in the same order, none missing and none left over", () => {
  assert.deepEqual(
    rows.map(([code]) => code),
    codes.map(quoted),
  );
});

test("the table of texts has the same order", () => {
  assert.deepEqual(Object.keys(REFUSALS), codes);
});

for (const [index, code] of codes.entries()) {
  test(`${code}: meaning, status and the text of each dialect, and something to do about it`, () => {
    const [, meaning, status, spec, polymarket, kuest, todo = "", hint = "", ...rest] = rows[index] ?? [];
    const { error, ...row } = REFUSALS[code];
    assert.deepEqual(
      [meaning, status, spec, polymarket, kuest],
      [
        REJECTIONS[code],
        String(row.status),
        quoted(error),
        quoted(row.polymarket ?? error),
        quoted(row.kuest ?? error),
      ],
    );
    assert.match(todo, /^[A-Z].{8,}\.$/);
    assert.ok(hint.length > 8);
    assert.deepEqual(rest, []);
  });
}
