/** Tests of the portfolio: CSV files for spreadsheets, and positions by event. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Position } from "../../web/src/api/generated/data.ts";
import { exportAuditLog } from "../../web/src/admin/listing/export-csv.ts";
import { formatCsv } from "../../web/src/base/csv.ts";
import { groupByEvent } from "../../web/src/account/portfolio/position-groups.ts";
import { createRandom } from "../support/random.ts";
/** Parses CSV by RFC 4180. */
function readCsv(text: string): readonly (readonly string[])[] {
  const rows: string[][] = [];
  const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/y;
  const row: string[] = [];
  while (field.lastIndex < text.length) {
    const at = field.lastIndex;
    const [, quoted, plain = "", end] = field.exec(text) ?? assert.fail(`no field at ${at} of ${text}`);
    row.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === "\r\n") rows.push(row.splice(0));
  }
  assert.deepEqual(row, []);
  return rows;
}

const FORMULA = /^[=+\-@\t\r\n]/;
const NUMBER = /^-?\d+(\.\d+)?$/;

test("a table is read back unchanged, except for cells that a spreadsheet would run as formulas", () => {
  const random = createRandom(41);
  const drawField = (): string =>
    Array.from({ length: random.below(6) }, () => random.pick([..."=+-@\t\r\n\",;'.a19 ç"])).join("");
  for (let round = 0; round < 500; round += 1) {
    const width = random.between(1, 5);
    const drawRow = (): string[] => Array.from({ length: width }, drawField);
    const table = Array.from({ length: random.between(1, 6) }, drawRow);
    const [header = [], ...rows] = table;
    const read = readCsv(formatCsv({ header, rows }));
    assert.equal(read.length, table.length);
    for (const [line, fields] of table.entries())
      for (const [index, field] of fields.entries()) {
        const got = read[line]?.[index];
        assert.ok(
          got === field || (got === `'${field}` && FORMULA.test(field)),
          JSON.stringify({ field, got }),
        );
        assert.ok(!FORMULA.test(String(got)) || /^-[\d.]+$/.test(String(got)), JSON.stringify(got));
      }
    assert.ok(read.every((fields) => fields.length === width));
  }
});

test("numbers stay numbers, including negative ones", () => {
  const numbers = [0, -1, 12.5, "-0.000001", "-12", "1234567.89"];
  const [, read = []] = readCsv(formatCsv({ header: ["n"], rows: [numbers] }));
  assert.deepEqual(read, numbers.map(String));
  assert.ok(read.every((field) => NUMBER.test(field)));
});

test("formulas become texts", () => {
  const formulas = [
    "=1+1",
    "+1",
    "@SUM(A1)",
    "-1+1",
    "-cmd|' /C calc'!A0",
    "\t=1",
    "\r=1",
    '=HYPERLINK("x","y")',
    "-1.2.3",
    "--1",
    "\n=1",
  ];
  const [, read = []] = readCsv(formatCsv({ header: ["n"], rows: [formulas] }));
  assert.deepEqual(
    read,
    formulas.map((formula) => `'${formula}`),
  );
});

test("a cell is quoted if a spreadsheet would split it or run it as a formula", () => {
  const cells = ["plain", "a;=1+1", "a,b", "a\tb", '"', "=1", -1.5];
  const quoted = ["plain", '"a;=1+1"', '"a,b"', '"a\tb"', '""""', `"'=1"`, "-1.5"];
  assert.equal(formatCsv({ header: ["h"], rows: [cells] }), `h\r\n${quoted.join(",")}\r\n`);
});

test("the export of the audit log follows the same rules", async () => {
  const entry = { sequence: 7, time: "t", operator: "olga", action: "credit", subject: "=1", reason: "a;b" };
  const pages = [
    { data: [{ ...entry, details: { amount: "-5" } }], next: "7" },
    { data: [], next: null },
  ];
  const requests: unknown[] = [];
  const { csv, whole } = await exportAuditLog(
    (async (_route: string, request: unknown) => {
      requests.push(request);
      return pages[requests.length - 1];
    }) as never,
    {},
  );
  assert.deepEqual([whole, requests.length], [true, 2]);
  assert.equal(
    formatCsv(csv),
    `sequence,time,operator,action,subject,reason,details\r\n7,t,olga,credit,"'=1","a;b","{""amount"":""-5""}"\r\n`,
  );
});

const positionIn = (eventSlug: string, conditionId: string, currentValue: number, cashPnl: number) =>
  ({ eventSlug, conditionId, currentValue, cashPnl }) as Position;

test("positions of an event stand together where the first of them stands, with their sums", () => {
  const groups = groupByEvent([
    positionIn("a", "1", 10, 2.5),
    positionIn("b", "2", 8, -1),
    positionIn("a", "3", 5.25, -0.75),
    positionIn("", "4", 3, 0),
    positionIn("", "5", 2, 0),
  ]);
  assert.deepEqual(
    groups.map(({ slug, positions, value, profit }) => [
      slug,
      positions.map(({ conditionId }) => conditionId),
      value,
      profit,
    ]),
    [
      ["a", ["1", "3"], 15_250_000, 1_750_000],
      ["b", ["2"], 8_000_000, -1_000_000],
      ["", ["4"], 3_000_000, 0],
      ["", ["5"], 2_000_000, 0],
    ],
  );
  // Each shows $3.33 and −$0.33, and the sum is that of what is shown.
  const [thirds] = groupByEvent(["1", "2", "3"].map((id) => positionIn("c", id, 10 / 3, -1 / 3)));
  assert.deepEqual([thirds?.value, thirds?.profit], [9_990_000, -990_000]);
});
