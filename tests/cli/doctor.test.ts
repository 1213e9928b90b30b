/**
 * `presage doctor` against a running exchange. Every mistake of docs/trading/troubleshooting.md is made, refused by the
 * exchange, and found. No secret is printed.
 */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import type { TestContext } from "node:test";
import { diagnosisText, readRequest } from "../../src/cli/doctor.ts";
import { callOperator, findOperator } from "../../src/cli/operator/operator-api.ts";
import type { ApiRequest } from "../../src/cli/operator/operator-api.ts";
import { readConfig } from "../../src/settings/config.ts";
import { MISTAKES } from "../../src/tools/doctor/check.ts";
import type { Mistake } from "../../src/tools/doctor/check.ts";
import { environmentWith, prepareDataDirectories, runPresage } from "../support/presage.ts";
import type { DataDirectories, Finished } from "../support/presage.ts";
import { CHECKS } from "./doctor/checks.ts";
import { KEY_MISTAKES } from "./doctor/key-mistakes.ts";
import { ORDER_MISTAKES } from "./doctor/order-mistakes.ts";
import { REQUEST_MISTAKES } from "./doctor/request-mistakes.ts";
import { VERSION_MISTAKES } from "./doctor/version-mistakes.ts";
import { WALLET_MISTAKES } from "./doctor/wallet-mistakes.ts";
import { messageOf, ordered, send, signed, startWorld } from "./doctor/world.ts";
import type { Played, World } from "./doctor/world.ts";

const MAIN = fileURLToPath(new URL("../../bin/presage.js", import.meta.url));
const page = readFileSync(new URL("../../docs/trading/troubleshooting.md", import.meta.url), "utf8");
/** Rows of the tables of mistakes, each with the paragraph above its table, which has the answer that all rows have. */
const rows = page.split(/^## /m).flatMap((section) => {
  const [, above, table = ""] = /^([^|]*)(\| mistake [^]*)/m.exec(section) ?? [];
  const cells = [...table.matchAll(/^\| `([a-z_]+)` +\| (.*) \|$/gm)];
  return cells.map(([, mistake, text]) => ({ mistake: mistake!, above: above!, cells: text!.split(" | ") }));
});

const FIRST_WRONG = /\nfirst wrong thing: ([a-z -]+) \(([a-z_]+)\) - (.{20,})\n$/;

/** Reads the answer to a mistake, as its row and the paragraph above the table state it. */
function answerTo(mistake: string): string {
  const row = rows.find((one) => one.mistake === mistake);
  return row === undefined ? "" : [row.mistake, row.above, ...row.cells].join(" ");
}

/**
 * Takes times out of a text and makes it lower case. The clock goes on between two requests, and names of headers lose
 * their case on the way.
 */
const withoutTimes = (text: string): string =>
  text.replaceAll(/\d{10,}|\d+ s (behind|ahead)/g, "").toLowerCase();

let directories: DataDirectories;
let directory: string;
let files: string;
let world: World;

before(async () => {
  directories = await prepareDataDirectories();
  directory = directories.create();
  files = mkdtempSync(join(tmpdir(), "presage-doctor-"));
  world = await startWorld(directory);
});

after(async () => {
  assert.equal((await world.exchange.stop("SIGTERM")).code, 0);
  directories.close();
  rmSync(files, { recursive: true });
});

let written = 0;

function doctor(test: TestContext, ...args: readonly string[]): Promise<Finished> {
  return runPresage(test, ["doctor", ...args, "--data-dir", directory]);
}

async function diagnose(test: TestContext, text: string, ...args: readonly string[]): Promise<Finished> {
  written += 1;
  const file = join(files, `request-${written}.txt`);
  writeFileSync(file, text);
  return doctor(test, "request", file, ...args);
}

const call = (request: ApiRequest): Promise<string> => {
  const operator = findOperator(readConfig({ PRESAGE_DATA_DIR: directory }, []));
  return callOperator(operator!, request);
};

const host = ({ dialect = "spec" }: Pick<Played, "dialect"> = {}): string =>
  new URL(world.exchange.addresses[dialect]!.trading).host;

function assertSecretsKept(output: string, { secrets }: Pick<Played, "secrets">): void {
  for (const secret of secrets) assert.ok(!output.includes(secret), `${secret} is told: ${output}`);
}

describe("presage doctor with the two versions of markets", { concurrency: 2 }, () => {
  for (const [mistake, how, play, expected = /./] of VERSION_MISTAKES)
    it(`names ${mistake}: ${how}`, async () => {
      const played = await play(world);
      const body = readRequest(Buffer.from(messageOf(played, host())));
      const diagnosis = JSON.parse(await call({ method: "POST", path: "/diagnoses/request", body }));
      const [, , named, hint = ""] = FIRST_WRONG.exec(diagnosisText(diagnosis)) ?? [];
      assert.equal(named, mistake, diagnosisText(diagnosis));
      assert.match(hint, expected);
      assertSecretsKept(JSON.stringify(diagnosis), played);
      const reply = await send(world, played);
      const refusal = JSON.parse(await reply.text());
      assert.equal(reply.status, 400, refusal);
      assert.match(refusal.hint, expected);
    });
});

describe("presage doctor", { concurrency: 2 }, () => {
  for (const [mistake, how, play, expected = /./] of [
    ...REQUEST_MISTAKES,
    ...WALLET_MISTAKES,
    ...ORDER_MISTAKES,
  ]) {
    it(`names ${mistake}: ${how}`, async () => {
      const played = await play(world);
      const text = messageOf(played, host(played));
      const body = readRequest(Buffer.from(text));
      const diagnosis = JSON.parse(await call({ method: "POST", path: "/diagnoses/request", body }));
      const shown = diagnosisText(diagnosis);
      assert.equal(diagnosis.ok, false);
      const [, check, named, hint] = FIRST_WRONG.exec(shown) ?? [];
      assert.equal(named, mistake, shown);
      assert.match(hint!, expected);
      assertSecretsKept(shown + JSON.stringify(diagnosis), played);
      const checks = CHECKS[mistake as Mistake];
      assert.ok(checks.includes(check!), `expected one of the checks ${checks}, got ${check}`);
      const reply = await send(world, played);
      const refusal = JSON.parse(await reply.text());
      assert.ok(reply.status >= 400, `the exchange took it: ${reply.status}`);
      const answer = answerTo(mistake);
      assert.ok(answer.includes(refusal.code ?? refusal.error), `${refusal.code} is not in: ${answer}`);
      if (reply.status === 401) assert.equal(withoutTimes(refusal.hint), withoutTimes(hint!));
    });
  }

  for (const [mistake, how, args, expected = /./] of KEY_MISTAKES) {
    it(`names ${mistake} of a key: ${how}`, async (test) => {
      const given = await args(world);
      const json = await doctor(test, "key", ...given, "--json");
      assert.deepEqual([json.code, json.stderr], [1, ""]);
      const { first_wrong: wrong } = JSON.parse(json.stdout);
      assert.equal(wrong.mistake, mistake, json.stdout);
      assert.match(wrong.hint, expected);
      assertSecretsKept(json.stdout + json.stderr, signed(world.ann, {}));
      assertSecretsKept(json.stdout + json.stderr, {
        secrets: given.slice(1).filter((one) => one.length > 42),
      });
    });
  }
});

describe("presage doctor, by itself", () => {
  it("tells what it looked at, the first wrong thing and what to do, and ends with code 1", async (test) => {
    const played = signed(world.ann, { path: "/balances?id=7" }, { signedPath: "/balances?id=7" });
    const found = await diagnose(test, messageOf(played, host()));
    assert.deepEqual([found.code, found.stderr], [1, ""]);
    assert.match(found.stdout, /^CHECK +GOT +EXPECTED\nroute +ok +GET \/balances in the dialect spec\n/);
    assert.match(found.stdout, /\nsignature +WRONG +the HMAC of \d{10}GET\/balances\n/);
    assert.match(
      found.stdout,
      /\n\nfirst wrong thing: signature \(query_signed\) - signature: [^\n]+ alone\n$/,
    );
    assertSecretsKept(found.stdout + found.stderr, played);
  });
});

describe("what is right", () => {
  it("is called right, and the dry run, the exchange and the doctor agree", async (test) => {
    const played = await ordered(world.ann, {
      tokenId: world.ordinary.yes,
      side: "BUY",
      price: "0.2",
      size: "5",
    });
    const found = await diagnose(test, messageOf(played, host()));
    assert.deepEqual([found.code, found.stderr], [0, ""], found.stdout);
    assert.match(found.stdout, /POST \/order: nothing is wrong\.\n$/);
    assertSecretsKept(found.stdout + found.stderr, played);
    assert.equal((await send(world, played)).status, 200);
  });

  it("is not called right when it was not tried: a cancellation", async (test) => {
    const orderID = `0x${"ab".repeat(32)}`;
    for (const [path, body] of [
      ["/order", { orderID }],
      ["/orders", [orderID]],
    ] as const) {
      const played = signed(world.ann, { method: "DELETE", path, body: JSON.stringify(body) });
      const found = await diagnose(test, messageOf(played, host()));
      assert.deepEqual([found.code, found.stderr], [0, ""], found.stdout);
      assert.ok(
        found.stdout.endsWith(`\nDELETE ${path}: checked up to the body; it was not carried out.\n`),
        found.stdout,
      );
      assertSecretsKept(found.stdout, played);
    }
  });

  it("is told to programs as well", async (test) => {
    const played = signed(world.ann, {}, { signedMethod: "get" });
    const found = await diagnose(test, messageOf(played, host()), "--json");
    const { ok, first_wrong: wrong, checks } = JSON.parse(found.stdout);
    assert.deepEqual([found.code, ok, wrong.mistake], [1, false, "method_signed"]);
    assert.deepEqual(Object.keys(wrong), ["check", "ok", "expected", "got", "mistake", "hint"]);
    assert.deepEqual(
      checks.map(({ check }: { check: string }) => check),
      "route,headers,address,timestamp,key,owner,passphrase,signature encoding,signature,query".split(","),
    );
    assertSecretsKept(found.stdout + found.stderr, played);
  });

  it("is found in a curl command as well, and as of the moment that is given", async (test) => {
    const { headers, path, secrets } = signed(world.ann, {}, { timestamp: "1780000000" });
    const flags = Object.entries(headers).map(([name, value]) => `-H '${name}: ${value}'`);
    const curl = (query: string): string =>
      `curl -sS ${flags.join(" \\\n  ")} \\\n  '${world.exchange.addresses.spec.trading}${path}?${query}'\n`;
    const command = curl(`address=${world.ann.address}`);
    const now = await diagnose(test, command);
    assert.match(now.stdout, /first wrong thing: timestamp \(clock_behind\)/);
    const then = await diagnose(test, command, "--at", "1780000003");
    assert.deepEqual([then.code, then.stderr], [0, ""], then.stdout);
    assertSecretsKept(then.stdout + then.stderr, { secrets });
    const unknown = await diagnose(test, curl("shade=7"), "--at", "1780000003");
    assert.deepEqual([unknown.code, unknown.stderr], [1, ""], unknown.stdout);
    assert.match(
      unknown.stdout,
      /\nsignature +ok [^]*first wrong thing: query \(invalid_payload\) - [^\n]+, got "shade"\n$/,
    );
    assertSecretsKept(unknown.stdout + unknown.stderr, { secrets });
  });

  it("is a key with its own secret and passphrase", async (test) => {
    const { apiKey, secret, passphrase } = world.ann.credentials;
    const held = [`--secret=${secret}`, "--passphrase", passphrase, "--address", world.ann.address];
    const found = await doctor(test, "key", apiKey, ...held);
    assert.deepEqual([found.code, found.stderr], [0, ""], found.stdout);
    assert.match(found.stdout, /balance 10000/);
    assertSecretsKept(found.stdout + found.stderr, signed(world.ann, {}));
  });
});

describe("presage doctor key", () => {
  it("reads secret and passphrase from standard input, in this order", () => {
    const { apiKey, secret, passphrase } = world.ann.credentials;
    const args = ["doctor", "key", apiKey, "--passphrase", "-", "--secret", "-", "--data-dir", directory];
    const given = (input: string) =>
      spawnSync(process.execPath, [MAIN, ...args], { input, encoding: "utf8", env: environmentWith({}) });
    const right = given(`${secret}\n${passphrase}\n`);
    assert.deepEqual([right.status, right.stderr], [0, ""], right.stdout);
    assert.match(right.stdout, /\nsecret +ok[^]*\npassphrase +ok/);
    const swapped = given(`${passphrase}\n${secret}\n`);
    assert.match(swapped.stdout, /first wrong thing: secret \(secret_swapped\)/);
    const short = given(`${secret}\n`);
    assert.deepEqual([short.status, short.stdout], [1, ""]);
    assert.match(short.stderr, /^presage: --passphrase -: expected it as line 2 of standard input[^\n]+\n$/);
  });
});

describe("what cannot be read", () => {
  it("is refused in one line", async (test) => {
    for (const [text, line] of [
      ["", /expected a request, got nothing/],
      ["hello there", /expected a request line as in "POST \/order HTTP\/1\.1"/],
      ["GET / HTTP/1.1\nno colon", /line of 8 characters without a colon/],
      ["curl -X POST -d @order.json http://127.0.0.1/order", /put the file's text there/],
    ] as const) {
      const { code, stdout, stderr } = await diagnose(test, text);
      assert.deepEqual([code, stdout], [1, ""]);
      assert.match(stderr, line);
      assert.match(stderr, /^presage: [^\n]+\n$/);
    }
  });
});

describe("docs/trading/troubleshooting.md", () => {
  it("has a row for every mistake, and none besides", () => {
    assert.deepEqual(rows.map(({ mistake }) => mistake).toSorted(), Object.keys(MISTAKES).toSorted());
  });

  it("has a cause and a cure for each of them", () => {
    for (const { mistake, cells } of rows)
      assert.ok(cells.length >= 2 && cells.every((cell) => cell.trim().length > 10), mistake);
  });

  it("is played, all of it", () => {
    const all = [...REQUEST_MISTAKES, ...WALLET_MISTAKES, ...ORDER_MISTAKES, ...KEY_MISTAKES];
    const played = new Set<string>(all.map(([name]) => name));
    assert.deepEqual(
      Object.keys(MISTAKES).filter((name) => !played.has(name)),
      [],
    );
  });
});
