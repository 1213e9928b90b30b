import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import type { TestContext } from "node:test";
import type { TestDatabase } from "../support/database.ts";
import { createHistory } from "../support/history.ts";
import { prepareDataDirectories, runPresage } from "../support/presage.ts";
import type { Finished } from "../support/presage.ts";
import { startHere } from "../support/start-here.ts";

const root = mkdtempSync(join(tmpdir(), "presage-export-"));
const file = join(root, "markets.sql");
const MADE =
  /^-- Markets of a Presage exchange as of batch (\d+), .*, for the database of a Kuest site\.\n[^]*\ncommit;\n$/;

const NAMES =
  "markets, outcomes, accounts, deposits, splits, redemptions, reversals, trades, orders, positions, prices, candles, books, journal, all, dictionary, site";

let history: TestDatabase;

before(async () => {
  history = await createHistory();
});

after(async () => {
  await history.close();
  rmSync(root, { recursive: true });
});

/** Runs `presage export` on the history. */
const exported = (test: TestContext, ...args: readonly string[]): Promise<Finished> =>
  runPresage(test, ["export", ...args, "--data-dir", join(root, "data")], { DATABASE_URL: history.url });

describe("presage export site", () => {
  it("writes a file, and says how much is in it", async (test) => {
    const { code, stdout, stderr } = await exported(test, "site", file);
    assert.deepEqual({ code, stderr }, { code: 0, stderr: "" });
    const { size } = statSync(file);
    assert.equal(stdout, `${file} has 4 events and 10 markets (${size} bytes).\n`);
    assert.match(readFileSync(file, "utf8"), MADE);
    const again = await exported(test, "site", file, "--json");
    assert.deepEqual(JSON.parse(again.stdout), { file, bytes: size, events: 4, markets: 10 });
  });

  it("writes to standard output, and says the same beside it", async (test) => {
    const { code, stdout, stderr } = await exported(test, "site", "-");
    assert.equal(code, 0);
    assert.match(stdout, MADE);
    assert.equal(stderr, `The script has 4 events and 10 markets (${Buffer.byteLength(stdout)} bytes).\n`);
  });

  it("exports an exchange while it runs", async (test) => {
    const directories = await prepareDataDirectories();
    test.after(() => directories.close());
    const directory = directories.create();
    const exchange = await startHere(test, directory);
    // A read of the listings is answered once the tables have them.
    await (await fetch(`${exchange.addresses.spec.catalog}/markets`)).arrayBuffer();
    const { code, stdout, stderr } = await runPresage(test, ["export", "site", "-", "--data-dir", directory]);
    assert.equal(code, 0, stderr);
    assert.equal(MADE.exec(stdout)?.[1], "1");
    assert.match(stderr, /^The script has \d\d events and \d\d markets /);
    await exchange.stop();
  });

  const REFUSED: readonly (readonly [args: readonly string[], message: string])[] = [
    [[], `export: expected one of ${NAMES}, got none; see presage export --help`],
    [
      ["sites", file],
      `export: expected one of ${NAMES}, got "sites" (did you mean site?); see presage export --help`,
    ],
    [["site", file, "--format", "csv"], "export site takes no --format; see presage export --help"],
    [["site"], "export site takes one file, got 0; see presage export --help"],
    [["site", file, "b"], "export site takes one file, got 2; see presage export --help"],
    [["site", join(root, "a", "b")], `there is no directory ${join(root, "a")} for the script`],
    [["site", root], `${root} is there and is not a file: a script does not replace it`],
  ];
  for (const [args, message] of REFUSED) {
    it(`refuses ${args.length === 0 ? "no operands" : args.join(" ").replaceAll(root, "DIRECTORY")}`, async (test) => {
      const { code, stdout, stderr } = await exported(test, ...args);
      assert.deepEqual({ code, stdout, stderr }, { code: 1, stdout: "", stderr: `presage: ${message}\n` });
    });
  }

  it("says that a database without an exchange has none", async (test) => {
    const args = ["export", "site", "-", "--data-dir", join(root, "none")];
    const { code, stderr } = await runPresage(test, args);
    assert.deepEqual(
      [code, stderr],
      [1, `presage: There is no exchange in ${join(root, "none")}: set PRESAGE_DATA_DIR or DATABASE_URL\n`],
    );
  });
});
