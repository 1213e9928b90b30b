/** The real program in virtual time: its subcommands, a kill, a seed, and what production refuses. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { TestContext } from "node:test";
import { deepTest } from "../support/depth.ts";
import {
  prepareDataDirectories,
  runPresage,
  runRefusedStart,
  spawnPresage,
  SPEC_PORTS,
  whenStarted,
} from "../support/presage.ts";
import type { DataDirectories, Started } from "../support/presage.ts";
import { startHere } from "../support/start-here.ts";

const VIRTUAL = {
  PRESAGE_CLOCK: "virtual",
  PRESAGE_CLOCK_START: "2027-01-01T00:00:00Z",
  PRESAGE_SEED: "any text",
};
const STANDS = " (virtual, it stands)\n";

let directories: DataDirectories;
before(async () => {
  directories = await prepareDataDirectories();
});
after(() => directories.close());

const start = (
  context: TestContext,
  directory: string,
  settings: Readonly<Record<string, string>> = VIRTUAL,
): Promise<Started> =>
  whenStarted(spawnPresage(context, ["start", "--data-dir", directory, "--json", ...SPEC_PORTS], settings));

const tokenOf = (directory: string): string => readFileSync(join(directory, "admin-token"), "utf8").trim();

deepTest("presage clock sets the time, which a kill does not take back", async (context) => {
  const directory = directories.create();
  const run = (...args: string[]) => runPresage(context, ["clock", ...args, "--data-dir", directory]);
  const running = await start(context, directory);
  assert.equal((await run()).stdout, `2027-01-01T00:00:00.000Z${STANDS}`);
  assert.equal((await run("step", "90.5")).stdout, `2027-01-01T00:01:30.500Z${STANDS}`);
  assert.equal((await run("to", "2027-02-01T00:00:00Z")).stdout, `2027-02-01T00:00:00.000Z${STANDS}`);
  assert.match((await run("rate", "2")).stdout, /^2027-02-01T00:00:0.* \(virtual, 2 seconds a second\)\n$/);
  const { time } = JSON.parse((await run("pause", "--json")).stdout);
  for (const [args, reason] of [
    [["stpe", "3"], /^presage: clock: expected nothing or one of .*, got "stpe" \(did you mean step\?\)/],
    [["step"], /^presage: clock needs step SECONDS: SECONDS is missing/],
    [["step", "soon"], /^presage: clock: SECONDS: expected a number like 90 or 0.5, got "soon"/],
    [["to", "2026-01-01T00:00:00Z"], /time: expected one from 2027-02-01T/],
  ] as const) {
    const { code, stderr } = await run(...args);
    assert.deepEqual([code, reason.test(stderr)], [1, true], stderr);
  }
  await running.stop("SIGKILL");
  await start(context, directory);
  assert.equal((await run()).stdout, `${time}${STANDS}`);
});

test("a seed stands for the secrets of a new directory", async (context) => {
  const tokens: string[] = [];
  for (const seed of ["rain", "rain", "snow"]) {
    const directory = directories.create();
    const running = await startHere(context, directory, { ...VIRTUAL, PRESAGE_SEED: seed });
    await running.stop();
    tokens.push(tokenOf(directory));
  }
  const [first, again, other] = tokens;
  assert.equal(again, first);
  assert.notEqual(other, first);
});

test("production has neither virtual time nor its route", async (context) => {
  const directory = directories.create();
  for (const [settings, reason] of [
    [{ PRESAGE_CLOCK: "virtual" }, /PRESAGE_CLOCK: expected system in production/],
    [{ PRESAGE_SEED: "rain" }, /PRESAGE_SEED: expected none in production/],
  ] as const) {
    const refused = await runRefusedStart(
      context,
      ["start", "--data-dir", directory, "--mode", "production"],
      settings,
    );
    assert.deepEqual([refused.code, reason.test(refused.stderr)], [1, true], refused.stderr);
  }
  const flags = ["start", "--data-dir", directory, "--json", "--mode", "production", ...SPEC_PORTS];
  const { addresses } = await whenStarted(spawnPresage(context, flags));
  const answer = await fetch(`${addresses.admin}/sandbox/clock`, {
    method: "POST",
    headers: { authorization: `Bearer ${tokenOf(directory)}`, "content-type": "application/json" },
    body: JSON.stringify({ action: "pause" }),
  });
  assert.equal(answer.status, 404, await answer.text());
});
