/** Exports of tables in every format, read back and beside the database; and what the command refuses. */
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import type { TestContext } from "node:test";
import { EXPORT_FORMATS } from "../../src/operate/export/export-request.ts";
import type { ExportFormat } from "../../src/operate/export/export-request.ts";
import {
  EXPORTED_NAMES,
  describeTable,
  getDecimals,
  isDecimal,
} from "../../src/operate/export/data-dictionary.ts";
import type { ColumnKind, ExportedName } from "../../src/operate/export/data-dictionary.ts";
import { TABLE_QUERIES, listKinds } from "../../src/operate/export/exported-tables.ts";
import type { QueriedName } from "../../src/operate/export/exported-tables.ts";
import { openDatabase } from "../../src/store/sql/database.ts";
import type { Sql } from "../../src/store/sql/database.ts";
import type { TestDatabase } from "../support/database.ts";
import { readRows } from "../support/exported-rows.ts";
import type { Row } from "../support/exported-rows.ts";
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

/** A value as it counts in the database: amounts in their units, times in milliseconds. */
function counted(kind: ColumnKind, value: unknown): unknown {
  if (value === "" || value === null) return null;
  if (isDecimal(kind)) return Math.round(Number(value) * 10 ** getDecimals(kind));
  if (kind === "time") return new Date(value as string | Date).getTime();
  if (kind === "integer") return Number(value);
  return kind === "flag" ? String(value) === "true" : value;
}

async function readBack(what: ExportedName, format: ExportFormat, file: string): Promise<readonly Row[]> {
  const kinds = listKinds(describeTable(what).columns);
  return (await readRows(readFileSync(file), format)).map((row) => {
    assert.deepEqual(
      Object.keys(row),
      kinds.map(([name]) => name),
    );
    return Object.fromEntries(kinds.map(([name, kind]) => [name, counted(kind, row[name])]));
  });
}

const sum = (rows: readonly Row[], name: string): number =>
  rows.reduce((all, row) => all + Number(row[name]), 0);

/**
 * The books at the ends of minutes in which orders came to rest, traded or ended, by the tables of orders and trades: each
 * resting order with what earlier fills left of it, in terms of outcome 0.
 */
const BOOKS = `
  with moved as (
    select market, placed_at as at from orders
    union select market, updated_at from orders where status = 'canceled' and kind in ('GTC', 'GTD')
    union select market, at from trades
  ), looks as (
    select distinct market, (at / 60000 + 1) * 60000 as time from moved
  ), resting as (
    select looks.market, looks.time, case outcome when 0 then limit_price else 10000 - limit_price end as price,
      case when (side = 'BUY') = (outcome = 0) then 'BUY' else 'SELL' end as side,
      orders.lots - coalesce((
        select sum(trades.lots) from trades
        where trades.at < looks.time and (trades.taker = orders.no or trades.maker = orders.no)
      ), 0) as lots
    from looks
    join orders on orders.market = looks.market and placed_at < looks.time and kind in ('GTC', 'GTD')
      and not (status = 'canceled' and updated_at < looks.time)
  ), levels as (
    select market, time, side, price, sum(lots)::bigint as shares,
      row_number() over (partition by market, time, side order by case side when 'BUY' then -price else price end) as level
    from resting where lots > 0 group by market, time, side, price
  )
  select time::float8 as time, condition_id, token_ids[1] as token_id, side, level::int as level, price::int as price, shares
  from looks join markets on markets.no = looks.market
  left join levels using (market, time)
  order by time, condition_id, side, level`;
const BOOK_SUMS = `select count(*) as rows, sum(level)::bigint as level, sum(price)::bigint as price, sum(shares)::bigint as shares from (${BOOKS}) as books`;

/** Rows of the database, and sums of theirs by the columns of an export. */
const moved = (...kinds: readonly string[]): string => `
  select count(*) as rows, coalesce(sum(collateral), 0)::bigint as collateral,
    coalesce(sum(first_lots), 0)::bigint as first_shares, coalesce(sum(second_lots), 0)::bigint as second_shares
  from operations where kind in (${kinds.map((kind) => `'${kind}'`).join(", ")})`;
const OWN: Readonly<Record<ExportedName, string>> = {
  markets: "select count(*) as rows, sum(volume)::bigint as volume from market_states",
  outcomes: "select 2 * count(*) as rows, count(*) as outcome_index from markets",
  accounts:
    "select count(*) as rows, sum(collateral)::bigint as collateral, sum(held)::bigint as held from accounts",
  deposits:
    "select count(*) as rows, sum(collateral)::bigint as amount from operations where kind in ('deposit', 'withdrawal', 'debit')",
  splits: moved("split", "merge", "conversion"),
  redemptions: moved("redemption"),
  reversals: moved("failed-settlement"),
  trades:
    "select count(*) as rows, sum(lots)::bigint as shares, sum(taker_fee)::bigint as taker_fee, sum(maker_fee)::bigint as maker_fee from trades",
  orders: "select count(*) as rows, sum(lots)::bigint as shares, sum(filled)::bigint as filled from orders",
  positions:
    "select count(*) as rows, sum(lots)::bigint as shares, sum(realized)::bigint as realized from positions where changed_at > 0",
  prices: "select 2 * count(*) as rows, count(*) * 100000 as midpoint from price_history",
  candles:
    "select 2 * count(distinct (market, at / 60000)) as rows, 2 * sum(lots)::bigint as volume, 2 * count(*) as trades from trades",
  journal: "select count(*) as rows, sum(seq)::bigint as batch from journal",
  books: BOOK_SUMS,
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

  it("has the columns of the dictionary, with a value in each that is never absent", async () => {
    for (const [what, query] of Object.entries(TABLE_QUERIES) as [
      QueriedName,
      (typeof TABLE_QUERIES)[QueriedName],
    ][]) {
      const rows = await sql.unsafe<Row[]>(query({ every: 60_000 }));
      const { columns } = describeTable(what);
      for (const [name, { absent }] of Object.entries(columns)) {
        assert.ok(
          rows.every((row) => row[name] !== undefined),
          `${what}.${name} is exported`,
        );
        if (absent === undefined)
          assert.ok(
            rows.every((row) => row[name] !== null),
            `${what}.${name}`,
          );
      }
    }
  });

  it("quotes text in CSV, and nothing else", async (test) => {
    const { stdout } = await exported(test, "outcomes");
    const [, line] = stdout.split("\r\n");
    assert.match(line!, /^"\d{1,78}","0x[0-9a-f]{64}",0,"[^"]+","[^"]+","[^"]+","[^"]+",/);
    const books = await exported(test, "books");
    const level = books.stdout.split("\r\n").find((text) => text.includes('"BUY"'));
    assert.match(level!, /^[^",]+Z,"0x[0-9a-f]{64}","\d{1,78}",\d+,"BUY",1,0\.\d+,\d+(\.\d+)?$/);
  });

  it("joins trades to markets and outcomes", async (test) => {
    const tables = await Promise.all(
      (["trades", "outcomes", "markets"] as const).map(async (what) => {
        const { stdout } = await exported(test, what, "--format", "ndjson");
        return readRows(Buffer.from(stdout), "ndjson");
      }),
    );
    const [trades = [], outcomes = [], markets = []] = tables;
    const byToken = new Map(outcomes.map((row) => [row["token_id"], row]));
    const byCondition = new Map(markets.map((row) => [row["condition_id"], row]));
    assert.ok(trades.length > 0);
    for (const trade of trades) {
      const outcome = byToken.get(trade["token_id"]);
      const market = byCondition.get(trade["condition_id"]);
      assert.ok(outcome !== undefined && market !== undefined);
      assert.deepEqual(
        [outcome["condition_id"], outcome["question"]],
        [trade["condition_id"], market["question"]],
      );
      assert.equal(
        outcome["outcome"],
        market[market["first_token_id"] === trade["token_id"] ? "first_outcome" : "second_outcome"],
      );
    }
  });

  it("has candles of both outcomes, whose prices sum to 1", async (test) => {
    const file = join(root, "both.ndjson");
    await exported(test, "candles", "--format", "ndjson", "--output", file);
    const rows = await readBack("candles", "ndjson", file);
    for (let index = 0; index < rows.length; index += 2) {
      const [first, second] = [rows[index]!, rows[index + 1]!];
      assert.deepEqual([first["time"], first["volume"]], [second["time"], second["volume"]]);
      for (const [own, other] of [
        ["open", "open"],
        ["high", "low"],
        ["low", "high"],
        ["close", "close"],
      ] as const)
        assert.equal(Number(first[own]) + Number(second[other]), 10_000);
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

  it("has the books that the orders and trades of the tables make up, level by level", async (test) => {
    const file = join(root, "levels.ndjson");
    await exported(test, "books", "--format", "ndjson", "--output", file);
    const written = (await readBack("books", "ndjson", file)).map(({ batch, ...row }) => {
      assert.ok(Number(batch) > 0);
      return row;
    });
    const made = await sql.unsafe<Row[]>(BOOKS);
    const inOrder = (rows: readonly Row[]): string[] => rows.map((row) => JSON.stringify(row)).sort();
    assert.deepEqual(inOrder(written), inOrder(made.map((row) => ({ ...row }))));
    assert.ok(written.some(({ side }) => side === null));
  });

  it("writes the books of one market by any of its ids, and the best levels alone", async (test) => {
    const [{ id, slug, condition, token }] = await sql<
      [Record<"id" | "slug" | "condition" | "token", string>]
    >`
      select id::text, slug, condition_id as condition, token_ids[2] as token from markets where no = 1`;
    const all = (await exported(test, "books")).stdout.split("\r\n");
    const own = all.filter((line) => line.includes(`,"${condition}",`));
    assert.ok(own.length > 10);
    for (const name of [id, slug, condition.toUpperCase().replace("0X", "0x"), token]) {
      const { stdout } = await exported(test, "books", "--market", name);
      assert.deepEqual(stdout.split("\r\n").slice(1, -1), own, name);
    }
    const best = await exported(test, "books", "--market", slug, "--levels", "1");
    const first = own.filter((line) => /,"(BUY|SELL)",1,/.test(line) || line.endsWith(",,,,"));
    assert.deepEqual(best.stdout.split("\r\n").slice(1, -1), first);
  });

  it("begins a span with every book as it stood, and ends before its end", async (test) => {
    const file = join(root, "span.csv");
    await exported(test, "books", "--output", file);
    const all = await readBack("books", "csv", file);
    const times = [...new Set(all.map(({ time }) => Number(time)))];
    const [from, until] = [times[times.length >> 1]!, times.at(-2)!];
    const bounds = [from - 1, until].map((time) => new Date(time).toISOString());
    await exported(test, "books", "--from", bounds[0]!, "--to", bounds[1]!, "--output", file);
    const span = await readBack("books", "csv", file);
    const latest = new Map<unknown, unknown>();
    for (const { time, condition_id } of all) if (Number(time) <= from) latest.set(condition_id, time);
    const stood = all.filter(({ time, condition_id }) => latest.get(condition_id) === time);
    const later = all.filter(({ time }) => Number(time) > from && Number(time) < until);
    const asText = (rows: readonly Row[]): string[] => rows.map((row) => JSON.stringify(row)).sort();
    assert.ok(later.length > 0 && stood.length > 0);
    assert.deepEqual(asText(span), asText([...stood.map((row) => ({ ...row, time: from })), ...later]));
    const past = new Date(times.at(-1)! + 1).toISOString();
    const { stdout } = await exported(test, "books", "--from", past);
    assert.equal(stdout.split("\r\n").length, 2);
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
    [["trades", "--every", "1h"], "--every: expected with candles and books only, got 1h with trades"],
    [["candles", "--levels", "3"], "--levels: expected with books only, got 3 with candles"],
    [
      ["accounts", "--from", "2026-05-01"],
      "--from: expected with deposits, splits, redemptions, reversals, trades, orders, positions, prices, candles, books and journal only, got 2026-05-01 with accounts",
    ],
    [["trades", "--tables", "orders"], "--tables: expected with all only, got it with trades"],
    [["trades", "--as-of", "0"], '--as-of: expected the number of a batch, from 1, got "0"'],
    [["books", "--levels", "0"], '--levels: expected a whole number from 1 to 10000, got "0"'],
    [
      ["books", "--market", "no-such"],
      'market: expected a slug, number, condition id or token id of a market, got "no-such"',
    ],
    [["candles", "--every", "2h"], '--every: expected one of 1m, 5m, 15m, 1h, 4h, 1d, got "2h"'],
    [
      ["trades", "--from", "yesterday"],
      '--from: expected a day or a time in UTC as 2026-05-01T12:00:00Z, got "yesterday"',
    ],
    [
      ["trades", "--to", "2026-02-29T12:00Z"],
      '--to: expected a day or a time in UTC as 2026-05-01T12:00:00Z, got "2026-02-29T12:00Z"',
    ],
    [
      ["trades", "--from", "2026-05-02", "--to", "2026-05-02"],
      '--to: expected a time after 2026-05-02, got "2026-05-02"',
    ],
  ];
  for (const [args, message] of REFUSED)
    it(`refuses ${args.join(" ")}`, async (test) => {
      const { code, stdout, stderr } = await exported(test, ...args);
      assert.deepEqual({ code, stdout, stderr }, { code: 1, stdout: "", stderr: `presage: ${message}\n` });
    });
});
