/** Exports of tables in every format, read back and beside the database; and what the command refuses. */
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import type { TestContext } from "node:test";
import { parquetReadObjects } from "hyparquet";
import { EXPORT_FORMATS } from "../../src/store/export/export-table.ts";
import type { ExportFormat } from "../../src/store/export/export-table.ts";
import {
  EXPORTED_NAMES,
  EXPORTED_TABLES,
  isDecimal,
  PLACES,
} from "../../src/store/export/exported-tables.ts";
import type { ColumnKind, ExportedName } from "../../src/store/export/exported-tables.ts";
import { openDatabase } from "../../src/store/sql/database.ts";
import type { Sql } from "../../src/store/sql/database.ts";
import type { TestDatabase } from "../support/database.ts";
import { createHistory } from "../support/history.ts";
import { runPresage } from "../support/presage.ts";
import type { Finished } from "../support/presage.ts";

const root = mkdtempSync(join(tmpdir(), "presage-export-table-"));

let history: TestDatabase;
let sql: Sql;

before(async () => {
  history = await createHistory();
  sql = openDatabase(history.url, { maxConnections: 1 });
});
after(async () => {
  await sql?.end();
  await history?.close();
  rmSync(root, { recursive: true });
});

const exported = (test: TestContext, ...args: readonly string[]): Promise<Finished> =>
  runPresage(test, ["export", ...args, "--data-dir", join(root, "data")], { DATABASE_URL: history.url });

type Row = Readonly<Record<string, unknown>>;

/** Fields of CSV after RFC 4180, line by line. */
function linesOf(csv: string): string[][] {
  const lines: string[][] = [];
  let line: string[] = [];
  for (const [, quoted, plain = "", end] of csv.matchAll(/(?:"((?:[^"]|"")*)"|([^,\r]*))(,|\r\n)/g)) {
    line.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === ",") continue;
    lines.push(line);
    line = [];
  }
  return lines;
}

/** A value as it counts in the database: amounts in their units, times in milliseconds. */
function counted(kind: ColumnKind, value: unknown): unknown {
  if (value === "" || value === null) return null;
  if (isDecimal(kind)) return Math.round(Number(value) * 10 ** PLACES[kind]);
  if (kind === "time") return new Date(value as string | Date).getTime();
  if (kind === "integer") return Number(value);
  return kind === "flag" ? String(value) === "true" : value;
}

async function readRaw(file: string, format: ExportFormat): Promise<readonly Row[]> {
  const bytes = readFileSync(file);
  if (format === "parquet") {
    const { buffer } = new Uint8Array(bytes);
    return parquetReadObjects({ file: buffer });
  }
  if (format === "ndjson") {
    const lines = bytes.toString().split("\n");
    assert.equal(lines.pop(), "");
    return lines.map((line): Row => JSON.parse(line));
  }
  const [names = [], ...lines] = linesOf(bytes.toString());
  return lines.map((line) => Object.fromEntries(names.map((name, index) => [name, line[index]])));
}

async function readBack(what: ExportedName, format: ExportFormat, file: string): Promise<readonly Row[]> {
  const kinds = Object.entries<ColumnKind>(EXPORTED_TABLES[what].columns);
  return (await readRaw(file, format)).map((row) => {
    assert.deepEqual(
      Object.keys(row),
      kinds.map(([name]) => name),
    );
    return Object.fromEntries(kinds.map(([name, kind]) => [name, counted(kind, row[name])]));
  });
}

const sum = (rows: readonly Row[], name: string): number =>
  rows.reduce((all, row) => all + Number(row[name]), 0);

/** Rows of the database, and sums of theirs by the columns of an export. */
const OWN: Readonly<Record<ExportedName, string>> = {
  trades:
    "select count(*) as rows, sum(lots)::bigint as shares, sum(taker_fee)::bigint as taker_fee, sum(maker_fee)::bigint as maker_fee from trades",
  orders: "select count(*) as rows, sum(lots)::bigint as shares, sum(filled)::bigint as filled from orders",
  positions:
    "select count(*) as rows, sum(lots)::bigint as shares, sum(realized)::bigint as realized from positions",
  prices: "select count(*) as rows, sum(midpoint * 5)::bigint as midpoint from price_history",
  candles:
    "select count(distinct (market, at / 60000)) as rows, sum(lots)::bigint as volume, count(*) as trades from trades",
  journal: "select count(*) as rows, sum(seq)::bigint as batch from journal",
};

describe("presage export", () => {
  for (const what of EXPORTED_NAMES)
    it(`writes ${what} alike in every format, as many rows and as much as the exchange has`, async (test) => {
      const [{ rows: count, ...sums }] = await sql.unsafe<[{ rows: number; [name: string]: number }]>(
        OWN[what],
      );
      assert.ok(count > 1);
      let first: readonly Row[] | undefined;
      for (const format of EXPORT_FORMATS) {
        const file = join(root, `${what}.${format}`);
        const { code, stdout, stderr } = await exported(test, what, "--format", format, "--output", file);
        assert.deepEqual({ code, stderr }, { code: 0, stderr: "" });
        const [, said, bytes] = / has (\d+) \w+ as of batch \d+ \((\d+) bytes\)\.\n$/.exec(stdout) ?? [];
        assert.deepEqual([Number(said), Number(bytes)], [count, readFileSync(file).length], stdout);
        const rows = await readBack(what, format, file);
        assert.equal(rows.length, count);
        for (const [name, value] of Object.entries(sums)) assert.equal(sum(rows, name), value, name);
        first ??= rows;
        assert.deepEqual(rows, first);
      }
    });

  it("has the volume of the markets in the collateral of their trades", async (test) => {
    const file = join(root, "volumes.csv");
    await exported(test, "trades", "--output", file);
    const [{ volume }] = await sql<
      [{ volume: number }]
    >`select sum(volume)::bigint as volume from market_states`;
    assert.equal(sum(await readBack("trades", "csv", file), "collateral"), volume);
  });

  it("writes the rows of a span, and prints them where no file is named", async (test) => {
    const [{ at, rows }] = await sql<[{ at: number; rows: number }]>`
      select max(at) as at, (select count(*) from trades where at < (select max(at) from trades)) as rows from trades`;
    const time = new Date(at).toISOString();
    const earlier = await exported(test, "trades", "--to", time, "--json");
    assert.equal(earlier.stdout.split("\r\n").length - 2, rows);
    const { what, format, file, rows: told } = JSON.parse(earlier.stderr);
    assert.deepEqual({ what, format, file, told }, { what: "trades", format: "csv", file: "-", told: rows });
    const later = await exported(test, "trades", "--from", time, "--format", "ndjson");
    const [{ all }] = await sql<[{ all: number }]>`select count(*) as all from trades`;
    assert.equal(later.stdout.split("\n").length - 1, all - rows);
  });

  const REFUSED: readonly (readonly [args: readonly string[], message: string])[] = [
    [["trades", "a.csv"], 'export trades takes no operands, got "a.csv": name the file with --output FILE'],
    [
      ["trades", "--format", "cvs"],
      '--format: expected one of csv, ndjson, parquet, got "cvs" (did you mean csv?)',
    ],
    [["trades", "--every", "1h"], "--every is the length of candles; export trades has none"],
    [["candles", "--every", "2h"], '--every: expected one of 1m, 5m, 15m, 1h, 4h, 1d, got "2h"'],
    [
      ["trades", "--from", "yesterday"],
      '--from: expected a day or a time in UTC as 2026-05-01T12:00:00Z, got "yesterday"',
    ],
    [
      ["trades", "--from", "2026-05-02", "--to", "2026-05-02"],
      "--to: expected a time after --from, got 2026-05-02",
    ],
  ];
  for (const [args, message] of REFUSED)
    it(`refuses ${args.join(" ")}`, async (test) => {
      const { code, stdout, stderr } = await exported(test, ...args);
      assert.deepEqual({ code, stdout, stderr }, { code: 1, stdout: "", stderr: `presage: ${message}\n` });
    });
});
