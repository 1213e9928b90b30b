import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import type { TestContext } from "node:test";
import { startEmbeddedServer } from "../../src/store/server/embedded-server.ts";
import { createTestDatabase } from "../support/database.ts";
import type { TestDatabase } from "../support/database.ts";
import { walletOf } from "../support/exchange.ts";
import { prepareDataDirectories, runPresage } from "../support/presage.ts";
import type { DataDirectories, Finished } from "../support/presage.ts";
import { startHere } from "../support/start-here.ts";

const [ANN, BOB, CID] = ["ann", "bob", "cid"].map(walletOf).sort() as [string, string, string];

let directories: DataDirectories;
let database: TestDatabase;
const root = mkdtempSync(join(tmpdir(), "presage-site-"));

before(async () => {
  directories = await prepareDataDirectories();
  database = await createTestDatabase();
});

after(async () => {
  await database.close();
  directories.close();
  rmSync(root, { recursive: true });
});

/** Runs `presage site` on an exchange, which is stopped unless the name says otherwise. */
type Run = (...args: readonly string[]) => Promise<Finished>;

const inDirectory =
  (test: TestContext, directory: string): Run =>
  (...args) =>
    runPresage(test, ["site", ...args, "--data-dir", directory]);

/** Runs a test on a database with the schema of an exchange, so that no server has to start. */
const onDatabase =
  (test: TestContext): Run =>
  (...args) =>
    runPresage(test, ["site", ...args, "--data-dir", join(root, "data")], { DATABASE_URL: database.url });

async function printed(run: Promise<Finished>): Promise<string> {
  const { code, stdout, stderr } = await run;
  assert.deepEqual({ code, stderr }, { code: 0, stderr: "" });
  return stdout;
}

const json = async (run: Promise<Finished>): Promise<unknown> => JSON.parse(await printed(run));

async function refused(run: Promise<Finished>): Promise<string> {
  const { code, stdout, stderr } = await run;
  assert.deepEqual([code, stdout], [1, ""]);
  assert.match(stderr, /^presage: [^\n]+\n$/);
  return stderr.slice("presage: ".length, -1);
}

describe("presage site", () => {
  it("keeps sites while the exchange runs and while it is stopped, through a rebuild too", async (test) => {
    const directory = directories.create();
    const site = inDirectory(test, directory);
    const exchange = await startHere(test, directory);
    assert.deepEqual(await json(site("add", "https://Market.Example/", BOB, "--json")), {
      host: "market.example",
      wallets: [BOB],
    });
    assert.deepEqual(await json(site("add", "--json", "other.example", CID)), {
      host: "other.example",
      wallets: [CID],
    });
    const unknown = 'host: expected the name of a site that has wallets, got "third.example"';
    assert.equal(await refused(site("remove", "third.example")), unknown);
    await exchange.stop();

    assert.equal(await refused(site("remove", "third.example")), unknown);
    assert.equal(
      await printed(site("add", "market.example", ANN, BOB)),
      `SITE            WALLET\nmarket.example  ${ANN}\nmarket.example  ${BOB}\n`,
    );
    const rebuilt = await runPresage(test, ["rebuild", "--data-dir", directory]);
    assert.equal(rebuilt.code, 0, rebuilt.stderr);
    assert.match(await printed(runPresage(test, ["verify", "--data-dir", directory])), /^All agrees: /);

    const again = await startHere(test, directory);
    assert.deepEqual(await json(site("list", "--json")), [
      { host: "market.example", wallets: [ANN, BOB] },
      { host: "other.example", wallets: [CID] },
    ]);
    assert.equal(
      await printed(site("remove", "market.example", ANN)),
      `SITE            WALLET\nmarket.example  ${BOB}\n`,
    );
    assert.equal(await printed(site("remove", "market.example")), "market.example is removed.\n");
    await again.stop();
    assert.equal(await printed(site("list")), `SITE           WALLET\nother.example  ${CID}\n`);
  });

  it("goes by the token that it is given", async (test) => {
    const directory = directories.create();
    const exchange = await startHere(test, directory);
    const args = ["site", "list", "--data-dir", directory];
    const wrong = runPresage(test, args, { PRESAGE_ADMIN_TOKEN: "ab".repeat(32) });
    assert.match(await refused(wrong), /does not know the operator's token: set PRESAGE_ADMIN_TOKEN/);
    await exchange.stop();
  });

  it("keeps them in a database of the operator's", async (test) => {
    const site = onDatabase(test);
    assert.equal(
      await printed(site("list")),
      "There are no sites. To add one: presage site add HOST WALLET...\n",
    );
    assert.deepEqual(await json(site("list", "--json")), []);
    await printed(site("add", "market.example", ANN));
    assert.deepEqual(await json(site("remove", "MARKET.example", ANN, "--json")), {
      host: "market.example",
      wallets: [],
    });
  });

  it("says where there is no exchange to keep them", async (test) => {
    const site = inDirectory(test, join(root, "nothing"));
    assert.match(await refused(site("list")), /^There is no exchange in .*: set PRESAGE_DATA_DIR/);
    const bare = mkdtempSync(join(root, "bare-"));
    await (await startEmbeddedServer({ directory: bare, log: () => {}, unsynced: true })).close();
    assert.match(await refused(inDirectory(test, bare)("list")), /^The database holds no exchange/);
  });

  it("shows its use with an example", async (test) => {
    for (const args of [
      ["site", "--help"],
      ["site", "add", "-h"],
      ["help", "site"],
    ]) {
      const text = await printed(runPresage(test, args));
      assert.match(text, /^Usage: presage site add HOST WALLET\.\.\./);
      assert.match(text, /\n {2}presage site add market\.example 0x[0-9a-f]{40}\n/);
    }
    assert.match(await printed(runPresage(test, ["help"])), /\n {2}presage site +keep host names/);
  });
});

const WRONG: readonly (readonly [args: readonly string[], says: RegExp])[] = [
  [[], /^site: expected add, remove or list, got none; see presage site --help$/],
  [["show"], /^site: expected add, remove or list, got "show"; see/],
  [["add"], /^site add needs a host name and a wallet; see/],
  [["add", "market.example"], /^site add needs a host name and a wallet; see/],
  [["remove"], /^site remove needs a host name; see/],
  [["list", "market.example"], /^site list takes no operands, got "market\.example"; see/],
  [["add", "market example", ANN], /^host: expected a host name without a port, .* got "market example"$/],
  [["add", ANN, "market.example"], /^host: expected a host name .* got "0x/],
  [["add", "market.example", "0x12"], /^wallets: expected wallet addresses, .* got "0x12"$/],
  [["remove", "market.example:80"], /^host: expected .* got "market\.example:80"$/],
  [["list", "--wallet", ANN], /^--wallet is not a flag/],
];

describe("a wrong use of presage site", { concurrency: 4 }, () => {
  for (const [args, says] of WRONG) {
    it(`is told in one line: ${args.join(" ")}`, async (test) => {
      assert.match(await refused(inDirectory(test, join(root, "nothing"))(...args)), says);
    });
  }
});
