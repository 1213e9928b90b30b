/**
 * An address of several servers, and an exchange in a cluster whose primary changes: it goes on in the same process, and
 * has all that it acknowledged.
 */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { TestContext } from "node:test";
import { setImmediate } from "node:timers/promises";
import { pino } from "pino";
import { createContext } from "../../src/context.ts";
import type { Context } from "../../src/context.ts";
import { micros } from "../../src/core/units.ts";
import { readConfig } from "../../src/settings/config.ts";
import { openDatabase } from "../../src/store/sql/database.ts";
import { findPrimary, isDatabaseUrl, listServers } from "../../src/store/sql/primary.ts";
import { machineClocks } from "../support/clocks.ts";
import { startReplicatedDatabase } from "../support/replicated-database.ts";
import type { ReplicatedDatabase, ReplicatedServer } from "../support/replicated-database.ts";
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

describe("a cluster", () => {
  for (const [settings, refusal] of [
    [
      { PRESAGE_CLUSTER: "main" },
      "PRESAGE_CLUSTER: a cluster needs a PostgreSQL with standbys, set DATABASE_URL as well",
    ],
    [
      { PRESAGE_CLUSTER: "Main 1", DATABASE_URL: "postgres://h/db" },
      'PRESAGE_CLUSTER: expected a name of up to 40 lower-case letters, digits and hyphens that begins with a letter, got "Main 1"',
    ],
  ] as const)
    it(`is refused as ${JSON.stringify(settings)}`, () => {
      assert.throws(() => readConfig(settings, []), { message: refusal });
    });
});

type Running = {
  readonly context: Context;
  readonly failures: unknown[];
  /** Addresses of accounts whose opening was acknowledged. */
  readonly opened: string[];
  /** Opens accounts one after the other until told to stop; resolves then. */
  load(): { stop(): Promise<void> };
};

async function startCluster(test: TestContext, database: ReplicatedDatabase): Promise<Running> {
  const failures: unknown[] = [];
  const settings = {
    PRESAGE_MODE: "production",
    PRESAGE_CLUSTER: "main",
    DATABASE_URL: database.url,
    PRESAGE_MASTER_KEY: "5e".repeat(32),
    PRESAGE_ADMIN_TOKEN: "ad".repeat(32),
  };
  const context = await createContext({
    config: readConfig(settings, []),
    log: pino({ level: "silent" }),
    clocks: machineClocks(),
    databaseUrl: database.url,
    onFailure: (error) => failures.push(error),
  });
  test.after(() => context.close());
  const opened: string[] = [];
  let number = 0;
  const openNext = async (): Promise<void> => {
    number += 1;
    const address = `0x${String(number).padStart(40, "0")}`;
    const outcome = await context.engine.submit({
      type: "open-account",
      address,
      owner: address,
      credit: micros(0),
    });
    if (outcome.type === "committed") opened.push(address);
  };
  const load = () => {
    const stopping = new AbortController();
    const loaded = (async () => {
      while (!stopping.signal.aborted) {
        await openNext();
        await setImmediate();
      }
    })();
    return {
      stop: () => {
        stopping.abort();
        return loaded;
      },
    };
  };
  return { context, failures, opened, load };
}

/** Resolves once the exchange acknowledges further commands. */
async function awaitAcknowledgement({ opened, failures }: Running): Promise<void> {
  const before = opened.length;
  await until("it acknowledges or fails", () => opened.length > before + 5 || failures.length > 0);
}

/** Compares accounts of reads and of the server with those that were acknowledged. */
async function assertNothingLost(
  { context, opened, failures }: Running,
  primary: ReplicatedServer,
): Promise<void> {
  assert.deepEqual(failures, []);
  const sql = await context.sql();
  const read = await sql<{ address: string }[]>`select address from accounts`;
  const stored = await primary.query<{ address: string }>("select address from accounts");
  for (const rows of [read, stored]) {
    const addresses = new Set(rows.map(({ address }) => address));
    assert.deepEqual(
      opened.filter((address) => !addresses.has(address)),
      [],
    );
    assert.equal(addresses.size, rows.length);
  }
  const [chain] = await primary.query<{ batches: number; last: number }>(
    "select count(*)::int as batches, max(seq)::int as last from journal",
  );
  assert.deepEqual(chain, { batches: context.engine.head().seq, last: context.engine.head().seq });
}

/** The standby that has most of the log, and the others. */
async function orderStandbys(standbys: readonly ReplicatedServer[]): Promise<ReplicatedServer[]> {
  const positions = await Promise.all(
    standbys.map(async (standby) => {
      const [row] = await standby.query<{ at: number }>(
        "select (pg_last_wal_receive_lsn() - '0/0')::float8 as at",
      );
      return { standby, at: row?.at ?? 0 };
    }),
  );
  return positions.sort((a, b) => b.at - a.at).map(({ standby }) => standby);
}

/** Counts sessions of the exchange, but not one that the server keeps in the wait for a standby. */
const countSessions = async (server: ReplicatedServer): Promise<number> => {
  const rows = await server.query(
    "select from pg_stat_activity where usename = 'presage' and wait_event is distinct from 'SyncRep'",
  );
  return rows.length;
};

describe("a fail-over", () => {
  it("of a primary that died: the exchange goes on with the next one", async (test) => {
    const database = await startReplicatedDatabase();
    test.after(() => database.close());
    const [first, ...standbys] = database.servers;
    const running = await startCluster(test, database);
    const load = running.load();
    await awaitAcknowledgement(running);
    await first.stop("immediate");
    const [next, other] = await orderStandbys(standbys);
    await next!.promote();
    await other!.follow(next!);
    await awaitAcknowledgement(running);
    await load.stop();
    assert.equal(await findPrimary(database.url), database.urlOf(next!));
    await assertNothingLost(running, next!);
  });

  it("beside a primary that lives on without standbys: every connection leads to the next one", async (test) => {
    const database = await startReplicatedDatabase();
    test.after(() => database.close());
    const [first, two, three] = database.servers;
    const running = await startCluster(test, database);
    const load = running.load();
    await awaitAcknowledgement(running);
    await three.follow(two);
    await two.promote();
    await awaitAcknowledgement(running);
    await load.stop();
    await assertNothingLost(running, two);
    await until("nothing is connected to the earlier one", async () => (await countSessions(first)) === 0);
    assert.ok((await countSessions(two)) > 3);
  });

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
