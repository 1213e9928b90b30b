/** `presage export all`: tables of one batch that agree with each other, also as of each earlier batch; and its manifest. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import type { TestContext } from "node:test";
import {
  EXPORTED_NAMES,
  describeForPrograms,
  describeTable,
  getDecimals,
  isDecimal,
} from "../../src/operate/export/data-dictionary.ts";
import type { ExportedName } from "../../src/operate/export/data-dictionary.ts";
import { FEE_ACCOUNT } from "../../src/core/ledger/fees.ts";
import { EXPORT_FORMATS } from "../../src/operate/export/export-request.ts";
import { openDatabase } from "../../src/store/sql/database.ts";
import type { Sql } from "../../src/store/sql/database.ts";
import type { TestDatabase } from "../support/database.ts";
import { readRows } from "../support/exported-rows.ts";
import type { Row } from "../support/exported-rows.ts";
import { createHistory } from "../support/history.ts";
import { runPresage } from "../support/presage.ts";
import type { Finished } from "../support/presage.ts";

const root = mkdtempSync(join(tmpdir(), "presage-export-all-"));

let history: TestDatabase;
let sql: Sql;
let last: number;

before(async () => {
  history = await createHistory();
  sql = openDatabase(history.url, { maxConnections: 1 });
  [{ last }] = await sql<[{ last: number }]>`select max(seq) as last from journal`;
});
after(async () => {
  await sql?.end();
  await history?.close();
  rmSync(root, { recursive: true });
});

const exported = (test: TestContext, ...args: readonly string[]): Promise<Finished> =>
  runPresage(test, ["export", ...args, "--data-dir", join(root, "data")], { DATABASE_URL: history.url });

let count = 0;

/** Exports all tables, and returns the directory. */
async function exportAll(test: TestContext, ...args: readonly string[]): Promise<string> {
  count += 1;
  const directory = join(root, `all-${count}`);
  const { code, stderr } = await exported(test, "all", "--output", directory, ...args);
  assert.deepEqual({ code, stderr }, { code: 0, stderr: "" });
  return directory;
}

type Tables = Readonly<Record<ExportedName, readonly Row[]>>;

/** Reads tables of NDJSON, with amounts in their smallest unit. */
async function readAll(directory: string): Promise<Tables> {
  const tables = EXPORTED_NAMES.map(async (name) => {
    const rows = await readRows(readFileSync(join(directory, `${name}.ndjson`)), "ndjson");
    const { columns } = describeTable(name);
    const read = (of: string, value: unknown): unknown => {
      const kind = columns[of]!.kind;
      return isDecimal(kind) && value !== null ? Math.round(Number(value) * 10 ** getDecimals(kind)) : value;
    };
    return [
      name,
      rows.map((row) => Object.fromEntries(Object.entries(row).map(([of, value]) => [of, read(of, value)]))),
    ];
  });
  return Object.fromEntries(await Promise.all(tables));
}

const ONE = 10_000;

/** Balances and shares that the movements of the tables make up, as an analyst would sum them. */
function sumMovements(tables: Tables): {
  readonly money: Map<string, number>;
  readonly shares: Map<string, number>;
} {
  const money = new Map<string, number>();
  const shares = new Map<string, number>();
  const add = (sums: Map<string, number>, key: string, amount: unknown): void =>
    void sums.set(key, (sums.get(key) ?? 0) + Number(amount));
  const tokens = new Map(
    tables.markets.map((row) => [row["condition_id"], [row["first_token_id"], row["second_token_id"]]]),
  );
  for (const { wallet, amount } of tables.deposits) add(money, String(wallet), amount);
  for (const row of [...tables.splits, ...tables.redemptions, ...tables.reversals]) {
    add(money, String(row["wallet"]), row["collateral"]);
    const [first, second] = tokens.get(row["condition_id"])!;
    add(shares, `${row["wallet"]} ${first}`, row["first_shares"]);
    add(shares, `${row["wallet"]} ${second}`, row["second_shares"]);
  }
  for (const row of tables.trades) {
    const price = Number(row["price"]);
    const parties = [
      { wallet: row["taker"], token: row["token_id"], side: row["side"], fee: row["taker_fee"], price },
      {
        wallet: row["maker"],
        token: row["maker_token_id"],
        side: row["maker_side"],
        fee: row["maker_fee"],
        price: row["maker_token_id"] === row["token_id"] ? price : ONE - price,
      },
    ];
    for (const { wallet, token, side, fee, price: own } of parties) {
      const sign = side === "BUY" ? 1 : -1;
      add(shares, `${wallet} ${token}`, sign * Number(row["shares"]));
      add(money, String(wallet), -sign * Number(row["shares"]) * own - Number(fee));
      add(money, FEE_ACCOUNT, fee);
    }
  }
  return { money, shares };
}

/** Compares balances and positions with the sums of all movements. */
function assertAddsUp(tables: Tables): void {
  const { money, shares } = sumMovements(tables);
  for (const { wallet, collateral } of tables.accounts)
    assert.equal(collateral, money.get(String(wallet)) ?? 0, `collateral of ${wallet}`);
  const held = new Map(tables.positions.map((row) => [`${row["wallet"]} ${row["token_id"]}`, row["shares"]]));
  for (const [key, amount] of shares) assert.equal(held.get(key) ?? 0, amount, `shares of ${key}`);
  for (const [key, amount] of held) assert.equal(amount, shares.get(key) ?? 0, `shares of ${key}`);
}

/** Tables to which each batch only adds rows, with the column of the batch. */
const LOGS = ["trades", "deposits", "splits", "redemptions", "reversals", "journal"] as const;

describe("presage export all", () => {
  for (const format of EXPORT_FORMATS)
    it(`writes ${format} of every table, and a manifest that describes the files`, async (test) => {
      const directory = await exportAll(test, "--format", format);
      const manifest = JSON.parse(readFileSync(join(directory, "manifest.json"), "utf8"));
      const [batch] = await sql<[{ seq: number; at: number; hash: Buffer }]>`
        select seq, at, hash from journal where seq = ${last}`;
      assert.deepEqual(
        [
          manifest.batch,
          manifest.time,
          manifest.hash,
          manifest.format,
          manifest.every,
          manifest.schemaVersion,
        ],
        [batch.seq, new Date(batch.at).toISOString(), `0x${batch.hash.toString("hex")}`, format, "1m", 1],
      );
      assert.deepEqual(Object.keys(manifest.tables), EXPORTED_NAMES);
      assert.deepEqual(
        readdirSync(directory).sort(),
        [...EXPORTED_NAMES.map((name) => `${name}.${format}`), "manifest.json"].sort(),
      );
      for (const name of EXPORTED_NAMES) {
        const { file, rows, bytes, sha256, ...described } = manifest.tables[name];
        const content = readFileSync(join(directory, file));
        assert.deepEqual(
          [file, bytes, sha256],
          [`${name}.${format}`, content.length, createHash("sha256").update(content).digest("hex")],
        );
        assert.deepEqual(described, JSON.parse(JSON.stringify(describeForPrograms(name))));
        const read = await readRows(content, format);
        assert.equal(read.length, rows, name);
        for (const row of read.slice(0, 1))
          assert.deepEqual(
            Object.keys(row),
            described.columns.map((one: { name: string }) => one.name),
          );
      }
    });

  it("writes an earlier batch as the exchange was then: balances, shares and logs agree", async (test) => {
    const now = await readAll(await exportAll(test, "--format", "ndjson"));
    assertAddsUp(now);
    for (const batch of [1, Math.floor(last / 3), Math.floor((2 * last) / 3), last - 1]) {
      const then = await readAll(await exportAll(test, "--format", "ndjson", "--as-of", String(batch)));
      assertAddsUp(then);
      for (const name of LOGS) {
        const until = now[name].filter((row) => Number(row["batch"]) <= batch);
        assert.deepEqual(then[name], until, `${name} as of ${batch}`);
      }
      const [{ at }] = await sql<[{ at: number }]>`select at from journal where seq = ${batch}`;
      const time = new Date(at).toISOString();
      for (const row of then.orders) assert.ok(String(row["updated_at"]) <= time);
      assert.equal(
        then.orders.length,
        now.orders.filter((row) => Number(row["number"]) <= then.orders.length).length,
      );
      for (const row of then.markets)
        assert.equal(row["resolved_at"] === null, row["first_payout"] === null, String(row["slug"]));
    }
  });

  it("replays the journal into the tables that the exchange has", async (test) => {
    const now = await exportAll(test, "--as-of", String(last));
    // Tables that claim to stand at an earlier batch make the same batch one to replay.
    const [{ hash }] = await sql<[{ hash: Buffer }]>`select hash from journal where seq = ${last - 1}`;
    const [stated] = await sql<[{ hash: Buffer }]>`select hash from read_tables`;
    await sql`update read_tables set seq = ${last - 1}, hash = ${hash}`;
    try {
      const replayed = await exportAll(test, "--as-of", String(last));
      for (const name of readdirSync(now))
        assert.equal(readFileSync(join(replayed, name), "utf8"), readFileSync(join(now, name), "utf8"), name);
    } finally {
      await sql`update read_tables set seq = ${last}, hash = ${stated.hash}`;
    }
  });

  it("says of a settlement whether it had failed by the batch", async (test) => {
    const [failure] = await sql<[{ seq: number; at: number; events: string }]>`
      select seq, at, events from journal where events like '%"settlement-failed"%' order by seq limit 1`;
    const event = JSON.parse(failure.events).find(
      ({ type }: { type: string }) => type === "settlement-failed",
    );
    const first: number = event.undone[0][0];
    await sql`
      insert into failing_settlements (first, last, command, due, ended_at, outcome)
      values (${first}, ${first}, '{}', ${failure.at}, ${failure.at + 5}, 'failed')`;
    try {
      for (const [batch, status] of [
        [failure.seq - 1, "MATCHED"],
        [failure.seq, "FAILED"],
        [last, "FAILED"],
      ] as const) {
        const args = ["trades", "--format", "ndjson", "--as-of", String(batch)];
        const rows = await readRows(Buffer.from((await exported(test, ...args)).stdout), "ndjson");
        assert.equal(rows.find(({ number }) => number === first)?.["status"], status, `as of ${batch}`);
      }
    } finally {
      await sql`delete from failing_settlements`;
    }
  });

  it("writes one table as of an earlier batch", async (test) => {
    const batch = Math.floor(last / 2);
    const { stdout, stderr } = await exported(
      test,
      "trades",
      "--format",
      "ndjson",
      "--as-of",
      String(batch),
      "--json",
    );
    const [{ rows }] = await sql<
      [{ rows: number }]
    >`select count(*) as rows from trades where batch <= ${batch}`;
    assert.equal((await readRows(Buffer.from(stdout), "ndjson")).length, rows);
    assert.equal(JSON.parse(stderr).batch, batch);
    const journal = await exported(test, "journal", "--format", "ndjson", "--as-of", String(batch));
    assert.equal((await readRows(Buffer.from(journal.stdout), "ndjson")).length, batch);
  });

  it("writes the chosen tables into an empty directory", async (test) => {
    const directory = join(root, "chosen");
    mkdirSync(directory);
    const { stdout } = await exported(
      test,
      "all",
      "--output",
      directory,
      "--tables",
      "trades, markets",
      "--json",
    );
    const { what, tables, batch } = JSON.parse(stdout);
    assert.deepEqual({ what, tables, batch }, { what: "all", tables: 2, batch: last });
    assert.deepEqual(readdirSync(directory).sort(), ["manifest.json", "markets.csv", "trades.csv"]);
  });

  it("leaves nothing of an export that fails", async (test) => {
    const directory = join(root, "failed");
    const { code, stderr } = await exported(test, "all", "--output", directory, "--market", "no-such");
    assert.deepEqual([code, existsSync(directory)], [1, false]);
    assert.match(
      stderr,
      /market: expected a slug, number, condition id or token id of a market, got "no-such"/,
    );
  });

  it("refuses a batch after the end", async (test) => {
    const directory = join(root, "beyond");
    const refused = `presage: --as-of: expected a batch from 1 to ${last}, the last of the journal, got ${last + 1}\n`;
    for (const args of [["all", "--output", directory], ["trades"], ["books"]]) {
      const { code, stdout, stderr } = await exported(test, ...args, "--as-of", String(last + 1));
      assert.deepEqual({ code, stdout, stderr }, { code: 1, stdout: "", stderr: refused });
    }
    assert.equal(existsSync(directory), false);
  });

  it("refuses a directory with files, and what it does not take", async (test) => {
    const full = join(root, "full");
    mkdirSync(full);
    writeFileSync(join(full, "own.txt"), "");
    const REFUSED: readonly (readonly [args: readonly string[], message: string])[] = [
      [["--output", full], `--output: expected a new or an empty directory, got ${full}, which has own.txt`],
      [
        ["--output", join(full, "own.txt")],
        `--output: expected a directory for the tables, got the file ${join(full, "own.txt")}`,
      ],
      [[], "--output: expected a directory for the tables, got none"],
      [["--output", "-"], "--output: expected a directory for the tables, got -"],
      [["x"], 'export all takes no operands, got "x": name the directory with --output DIRECTORY'],
      [["--from", "2026-05-01"], "--from: expected with one table, got it with all: its tables are whole"],
      [["--as-of", "x1"], '--as-of: expected the number of a batch, from 1, got "x1"'],
      [
        ["--tables", "trade"],
        `--tables: expected some of ${EXPORTED_NAMES.join(", ")}, separated by commas, got "trade" (did you mean trades?)`,
      ],
    ];
    for (const [args, message] of REFUSED) {
      const { code, stdout, stderr } = await exported(test, "all", ...args);
      assert.deepEqual({ code, stdout, stderr }, { code: 1, stdout: "", stderr: `presage: ${message}\n` });
    }
  });

  it("writes the dictionary without an exchange", async (test) => {
    const { code, stdout } = await runPresage(test, [
      "export",
      "dictionary",
      "--data-dir",
      join(root, "none"),
    ]);
    const dictionary = JSON.parse(stdout);
    assert.equal(code, 0);
    assert.deepEqual(Object.keys(dictionary.tables), EXPORTED_NAMES);
    assert.equal(dictionary.tables.trades.duckdb.token_id, "VARCHAR");
    assert.equal(dictionary.tables.trades.pandas.token_id, "string");
    const refused = await runPresage(test, ["export", "dictionary", "--format", "csv"]);
    assert.equal(refused.stderr, "presage: export dictionary takes no --format; see presage export --help\n");
  });
});
