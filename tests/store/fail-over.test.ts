/** An address of several servers: connections lead to the primary, also after another server became it. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { readConfig } from "../../src/settings/config.ts";
import { openDatabase } from "../../src/store/sql/database.ts";
import { isDatabaseUrl, listServers } from "../../src/store/sql/primary.ts";
import { startReplicatedDatabase } from "../support/replicated-database.ts";
import { until } from "../support/until.ts";

describe("an address", () => {
  const lists: readonly [address: string, servers: readonly string[]][] = [
    ["postgres://u:p@h:5432/db?sslmode=require", ["postgres://u:p@h:5432/db?sslmode=require"]],
    ["postgres://u:p@h1:5432,h2:5433/db", ["postgres://u:p@h1:5432/db", "postgres://u:p@h2:5433/db"]],
    ["postgresql://h1,h2/db?a=1,2", ["postgresql://h1/db?a=1,2", "postgresql://h2/db?a=1,2"]],
    ["postgres://u:p,q@h/db", ["postgres://u:p,q@h/db"]],
    ["postgres://u:p,q@[::1]:1,[::2]:2/db", ["postgres://u:p,q@[::1]:1/db", "postgres://u:p,q@[::2]:2/db"]],
  ];
  for (const [address, servers] of lists)
    it(`${address} names ${servers.length}`, () => {
      assert.deepEqual(listServers(address), servers);
      assert.equal(isDatabaseUrl(address), true);
      assert.equal(readConfig({ DATABASE_URL: address }, []).databaseUrl, address);
    });

  for (const wrong of [
    "postgres://",
    "mysql://h1,h2/db",
    "postgres://h1,,h2/db",
    "postgres://h1:5432,h2:x/db",
    "postgres://h1,/db",
  ])
    it(`${wrong} is refused`, () => {
      assert.throws(
        () => readConfig({ DATABASE_URL: wrong }, []),
        /^Error: DATABASE_URL: expected postgres:\/\/user/,
      );
    });
});

describe("a fail-over", () => {
  it("that finds no primary: reads fail at once, and go on when there is one", async (test) => {
    const database = await startReplicatedDatabase();
    test.after(() => database.close());
    const [first, two, three] = database.servers;
    const sql = openDatabase(database.url, { maxConnections: 2 });
    test.after(() => sql.end({ timeout: 1 }));
    const readServer = async (): Promise<number> => {
      const [row] = await sql<{ port: string }[]>`select current_setting('port') as port`;
      return Number(row?.port);
    };
    assert.equal(await readServer(), first.port);
    await first.stop("immediate");
    const missing = /^Error: no server of DATABASE_URL is the primary: (?=.*127\.0\.0\.1:\d+ is a standby)/;
    await until("the lost connection is told", () =>
      readServer().then(
        () => false,
        () => true,
      ),
    );
    // More often than the pool has places: a failure gives back its own.
    for (let attempt = 0; attempt < 5; attempt += 1) await assert.rejects(readServer(), missing);
    await two.promote();
    await three.follow(two);
    assert.equal(await readServer(), two.port);
  });
});
