/** Rotations of the master key: keys that end, keys that go on, refusals, and repairs after a failure. */
import assert from "node:assert/strict";
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { TestContext } from "node:test";
import { listTokens } from "../../bench/support/own-exchange.ts";
import type { Context } from "../../src/context.ts";
import { computeStoredFingerprint } from "../../src/store/keys/master-key.ts";
import { findRunningServer } from "../../src/store/server/embedded-server.ts";
import { createTestDatabase } from "../support/database.ts";
import { deepTest } from "../support/depth.ts";
import { requestsTo, walletOf } from "../support/exchange.ts";
import type { Reply } from "../support/exchange.ts";
import { withSql } from "../support/history.ts";
import { prepareDataDirectories, runPresage } from "../support/presage.ts";
import type { DataDirectories, Finished } from "../support/presage.ts";
import { accountOf, createTrader, traderWith, walletHeaders } from "../support/trader.ts";
import type { Trader } from "../support/trader.ts";
import { withExchange } from "../support/with-exchange.ts";
import { startHere } from "../support/start-here.ts";
import type { ServedExchange } from "../support/start-here.ts";

let directories: DataDirectories;

before(async () => {
  directories = await prepareDataDirectories();
});

after(() => directories.close());

const CLOCK = {
  get now() {
    return Date.now();
  },
};

const reach = ({ addresses }: ServedExchange) => {
  const url = addresses.spec.trading;
  return { clock: CLOCK, ...requestsTo({ spec: url, polymarket: url, kuest: url }) };
};
type Reached = ReturnType<typeof reach>;

async function askKey(exchange: Reached, nonce: string, method: "GET" | "POST" = "POST"): Promise<Reply> {
  const headers = await walletHeaders(accountOf("ann"), Date.now(), { nonce });
  const path = method === "POST" ? "/auth/api-key" : "/auth/derive-api-key";
  return exchange.send(path, { method, headers });
}

async function placeOrder(trader: Trader, { addresses }: ServedExchange): Promise<string> {
  const [tokens] = await listTokens(addresses.spec.trading, 1);
  const terms = { tokenId: tokens![0], side: "BUY", price: "0.2", size: "5" } as const;
  const placed = await trader.place(terms);
  assert.equal(placed.status, 200, placed.text);
  return placed.body.orderID;
}

type Audited = {
  time: string;
  operator: string;
  action: string;
  reason: string;
  details: Record<string, unknown>;
};

/** Reads the entries of GET /audit about the master key, latest first. */
async function listRotations({ addresses }: ServedExchange, directory: string): Promise<Audited[]> {
  const token = readFileSync(join(directory, "admin-token"), "utf8").trim();
  const response = await fetch(`${addresses.admin}/audit?subject=master-key`, {
    headers: { authorization: `Bearer ${token}` },
  });
  assert.equal(response.status, 200);
  return ((await response.json()) as { data: Audited[] }).data;
}

const fingerprintIn = (file: string): string => computeStoredFingerprint(file.trim());

const rotate = (context: TestContext, directory: string, ...args: readonly string[]): Promise<Finished> =>
  runPresage(context, ["rotate-master-key", "--data-dir", directory, ...args]);

const SURE = ["--reason", "a drill", "--yes"] as const;

test("the keys of a master key end with it, and their wallets make new ones with the same nonce", async (context) => {
  const directory = directories.create();
  const first = await startHere(context, directory);
  const old = reach(first);
  const ann = await createTrader(old, "ann");
  const revoked = traderWith(old, accountOf("ann"), (await askKey(old, "1")).body);
  assert.equal((await revoked.request("DELETE", "/auth/api-key")).status, 200);
  const builder: string = (await ann.request("POST", "/auth/builder-api-key")).body.key;
  const reader: string = (await ann.request("POST", "/auth/readonly-api-key")).body.apiKey;
  const order = await placeOrder(ann, first);
  assert.match(
    (await rotate(context, directory, ...SURE)).stderr,
    /^presage: The data directory .* is in use/,
  );
  await first.stop();
  assert.match((await rotate(context, directory, "--yes")).stderr, /needs --reason TEXT/);
  assert.match((await rotate(context, directory, "--reason", "a drill")).stderr, /confirmed: add --yes/);
  assert.match((await rotate(context, directory, "--reason", " ", "--yes")).stderr, /the reason is empty/);
  const ended = readFileSync(join(directory, "master-key"), "utf8");
  const stoppedAt = Date.now();

  const rotated = await rotate(context, directory, ...SURE);
  assert.deepEqual([rotated.code, rotated.stderr], [0, ""]);
  assert.match(rotated.stdout, /Keys that ended: 1 that trade, 1 of builders\.\n.*open orders stay\.\n$/);
  assert.notEqual(readFileSync(join(directory, "master-key"), "utf8"), ended);
  assert.equal(statSync(join(directory, "master-key")).mode & 0o777, 0o600);
  assert.equal(existsSync(join(directory, "master-key.new")), false);

  const startedAt = Date.now();
  const second = await startHere(context, directory);
  const exchange = reach(second);
  const refused = await traderWith(exchange, ann.account, ann.credentials).request("GET", "/data/orders");
  assert.deepEqual([refused.status, refused.body.code], [401, "unauthorized"]);
  assert.match((await askKey(exchange, "0", "GET")).body.hint, /has no key of nonce 0; create it/);
  const again = await askKey(exchange, "0");
  assert.equal(again.status, 200, again.text);
  assert.notEqual(again.body.apiKey, ann.credentials.apiKey);
  const anew = traderWith(exchange, ann.account, again.body);
  const orders = (await anew.request("GET", "/data/orders")).body.data as { id: string }[];
  assert.deepEqual(
    orders.map(({ id }) => id),
    [order],
  );
  const listed = (await anew.request("GET", "/auth/api-keys?metadata=true&includeRevoked=true")).body;
  assert.deepEqual(
    listed.map(({ nonce, status }: Record<string, string>) => `${nonce} ${status}`).toSorted(),
    ["0 active", "0 revoked", "1 revoked"],
  );
  for (const method of ["GET", "POST"] as const)
    assert.match((await askKey(exchange, "1", method)).body.hint, /was revoked; use another nonce/);
  const [built] = (await anew.request("GET", "/auth/builder-api-key")).body;
  assert.deepEqual([built.key, built.revokedAt === null || built.revokedAt === undefined], [builder, false]);
  const query = new URLSearchParams({ address: ann.address, key: reader }).toString();
  assert.equal((await exchange.get(`/auth/validate-readonly-api-key?${query}`)).body.valid, true);
  const [entry, ...others] = await listRotations(second, directory);
  const [from, to] = [ended, readFileSync(join(directory, "master-key"), "utf8")].map(fingerprintIn);
  assert.deepEqual(
    [entry?.operator, entry?.action, entry?.reason, entry?.details],
    ["admin", "rotate-master-key", "a drill", { from, to, apiKeys: 1, builderKeys: 1 }],
  );
  const at = Date.parse(entry!.time);
  assert.ok(stoppedAt <= at && at <= startedAt, `it is of ${entry!.time}`);
  assert.deepEqual(others, [], "what was refused left none");
  const verified = await runPresage(context, ["verify", "--data-dir", directory]);
  assert.deepEqual([verified.code, verified.stderr], [0, ""], verified.stdout);
  await second.stop();
});

deepTest(
  "a start with another key is refused, and a rotation that was cut off is completed",
  async (context) => {
    const directory = directories.create();
    const file = join(directory, "master-key");
    const first = await startHere(context, directory);
    const right = readFileSync(file, "utf8");
    const next = "ab".repeat(32);
    await first.stop();

    const start = () => runPresage(context, ["start", "--data-dir", directory, "--port", "0"]);
    writeFileSync(file, `${next}\n`);
    const [wrong, known] = [next, right.trim()].map(computeStoredFingerprint);
    const says = new RegExp(
      `^presage: The master key of ${file} has the fingerprint ${wrong}, .* with that of fingerprint ${known}: put the right key back, .* presage rotate-master-key\\n$`,
    );
    assert.match((await start()).stderr, says);
    rmSync(file);
    assert.match(
      (await start()).stderr,
      /^presage: The master key of .*master-key is not there, and [^\n]*\n$/,
    );
    assert.equal(existsSync(file), false, "no other one is made");

    writeFileSync(file, right);
    const second = await startHere(context, directory);
    await withSql(findRunningServer(directory)!, (sql) => sql`update master_key set fingerprint = ${wrong!}`);
    await second.stop();
    writeFileSync(`${file}.new`, `${next}\n`);
    const healed = await startHere(context, directory);
    assert.equal(readFileSync(file, "utf8"), `${next}\n`);
    assert.equal(existsSync(`${file}.new`), false);
    await healed.stop();

    writeFileSync(`${file}.new`, `${"cd".repeat(32)}\n`);
    const rotated = await rotate(context, directory, ...SURE, "--json");
    const { fingerprint, ...rest } = JSON.parse(rotated.stdout);
    assert.deepEqual(rest, { rotated: true, ended: { apiKeys: 0, builderKeys: 0 } });
    assert.equal(fingerprint, computeStoredFingerprint(readFileSync(file, "utf8").trim()));
    assert.ok(
      ![wrong, computeStoredFingerprint("cd".repeat(32))].includes(fingerprint),
      "the key is a new one",
    );
    await (await startHere(context, directory)).stop();
  },
);

const [OLD, NEW, OTHER] = ["5e", "6f", "70"].map((digits) => digits.repeat(32)) as [string, string, string];
const ANN = walletOf("ann");

/** Makes the key of ann's first nonce, and checks that it can be used. */
async function createKey({ keys }: Context): Promise<string> {
  const credentials = await keys.create(ANN, "0");
  assert.ok(credentials !== undefined, "the key is made");
  assert.equal((await keys.find(credentials.apiKey))?.passphrase, credentials.passphrase);
  return credentials.apiKey;
}

async function databaseFor(context: TestContext): Promise<string> {
  const database = await createTestDatabase();
  context.after(() => database.close());
  return database.url;
}

deepTest(
  "a master key of the environment is changed there, and the command ends the keys of the one before",
  async (context) => {
    const url = await databaseFor(context);
    const directory = directories.create();
    const rotateTo = (key: string) =>
      runPresage(context, ["rotate-master-key", ...SURE, "--data-dir", directory], {
        DATABASE_URL: url,
        PRESAGE_MASTER_KEY: key,
      });
    const key = await withExchange(url, OLD, async (exchange) => {
      assert.match((await rotateTo(NEW)).stderr, /^presage: The database is in use by another Presage/m);
      return createKey(exchange);
    });
    await assert.rejects(
      withExchange(url, NEW, createKey),
      /^Error: The master key of PRESAGE_MASTER_KEY has the fingerprint \w+, and .* presage rotate-master-key$/,
    );
    const rotated = await rotateTo(NEW);
    assert.match(rotated.stdout, /that of PRESAGE_MASTER_KEY .* 1 that trade, 0 of builders/, rotated.stderr);
    const again = await rotateTo(NEW);
    assert.match(again.stdout, /^Nothing to do: /, again.stderr);
    assert.equal(existsSync(join(directory, "master-key")), false, "the file is not touched");
    await withExchange(url, NEW.toUpperCase(), async (exchange) => {
      assert.notEqual(await createKey(exchange), key);
      assert.equal(await exchange.keys.find(key), undefined);
    });
    assert.match(
      (await rotateTo(OLD)).stderr,
      /^presage: PRESAGE_MASTER_KEY is a key that API keys were made/,
    );
    assert.deepEqual(
      await notedChanges(url),
      [[OLD, NEW].map(computeStoredFingerprint)],
      "one that does nothing leaves none",
    );
  },
);

/** Reads the changes of the master key in the audit log: old and new fingerprint. */
async function notedChanges(url: string): Promise<string[][]> {
  let changes: string[][] = [];
  await withSql(url, async (sql) => {
    const rows = await sql<{ details: { from: string; to: string } }[]>`
      select details from audit where action = 'rotate-master-key' order by batch`;
    changes = rows.map(({ details: { from, to } }) => [from, to]);
  });
  return changes;
}

test("a rotation that fails ends no key and leaves no note", async (context) => {
  const url = await databaseFor(context);
  const settings = { DATABASE_URL: url, PRESAGE_MASTER_KEY: NEW };
  const run = (command: string, ...args: readonly string[]) =>
    runPresage(context, [command, "--data-dir", directories.create(), ...args], settings);
  const key = await withExchange(url, OLD, createKey);
  for (const table of ["journal", "master_key"]) {
    // At the commit, when all of it is written.
    await withSql(url, async (sql) => {
      await sql.unsafe(`
        create function fail() returns trigger language plpgsql as $$ begin raise 'it fails'; end $$;
        create constraint trigger fails after insert or update on ${table} deferrable initially deferred
          for each row execute function fail()`);
    });
    const failed = await run("rotate-master-key", ...SURE);
    assert.deepEqual([failed.code, failed.stderr], [1, "presage: it fails\n"]);
    await withSql(url, (sql) => sql`drop function fail cascade`);
    assert.deepEqual(await notedChanges(url), []);
    assert.equal((await run("verify")).code, 0);
    assert.equal(await withExchange(url, OLD, createKey), key);
  }

  const rotated = await run("rotate-master-key", ...SURE);
  assert.equal(rotated.code, 0, rotated.stderr);
  const verified = await run("verify");
  assert.equal(verified.code, 0, verified.stdout);
  assert.notEqual(await withExchange(url, NEW, createKey), key);
  assert.deepEqual(await notedChanges(url), [[OLD, NEW].map(computeStoredFingerprint)]);
});

deepTest(
  "a restored exchange starts with the key that its backup was made with, or ends the keys of that",
  async (context) => {
    const [from, to, without] = [
      await databaseFor(context),
      await databaseFor(context),
      await databaseFor(context),
    ];
    const directory = directories.create();
    const file = join(directory, "presage.backup");
    const run = async (url: string, key: string, args: readonly string[]): Promise<void> => {
      const settings = { DATABASE_URL: url, PRESAGE_MASTER_KEY: key };
      const finished = await runPresage(context, [...args, "--data-dir", directory], settings);
      assert.deepEqual([finished.code, finished.stderr], [0, ""]);
    };
    const key = await withExchange(from, OLD, createKey);
    await run(from, NEW, ["backup", file]);
    assert.match(
      readFileSync(file, "latin1"),
      new RegExp(`"fingerprint":"${computeStoredFingerprint(OLD)}"`),
    );

    await withExchange(to, NEW, async () => {});
    await run(to, OLD, ["restore", file]);
    assert.equal(await withExchange(to, OLD, createKey), key);

    await run(without, OTHER, ["restore", file, "--without-keys"]);
    assert.notEqual(await withExchange(without, OTHER, createKey), key);
  },
);
