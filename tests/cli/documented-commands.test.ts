/**
 * The commands of the operators' guide, run in their order in a shell against an exchange in production. They print the
 * output of the page, except for times, hashes and numbers.
 */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
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
import { createTrader } from "../support/trader.ts";
import type { Trader } from "../support/trader.ts";
import { comparable, patternOf, scriptAfter, sessionsOf } from "./documented-commands.ts";
import type { Documented } from "./documented-commands.ts";

const ROOT = join(import.meta.dirname, "..", "..");
const GUIDE = "operating.md";
const ANNS_TOKEN = "7e".repeat(32);
const MARKET = "will-it-rain-in-bern-on-1-may";

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
    ["npx", ["shift", `exec "${process.execPath}" "${ROOT}/src/main.ts" "$@"`]],
    ["presage", [`exec "${process.execPath}" "${ROOT}/src/main.ts" "$@"`]],
  ] as const) {
    mkdirSync(join(home, "bin"), { recursive: true });
    writeFileSync(join(home, "bin", name), `#!/bin/sh\n${lines.join("\n")}\n`);
    chmodSync(join(home, "bin", name), 0o755);
  }
  const settings = { PRESAGE_OPERATORS: `ann=market-admin+resolver:${ANNS_TOKEN}` };
  const args = ["start", "--mode", "production", "--json", "--data-dir", join(home, "data"), ...SPEC_PORTS];
  exchange = await whenStarted(launchPresage(args, { settings, detached: true }));
  const { spec, admin } = exchange.addresses;
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
    ["/safe/", `${home}/safe/`],
    ["--to 100", "--to 10"],
  ];
});

after(() => directories?.close());

function shell(command: string): { readonly code: number | null; readonly output: string } {
  const here = substitutes.reduce((text, [shown, other]) => text.replaceAll(shown, other), command);
  const { status, stdout, stderr } = spawnSync("/bin/sh", ["-c", here], {
    cwd: home,
    env: { ...environmentWith({ ANNS_TOKEN }), PATH: `${home}/bin:/usr/bin:/bin` },
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
  const { output } = shell(`presage market show ${MARKET} --json`);
  const { tokenIds } = JSON.parse(output);
  for (const [trader, side, price, size] of [
    [maker!, 0, "0.6", "100"],
    [taker!, 1, "0.4", "100"],
    [maker!, 0, "0.1", "10"],
  ] as const) {
    const { status, text } = await trader.place({ tokenId: tokenIds[side], side: "BUY", price, size });
    assert.equal(status, 200, text);
  }
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

/** Commands that need another exchange: one that starts, has trouble, is damaged, or was asked too much. */
const ELSEWHERE = [/^npm ci$/, /presage start/, /^npx presage rotate-master-key/, /^curl -si/];
const TROUBLE = /disk is nearly full|damaged on the disk|waiting for locks/;

const sessions = sessionsOf(GUIDE).filter(
  ({ command, printed }) =>
    ELSEWHERE.every((one) => !one.test(command)) && !printed.some((line) => TROUBLE.test(line)),
);
/** Commands with the figures of an exchange after a trade. */
const figures = sessions.filter(({ command }) => command === "npx presage status");
const traded = sessions.findIndex(({ command }) => command.startsWith("npx presage mode normal"));

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

  it("says what a start says with another master key, and changes the key when it is stopped", async () => {
    assert.equal((await exchange.stop("SIGTERM")).code, 0);
    const key = join(home, "data", "master-key");
    const right = readFileSync(key);
    const [start, rotate] = [/^presage: The master key of/, /Keys that ended/].map((says) =>
      sessionsOf(GUIDE).find(({ printed }) => printed.some((line) => says.test(line)))!,
    );
    writeFileSync(key, `${"5e".repeat(32)}\n`);
    runAsWritten(start!);
    writeFileSync(key, right);
    runAsWritten(rotate!);
  });
});
