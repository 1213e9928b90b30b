/** Operators with a token and without the data directory: every command that asks a running exchange. */
import assert from "node:assert/strict";
import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { gammaEvent } from "../catalog/gamma-documents.ts";
import { ADMIN_TOKEN } from "../../src/store/server/data-directory.ts";
import { walletOf } from "../support/exchange.ts";
import {
  launchPresage,
  prepareDataDirectories,
  runPresage,
  SPEC_PORTS,
  whenStarted,
} from "../support/presage.ts";
import type { DataDirectories, Started } from "../support/presage.ts";

const TOKEN = "7e".repeat(32);
const WALLET = walletOf("nobody");

let directories: DataDirectories;
let directory: string;
let exchange: Started;
/** Variables of such an operator's shell. */
let shell: Record<string, string>;

before(async () => {
  directories = await prepareDataDirectories();
  directory = directories.create();
  const settings = { PRESAGE_OPERATORS: `ann=market-admin+resolver+treasury:${TOKEN}` };
  const args = ["--data-dir", directory, "--json", ...SPEC_PORTS];
  exchange = await whenStarted(launchPresage(args, { settings, detached: true }));
  shell = { PRESAGE_ADMIN_URL: exchange.addresses.admin, PRESAGE_ADMIN_TOKEN: TOKEN };
  writeFileSync(join(directory, "events.json"), JSON.stringify([gammaEvent(1)]));
  writeFileSync(join(directory, "funds.csv"), `address,amount,note\n${WALLET},2.5,a prize\n`);
  writeFileSync(join(directory, "request.txt"), "GET /ok HTTP/1.1\r\nhost: x\r\n\r\n");
});

after(async () => {
  assert.equal((await exchange.stop("SIGTERM")).code, 0);
  directories.close();
});

const WHY = ["--reason", "asked for"];

const COMMANDS: readonly (readonly string[])[] = [
  ["status"],
  ["mode"],
  ["mode", "normal", ...WHY],
  ["quarantine", "list"],
  ["event", "create", "Rain in June", ...WHY],
  ["market", "create", "rain-in-june", "Will it rain?", ...WHY],
  ["market", "open", "will-it-rain", ...WHY],
  ["market", "show", "will-it-rain"],
  ["account", "open", WALLET, ...WHY],
  ["credit", WALLET, "3", ...WHY],
  ["debit", WALLET, "1", "--yes", ...WHY],
  ["account", "fund", "funds.csv", "--yes", ...WHY],
  ["account", "note", WALLET, ...WHY],
  ["account", "show", WALLET],
  ["orders", "rehearse", "--wallet", WALLET],
  ["orders", "cancel", "--wallet", WALLET, "--yes", ...WHY],
  ["key", "list", WALLET],
  ["ban", WALLET, ...WHY],
  ["ban", "list"],
  ["site", "add", "market.example", WALLET, ...WHY],
  ["site", "list"],
  ["import", "events.json"],
  ["doctor", "request", "request.txt"],
  ["audit"],
];

/** Puts operands that are files into the data directory, where the operator's own files are in this test. */
const located = (args: readonly string[]): string[] =>
  args.map((arg) => (/\.(json|txt|csv)$/.test(arg) ? join(directory, arg) : arg));

describe("an operator with a token, from an account of their own", () => {
  for (const args of COMMANDS)
    it(`is answered: presage ${args.join(" ")}`, async (test) => {
      const { code, stdout, stderr } = await runPresage(test, located(args), shell);
      assert.deepEqual([code, stderr], [0, ""], stdout);
      assert.notEqual(stdout, "");
    });

  it("is known by name, and names the exchange by a flag as well, before or after the operands", async (test) => {
    const token = { PRESAGE_ADMIN_TOKEN: TOKEN };
    const url = ["--url", `${exchange.addresses.admin}/`];
    const status = await runPresage(test, ["status", ...url], token);
    assert.match(status.stdout, /\nyou are +ann \(market-admin, resolver, treasury\)\n/);
    for (const args of [
      ["market", ...url, "show", "will-it-rain"],
      ["market", "show", "will-it-rain", ...url],
    ])
      assert.match((await runPresage(test, args, token)).stdout, /^question +Will it rain\?\n/);
  });

  it("asks the exchange of a data directory that a flag names, whatever the variable says", async (test) => {
    const settings = { PRESAGE_ADMIN_URL: "http://127.0.0.1:9" };
    const { code, stdout } = await runPresage(test, ["status", "--data-dir", directory], settings);
    assert.deepEqual([code, /\nyou are +admin /.test(stdout)], [0, true]);
  });

  const REFUSED: readonly (readonly [
    what: string,
    args: readonly string[],
    changed: Readonly<Record<string, string>>,
    says: RegExp,
  ])[] = [
    [
      "without a token",
      ["status"],
      { PRESAGE_ADMIN_TOKEN: "" },
      /^A token is needed to ask \S+: set PRESAGE_ADMIN_TOKEN to yours$/,
    ],
    [
      "with a wrong token",
      ["mode"],
      { PRESAGE_ADMIN_TOKEN: "ab".repeat(32) },
      /does not know the operator's token/,
    ],
    ["at no address", ["audit", "--url", "here"], {}, /expected a base address like https:.*, got "here"$/],
    ["at a secret address", ["audit", "--url", "http://a:b@h"], {}, /expected a base address like https:/],
    [
      "where nothing answers",
      ["site", "list"],
      { PRESAGE_ADMIN_URL: "http://127.0.0.1:9" },
      /:9\/sites does not answer/,
    ],
    [
      "at two exchanges",
      ["status", "--url", "http://h", "--data-dir", "d"],
      {},
      /^--url and --data-dir both name/,
    ],
    ["where nothing is asked", ["verify", "--url", "http://h"], {}, /^--url is not a flag of presage verify/],
    [
      "where nothing is asked: start",
      ["start", "--url", "http://h"],
      {},
      /^--url is not a flag of presage start/,
    ],
  ];

  for (const [what, args, changed, says] of REFUSED)
    it(`is refused in one line ${what}`, async (test) => {
      const { code, stderr } = await runPresage(test, args, { ...shell, ...changed });
      assert.equal(code, 1);
      assert.match(stderr, /^presage: [^\n]+\n$/);
      assert.match(stderr.slice("presage: ".length, -1), says);
    });

  it("is told what to set where the directory is closed to them", async (test) => {
    if (process.getuid?.() === 0) return test.skip("root may read everywhere");
    const closed = directories.create();
    writeFileSync(join(closed, ADMIN_TOKEN), "");
    chmodSync(closed, 0);
    test.after(() => chmodSync(closed, 0o700));
    for (const [command, says] of [
      ["status", /may not read .*: name the operator API .* with --url or PRESAGE_ADMIN_URL/],
      ["verify", /may not read .*: run this as the account that owns it/],
    ] as const)
      assert.match((await runPresage(test, [command, "--data-dir", closed])).stderr, says);
  });
});
