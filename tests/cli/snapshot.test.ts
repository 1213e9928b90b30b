/** The real program and its snapshots: subcommands, a kill, the first start, a fork, and production, which has none. */
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { after, before } from "node:test";
import type { TestContext } from "node:test";
import { deepTest } from "../support/depth.ts";
import {
  prepareDataDirectories,
  runPresage,
  spawnPresage,
  SPEC_PORTS,
  whenStarted,
} from "../support/presage.ts";
import type { DataDirectories, Started } from "../support/presage.ts";

const WALLET = "0x52908400098527886e0f7030069857d2e4169ee7";

let directories: DataDirectories;
before(async () => {
  directories = await prepareDataDirectories();
});
after(() => directories.close());

const start = (context: TestContext, directory: string, ...flags: string[]): Promise<Started> =>
  whenStarted(spawnPresage(context, ["start", "--data-dir", directory, "--json", ...flags, ...SPEC_PORTS]));

/** Ports of a fork. Below those that the system gives away, so that no other test has one. */
const [FIRST, LAST, WIDTH] = [10_000, 30_000, 11];

/** Finds a port that is free with those behind it. */
async function freePort(): Promise<number> {
  for (;;) {
    const first = FIRST + Math.floor(Math.random() * (LAST - FIRST));
    const ports = Array.from({ length: WIDTH }, (_, index) => first + index);
    if ((await Promise.all(ports.map(isFree))).every(Boolean)) return first;
  }
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });

deepTest(
  "a sandbox goes back to a snapshot after a kill, to its first start, and into a fork",
  async (context) => {
    const directory = directories.create();
    const run = async (...args: string[]): Promise<string> => {
      const { code, stdout, stderr } = await runPresage(context, [...args, "--data-dir", directory]);
      assert.equal(code, 0, stderr);
      return stdout;
    };
    const accounts = async (admin: string, in_ = directory): Promise<number> => {
      const token = readFileSync(join(in_, "admin-token"), "utf8").trim();
      const answer = await fetch(`${admin}/status`, { headers: { authorization: `Bearer ${token}` } });
      const { counts } = (await answer.json()) as { counts: { accounts: number } };
      return counts.accounts;
    };
    const killed = await start(context, directory);
    await run("account", "open", WALLET, "--reason", "a test");
    assert.match(await run("snapshot", "funded"), /^funded is batch \d+ of the journal/);
    await run("account", "open", WALLET.replace("52", "53"), "--reason", "a test");
    assert.equal(await accounts(killed.addresses.admin), 2);
    await killed.stop("SIGKILL");
    const { addresses } = await start(context, directory);
    assert.match(await run("restore-snapshot", "funded"), /^The exchange is back at funded/);
    assert.equal(await accounts(addresses.admin), 1);
    assert.match(await run("reset"), /^The exchange is back at its first start/);
    assert.equal(await accounts(addresses.admin), 0);
    assert.match(await run("verify"), /^All agrees/);

    const port = await freePort();
    const forking = spawnPresage(context, [
      "fork",
      String(port),
      "--snapshot",
      "funded",
      "--data-dir",
      directory,
      "--json",
    ]);
    const fork = await whenStarted(forking);
    const forked = join(directory, "forks", String(port));
    assert.equal(await accounts(fork.addresses.admin, forked), 1);
    assert.equal(await accounts(addresses.admin), 0);
    assert.equal((await fork.stop("SIGTERM")).code, 0);
    assert.ok(!existsSync(forked), "the fork is still there");

    for (const [args, reason] of [
      [["restore-snapshot", "funde"], /expected a snapshot, of which there are start, funded, got "funde"/],
      [["fork", "0"], /^presage: fork: expected a port from 1 to 65525, got "0"/],
      [["fork", String(port), "--snapshot", "none"], /^presage: there is no snapshot "none"/],
      [["fork", String(port), "--admin-port", "1"], /^presage: fork: expected no --admin-port/],
      [
        ["fork", String(port), "--mode", "production"],
        /^presage: fork: expected a sandbox, and PRESAGE_MODE/,
      ],
    ] as const) {
      const { code, stderr } = await runPresage(context, [...args, "--data-dir", directory]);
      assert.deepEqual([code, reason.test(stderr)], [1, true], stderr);
    }
  },
);

deepTest(
  "production is no sandbox where nothing says a mode: neither its fork nor its next start",
  async (context) => {
    const directory = directories.create();
    const production = await start(context, directory, "--mode", "production");
    const port = String(await freePort());
    const place = ["--data-dir", directory];
    const refuse = async (args: readonly string[], reason: RegExp): Promise<void> => {
      const { code, stderr } = await runPresage(context, [...args, ...place]);
      assert.deepEqual([code, reason.test(stderr)], [1, true], stderr);
    };
    const running =
      /^presage: fork: expected a sandbox, and the exchange of this data directory is in production/;
    await refuse(["fork", port], running);
    for (const command of [["faults"], ["residents"], ["snapshot", "calm"], ["reset"], ["clock", "pause"]])
      await refuse(
        command,
        /^presage: The exchange at \S+ is in production, and this command is for a sandbox$/m,
      );
    assert.equal((await production.stop("SIGTERM")).code, 0);
    await refuse(["fork", port], running);
    assert.ok(!existsSync(join(directory, "forks", port)), "a part of the fork is there");
    await refuse(["start", ...SPEC_PORTS], /^presage: This exchange is in production, .*--mode production/m);
  },
);

deepTest(
  "a fork of a snapshot in virtual time goes on from there, though the machine's clock is behind",
  async (context) => {
    const directory = directories.create();
    const settings = ["--clock", "virtual", "--clock-start", "2027-01-01T00:00:00Z", "--demo", "empty"];
    await start(context, directory, ...settings);
    for (const args of [
      ["clock", "to", "2040-05-01T00:00:00Z"],
      ["account", "open", WALLET, "--reason", "a test"],
      ["snapshot", "later"],
    ]) {
      const { code, stderr } = await runPresage(context, [...args, "--data-dir", directory]);
      assert.equal(code, 0, stderr);
    }
    const port = await freePort();
    const fork = spawnPresage(
      context,
      ["fork", String(port), "--snapshot", "later", "--data-dir", directory].concat([
        "--demo",
        "empty",
        "--json",
      ]),
    );
    await whenStarted(fork);
    const forked = join(directory, "forks", String(port));
    const { stdout } = await runPresage(context, ["clock", "--data-dir", forked, "--json"]);
    assert.match(stdout, /2040-05-01T00:00/);
    assert.equal((await fork.stop("SIGTERM")).code, 0);
  },
);
