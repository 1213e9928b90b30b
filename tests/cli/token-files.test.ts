/** Tokens of operators in files: another text takes effect without a restart, and the tokens of before are refused. */
import assert from "node:assert/strict";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, it } from "node:test";
import {
  prepareDataDirectories,
  runPresage,
  SPEC_PORTS,
  spawnPresage,
  whenStarted,
} from "../support/presage.ts";
import type { DataDirectories } from "../support/presage.ts";
import { until } from "../support/until.ts";

let directories: DataDirectories;

before(async () => {
  directories = await prepareDataDirectories();
});
after(() => directories.close());

const tokenOf = (digits: string): string => digits.repeat(32);

it("follows files of tokens that change while the exchange runs", async (test) => {
  const directory = directories.create();
  const file = join(directory, "operators");
  const write = (text: string): void => writeFileSync(file, text, { mode: 0o600 });
  write(`ann=viewer:${tokenOf("a1")},bob=viewer:${tokenOf("b2")}`);
  const args = ["start", "--data-dir", directory, "--json", ...SPEC_PORTS];
  const exchange = await whenStarted(spawnPresage(test, args, { PRESAGE_OPERATORS_FILE: file }));
  const { addresses, output } = exchange;
  const statusOf = async (token: string): Promise<number> =>
    (await fetch(`${addresses.admin}/settings`, { headers: { authorization: `Bearer ${token}` } })).status;
  const first = readFileSync(join(directory, "admin-token"), "utf8").trim();
  for (const token of [first, tokenOf("a1"), tokenOf("b2")]) assert.equal(await statusOf(token), 200);

  const stream = await fetch(`${addresses.admin}/changes`, {
    headers: { authorization: `Bearer ${tokenOf("a1")}` },
  });
  write(`ann=viewer:${tokenOf("c3")},bob=viewer:${tokenOf("b2")}`);
  await until("the old token of ann is refused", async () => (await statusOf(tokenOf("a1"))) === 401);
  assert.deepEqual([await statusOf(tokenOf("c3")), await statusOf(tokenOf("b2"))], [200, 200]);
  assert.match(await stream.text(), /the operators' tokens were replaced/);

  // A text that is no list of operators changes nothing: the tokens of before stay.
  write("ann=viewer:short");
  rmSync(join(directory, "admin-token"));
  await until("the exchange has looked again", () => output.stderr.includes("operators_fault"));
  assert.deepEqual([await statusOf(first), await statusOf(tokenOf("c3"))], [200, 200]);

  write(`bob=viewer:${tokenOf("b2")}`);
  await until("the first token is refused", async () => (await statusOf(first)) === 401);
  assert.equal(await statusOf(tokenOf("c3")), 401);
  const made = readFileSync(join(directory, "admin-token"), "utf8").trim();
  assert.notEqual(made, first);
  assert.equal(await statusOf(made), 200);
  assert.equal((await runPresage(test, ["mode"], { PRESAGE_DATA_DIR: directory })).code, 0);
  await exchange.stop("SIGTERM");
});
