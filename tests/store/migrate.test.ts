import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, afterEach, before, beforeEach, describe, it } from "node:test";
import { type Sql, openDatabase } from "../../src/store/sql/database.ts";
import { migrate } from "../../src/store/sql/schema/migrate.ts";
import { type TestDatabase, createTestDatabase } from "../support/database.ts";

let database: TestDatabase;
let sql: Sql;
let folder = "";

before(async () => {
  database = await createTestDatabase();
  sql = openDatabase(database.url);
});

after(async () => {
  await sql.end();
  await database.close();
});

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "presage-migrations-"));
  await sql`drop schema public cascade`;
  await sql`create schema public`;
});

afterEach(() => rmSync(folder, { recursive: true }));

function write(name: string, text: string): void {
  writeFileSync(join(folder, name), text);
}

function writeTwo(): void {
  write("0001_things.sql", "create table things (id int primary key);\ninsert into things values (1);");
  write("0002_more.sql", "insert into things values (2);");
}

async function listThings(): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`select id from things order by id`;
  return rows.map((row) => row.id);
}

describe("migrating", () => {
  it("applies files in order, once", async () => {
    writeTwo();
    assert.deepEqual(await migrate(sql, folder), ["0001_things.sql", "0002_more.sql"]);
    assert.deepEqual(await migrate(sql, folder), []);
    write("0003_third.sql", "insert into things values (3)");
    assert.deepEqual(await migrate(sql, folder), ["0003_third.sql"]);
    assert.deepEqual(await listThings(), [1, 2, 3]);
  });

  it("applies each file once when several processes start together", async () => {
    writeTwo();
    const pools = Array.from({ length: 4 }, () => openDatabase(database.url, { maxConnections: 1 }));
    const names = await Promise.all(pools.map((pool) => migrate(pool, folder)));
    await Promise.all(pools.map((pool) => pool.end()));
    assert.deepEqual(names.flat().sort(), ["0001_things.sql", "0002_more.sql"]);
    assert.deepEqual(await listThings(), [1, 2]);
  });

  it("leaves nothing of a file that fails, and says where it failed", async () => {
    writeTwo();
    write("0003_bad.sql", "insert into things values (3);\ninsert into nothing values (1);");
    await assert.rejects(migrate(sql, folder), /Migration 0003_bad\.sql failed at line 2: .*"nothing"/);
    assert.deepEqual(await listThings(), [1, 2]);
    write("0003_bad.sql", "insert into things values (4)");
    assert.deepEqual(await migrate(sql, folder), ["0003_bad.sql"]);
  });

  it("takes line ends of Windows for the same file", async () => {
    writeTwo();
    await migrate(sql, folder);
    write("0001_things.sql", "create table things (id int primary key);\r\ninsert into things values (1);");
    assert.deepEqual(await migrate(sql, folder), []);
  });
});

describe("migrating is refused", () => {
  const cases = [
    {
      when: "an applied file was changed",
      change: () => write("0001_things.sql", "create table things (id int)"),
      error: /Migration 0001_things\.sql was changed after it was applied/,
    },
    {
      when: "inc-44: the database is newer",
      change: () => rmSync(join(folder, "0002_more.sql")),
      error:
        /has migration 0002_more\.sql, which this release \(\S+\) does not know: a newer release wrote it/,
    },
    {
      when: "a file is added before one that is applied",
      change: () => {
        write("0003_third.sql", "select 1");
        rmSync(join(folder, "0001_things.sql"));
      },
      error: /0001_things\.sql, which this release \(\S+\) does not know/,
    },
    {
      when: "a number is inserted below an applied one",
      change: () => write("0000_first.sql", "select 1"),
      error: /Migration 0000_first\.sql comes before 0001_things\.sql, which is already applied/,
    },
    {
      when: "two files have one number",
      change: () => write("0002_other.sql", "select 1"),
      error: /0002_more\.sql and 0002_other\.sql have the same number/,
    },
    {
      when: "a file has no number",
      change: () => write("other.sql", "select 1"),
      error: /other\.sql is not named NNNN_name\.sql/,
    },
  ];
  for (const { when, change, error } of cases) {
    it(when, async () => {
      writeTwo();
      await migrate(sql, folder);
      change();
      await assert.rejects(migrate(sql, folder), error);
      assert.deepEqual(await listThings(), [1, 2]);
    });
  }
});
