/**
 * The commands of the operators' guide, run in their order in a shell against an exchange in production. They print the
 * output of the page, except for times, hashes and numbers.
 */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, copyFileSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { after, before, describe, it, test } from "node:test";
import { comparable, patternOf } from "../support/compared-output.ts";
import { isDeep } from "../support/depth.ts";
import { requestsTo } from "../support/exchange.ts";
import {
  environmentWith,
  launchPresage,
  prepareDataDirectories,
  SPEC_PORTS,
  whenStarted,
} from "../support/presage.ts";
import type { DataDirectories, Started } from "../support/presage.ts";
import { pngOf } from "../support/pictures.ts";
import { createTrader } from "../support/trader.ts";
import type { Trader } from "../support/trader.ts";
import { scriptAfter, sessionsOf } from "./documented-commands.ts";
import type { Documented } from "./documented-commands.ts";
import { countWalked } from "./walked-lines.ts";
import type { Reasons } from "./walked-lines.ts";

const ROOT = join(import.meta.dirname, "..", "..");
const GUIDE = "operating/operating.md";
const ANNS_TOKEN = "7e".repeat(32);
const MARKET = "will-it-rain-in-bern-on-1-may";
const SNOW = "will-it-snow-in-bern-on-1-may";

let directories: DataDirectories | undefined;
/** Working directory of the operator, with the data of the exchange in data/. */
let home: string;
let exchange: Started;
let [maker, taker, member]: Trader[] = [];
/** Wallets, keys and addresses of the page, with those of this exchange. */
let substitutes: (readonly [shown: string, here: string])[];

before(async () => {
  if (!isDeep()) return;
  directories = await prepareDataDirectories();
  home = directories.create();
  for (const [name, lines] of [
    [
      "npx",
      [
        '[ "$1" = presage ] || exec "$@"',
        "shift",
        `exec "${process.execPath}" "${ROOT}/bin/presage.js" "$@"`,
      ],
    ],
    ["presage", [`exec "${process.execPath}" "${ROOT}/bin/presage.js" "$@"`]],
  ] as const) {
    mkdirSync(join(home, "bin"), { recursive: true });
    writeFileSync(join(home, "bin", name), `#!/bin/sh\n${lines.join("\n")}\n`);
    chmodSync(join(home, "bin", name), 0o755);
  }
  // The client of the database is found from the folder of the release.
  symlinkSync(join(ROOT, "node_modules"), join(home, "node_modules"));
  const settings = { PRESAGE_OPERATORS: `ann=market-admin+resolver:${ANNS_TOKEN}` };
  const args = ["start", "--mode", "production", "--json", "--data-dir", join(home, "data"), ...SPEC_PORTS];
  exchange = await whenStarted(launchPresage(args, { settings, detached: true }));
  const { spec, admin, web } = exchange.addresses;
  const clock = {
    get now() {
      return Date.now();
    },
  };
  const reached = { ...requestsTo({ spec: spec.trading, polymarket: "", kuest: "" }), clock };
  [maker, taker, member] = await Promise.all(["m", "t", "x"].map((name) => createTrader(reached, name)));
  substitutes = [
    ["0x7500bf0aefcf7b174e8966cd1207c73ed1696760", member!.address],
    ["0x80d840ec54950079f111451b5cdf9aa389cd60b6", taker!.address],
    ["3377c936-1cbb-43f2-a33a-cd4ce1ccbb47", member!.credentials.apiKey],
    ["http://127.0.0.1:7001", spec.trading],
    ["http://127.0.0.1:7004", admin],
    ["http://127.0.0.1:7000", web],
    // What is traded here is traded today.
    ["--limit 1 --from 2026-04-01 --to 2026-06-01", "--limit 1"],
    ["/safe/", `${home}/safe/`],
    ["--to 100", "--to 10"],
  ];
});

after(() => directories?.close());

function shell(command: string): { readonly code: number | null; readonly output: string } {
  const here = substitutes.reduce((text, [shown, other]) => text.replaceAll(shown, other), command);
  const { status, stdout, stderr } = spawnSync("/bin/sh", ["-c", here], {
    cwd: home,
    env: {
      ...environmentWith({ ANNS_TOKEN }),
      PATH: `${home}/bin:${dirname(process.execPath)}:/usr/bin:/bin`,
    },
    encoding: "utf8",
  });
  return { code: status, output: stdout + stderr };
}

function runAsWritten({ command, printed, exported }: Documented): void {
  const { code, output } = shell([...exported, command].join("; "));
  assert.match(comparable(output), patternOf(printed), output);
  assert.equal(code, printed.some((line) => line.startsWith("presage: ")) ? 1 : 0, output);
}

/** Lets two wallets trade 100 shares at 0.60. One of them leaves an order, and a third makes a read-only key. */
async function trade(): Promise<void> {
  for (const { address } of [maker!, taker!])
    for (const command of [`account open ${address}`, `credit ${address} 250`])
      assert.equal(shell(`presage ${command} --reason x`).code, 0);
  await place(MARKET, [
    [maker!, 0, "0.6", "100"],
    [taker!, 1, "0.4", "100"],
    [maker!, 0, "0.1", "10"],
  ]);
  for (const command of [
    'event create "Snow in May"',
    'market create snow-in-may "Will it snow in Bern on 1 May?"',
    `market open ${SNOW}`,
  ])
    assert.equal(shell(`presage ${command} --reason x`).code, 0);
}

type Bid = readonly [trader: Trader, outcome: 0 | 1, price: string, size: string];

async function place(market: string, bids: readonly Bid[]): Promise<void> {
  const { tokenIds } = JSON.parse(shell(`presage market show ${market} --json`).output);
  for (const [trader, outcome, price, size] of bids) {
    const { status, text } = await trader.place({ tokenId: tokenIds[outcome], side: "BUY", price, size });
    assert.equal(status, 200, text);
  }
}

/** The picture's address of the page has that of this exchange in its place. */
function findPicture(): void {
  const [picture] = JSON.parse(shell("presage images list --json").output);
  substitutes = [...substitutes, ["/images/4f0b1f6c9b0e0d3a…", picture.path]];
}

async function redeem(): Promise<void> {
  const { conditionId } = JSON.parse(shell(`presage market show ${MARKET} --json`).output);
  const { status, text } = await maker!.request("POST", "/positions/redeem", { body: { conditionId } });
  assert.equal(status, 200, text);
}

/** Preparations for commands of the page, by the beginning of the command. */
const FIRST: Readonly<Record<string, () => unknown>> = {
  "npx presage mode cancel-only": trade,
  'npx presage market undo will-it-rain-in-bern-on-1-may --reason "one more': redeem,
  "npx presage images add": () => writeFileSync(join(home, "cup.png"), pngOf({ width: 640, height: 640 })),
  'npx presage event create "Who wins the league?"': findPicture,
  "npx presage orders rehearse": () =>
    place(SNOW, [
      [maker!, 0, "0.6", "5"],
      [taker!, 1, "0.4", "5"],
      [maker!, 0, "0.1", "10"],
      [maker!, 1, "0.2", "10"],
      [taker!, 0, "0.1", "10"],
    ]),
  "npx presage names list": async () => {
    assert.equal((await taker!.request("POST", "/name", { body: { name: "Benjamin" } })).status, 200);
  },
  "npx presage key list": async () => {
    assert.equal((await member!.request("POST", "/auth/readonly-api-key")).status, 200);
  },
  "npx presage restore presage.backup": () => {
    mkdirSync(join(home, "safe"), { recursive: true });
    copyFileSync(join(home, "data", "master-key"), join(home, "safe", "master-key"));
  },
  "npx presage restore cut.backup": () => {
    writeFileSync(join(home, "cut.backup"), readFileSync(join(home, "presage.backup")).subarray(0, -100));
  },
};

/** Commands of a stopped exchange, which come last. */
const STOPPED = [/^presage: The master key of/, /Keys that ended/];
/** Scripts that are run, by words of theirs. */
const SCRIPTS = /^(mkdir -m 700 drill|PGHOST=)/;

/** Lines that are left out of the walk, and why. */
const LEFT_OUT: Reasons = [
  [/^npm ci$/, "installs packages of a registry"],
  [
    /disk is nearly full|damaged on the disk|waiting for locks|tables {8}at batch|start waits/,
    "takes trouble, which other tests make",
  ],
  [
    /^\$ npx presage clock|ahead of this machine's clock/,
    "takes a clock that is wrong, which other tests make",
  ],
  [/rate_limited/, "takes a client that asked too much, which other tests make"],
  [
    /does not know: Presage 0|^from {8}[^]*\nrehearsal/,
    "takes another release, whose schema other tests make",
  ],
  [/^\[Unit\]/, "is a file for systemd, which another test reads"],
  [/^mkdir \/opt\/presage$/m, "unpacks the package, which npm run test:package does"],
  [/presage start/, "starts another exchange, with other settings"],
  [/^(useradd|# sudo)/, "takes root and systemd"],
  [/^livenessProbe/, "is a file for Kubernetes"],
  [/^map /, "is a file for nginx"],
  [/^PRESAGE_(PUBLIC_URL|BACKUP_DIR)/, "is a file of settings"],
  [/^presage backups/, "takes a bucket, which another test has"],
  [/^address,amount/, "is a file of accounts"],
  [/^\[\n/, "is a file of the first start, which another test runs"],
  [/^\{\n/, "is a line of the log"],
  [/^PGPASSWORD/, "takes a psql, which the install lacks"],
  [/^npx presage invites/, "takes ids that the page does not show"],
];

const isStopped = ({ printed }: Documented): boolean =>
  printed.some((line) => STOPPED.some((says) => says.test(line)));
const sessions = sessionsOf(GUIDE).filter(
  (one) => !isStopped(one) && !LEFT_OUT.some(([says]) => says.test([one.command, ...one.printed].join("\n"))),
);
/** Commands with the figures of an exchange after a trade. */
const figures = sessions.filter(({ command }) => command === "npx presage status");
const traded = sessions.findIndex(({ command }) => command.startsWith("npx presage mode normal"));

test("each line of the operators' guide is walked, or left out for a reason", (context) => {
  const commands = new Set(sessions.map(({ command }) => command));
  const { all, walked, left, unexplained, unused } = countWalked({
    page: GUIDE,
    isWalked: (one) => commands.has(one.command) || isStopped(one),
    isRun: ([first = ""]) => SCRIPTS.test(first),
    reasons: LEFT_OUT,
  });
  context.diagnostic(`${walked} of ${all} lines between fences are run and compared`);
  for (const [reason, lines] of left) context.diagnostic(`${lines} not: ${reason}`);
  assert.deepEqual([unexplained, unused], [[], []]);
});

describe("the operators' guide", { skip: !isDeep() && "only in npm run test:deep" }, () => {
  for (const documented of sessions.filter((one) => !figures.includes(one)).toSpliced(traded, 0, ...figures))
    it(`does what it shows: ${documented.command}`, async () => {
      const first = Object.entries(FIRST).find(([command]) => documented.command.startsWith(command));
      await first?.[1]();
      runAsWritten(documented);
    });

  it("has a drill that ends with 0", () => {
    const { code, output } = shell(scriptAfter(GUIDE, "**A drill.**").replaceAll("\n", " || exit 1\n"));
    assert.equal(code, 0, output);
    assert.match(output, /All agrees: /);
  });

  it("has a script that asks the database", () => {
    const { code, output } = shell(scriptAfter(GUIDE, "Without, in the folder of the release"));
    assert.equal(code, 0, output);
    assert.match(output, /application_name[^]*presage writer/);
  });

  it("says what a start says with another master key, and changes the key when it is stopped", async () => {
    assert.equal((await exchange.stop("SIGTERM")).code, 0);
    const key = join(home, "data", "master-key");
    const right = readFileSync(key);
    const [start, rotate] = STOPPED.map((says) =>
      sessionsOf(GUIDE).find(({ printed }) => printed.some((line) => says.test(line)))!,
    );
    writeFileSync(key, `${"5e".repeat(32)}\n`);
    runAsWritten(start!);
    writeFileSync(key, right);
    runAsWritten(rotate!);
  });
});
