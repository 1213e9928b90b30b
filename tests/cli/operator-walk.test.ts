/**
 * A walk through the operators' subcommands: help, output as text and as JSON, and errors, against one exchange. The
 * outputs stand in operator-walk.golden, without what differs from run to run; WRITE_GOLDEN=1 writes the file.
 */
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import type { TestContext } from "node:test";
import { requestsTo } from "../support/exchange.ts";
import {
  launchPresage,
  prepareDataDirectories,
  runPresage,
  SPEC_PORTS,
  whenStarted,
} from "../support/presage.ts";
import type { DataDirectories, Started } from "../support/presage.ts";
import { createTrader } from "../support/trader.ts";

const GOLDEN = new URL("operator-walk.golden", import.meta.url);
const WALK = readFileSync(new URL("operator-walk.txt", import.meta.url), "utf8");

const COMMANDS =
  "account announcement attention audit ban brand clock credit debit faults figures images impersonate invites key maker mode names orders quarantine residents restore-snapshot reset site snapshot webhooks backups event market doctor";

const FILES = {
  "funds.csv": "address,amount,note\n0x00000000000000000000000000000000000000a2,10,first\n",
  "wrong.csv": "0x00000000000000000000000000000000000000a3,ten\nnobody,1\n",
  "names.csv": "name\nAnn\nBob\n",
  "dot.png": Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
    "base64",
  ),
};

/** Texts that differ from run to run, each with what stands for it. */
const DIFFERS: readonly (readonly [text: RegExp, mark: string])[] = [
  [/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, "TIME"],
  [/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "UUID"],
  [/0x[0-9a-f]{64}/g, "HASH"],
  [/(?<=passphrase(?: {2}|":"))[0-9a-f]{64}/g, "PASSPHRASE"],
  [/(?<=secret(?: {6}|":"))[\w-]{43}=/g, "SECRET"],
  [/\b1[789]\d{8}(\d{3})?\b/g, "MOMENT"],
  [/wh_[0-9a-f]{16}/g, "wh_ID"],
  [/whsec_[\w+/=-]+/g, "whsec_SECRET"],
  [/(?<=\/invite[^\s"]*[/#])[\w-]{16,}/g, "LINK"],
  [/(?<=127\.0\.0\.1:)\d{4,5}/g, "PORT"],
];

const IS_WRITTEN = process.env["WRITE_GOLDEN"] === "1";

let directories: DataDirectories;
let directory: string;
let exchange: Started;
const marks = new Map<string, string>();

before(async () => {
  directories = await prepareDataDirectories();
  directory = directories.create();
  for (const [name, content] of Object.entries(FILES)) {
    writeFileSync(join(directory, "..", name), content);
  }
  const args = ["--data-dir", directory, "--json", "--clock", "virtual", ...SPEC_PORTS];
  exchange = await whenStarted(launchPresage(args, { detached: true }));
  const url = { spec: exchange.addresses.spec.trading };
  const trader = await createTrader({ ...requestsTo(url as never), clock: { now: Date.now() } }, "ann");
  marks.set("@ANN", trader.address).set("@KEY", trader.credentials.apiKey);
});

after(async () => {
  await exchange.stop("SIGTERM");
  directories.close();
});

/** Splits a command line as a shell does, and puts files and ids in the place of their marks. */
function readWords(line: string): string[] {
  return [...line.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(([, single, double, plain = ""]) => {
    const word = single ?? double ?? plain;
    if (!word.startsWith("@")) return word;
    return marks.get(word) ?? join(directory, "..", word.slice(1));
  });
}

function normalize(text: string): string {
  const placed = text.replaceAll(join(directory, ".."), "DIR").replaceAll(directory, "DATA");
  return DIFFERS.reduce((shown, [differs, mark]) => shown.replaceAll(differs, mark), placed);
}

async function record(
  test: TestContext,
  args: readonly string[],
  settings: Record<string, string> = {},
): Promise<{ readonly stdout: string; readonly shown: string }> {
  const run = () => runPresage(test, args, settings);
  let finished = await run();
  // A webhook comes up with the journal soon after the last event.
  const isRead = args[1] === "list" || args[1] === "show";
  if (isRead) while (/ {2}behind\b|"state":"behind"/.test(finished.stdout)) finished = await run();
  const { code, stdout, stderr } = finished;
  return { stdout, shown: normalize(`${stdout}${stderr}${code === 0 ? "" : `(exit code ${code})\n`}`) };
}

/** Remembers the id of what a command made, under the mark that later lines have for it. */
function rememberId(line: string, json: string): void {
  const [, name] = /^(announcement make|invites make|webhooks add) /.exec(line) ?? [];
  if (name === undefined || !json.startsWith("{")) return;
  const made = JSON.parse(json);
  const mark = {
    "announcement make": "@ANNOUNCEMENT",
    "invites make": "@INVITE",
    "webhooks add": "@WEBHOOK",
  }[name]!;
  marks.set(mark, made.id ?? made.invites[0].id);
}

/** Runs each part of the walk as a test of its own and gives what it printed, by the words of the part. */
async function walk(test: TestContext, expected: readonly string[]): Promise<string[]> {
  const recorded: string[] = [];
  const part = (title: string, print: (own: TestContext) => Promise<string>): Promise<void> =>
    test.test(title, async (own) => {
      const printed = `$ ${title}\n${await print(own)}`;
      recorded.push(printed);
      if (!IS_WRITTEN) assert.equal(printed, expected[recorded.length - 1]);
    });
  for (const command of COMMANDS.split(" "))
    await part(`${command} --help`, async (own) => (await record(own, [command, "--help"])).shown);
  const lines = WALK.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  for (const [index, line] of lines.entries()) {
    await part(line, async (own) => {
      const isKeyed = line.includes("--reason") && !line.startsWith("site");
      const key = isKeyed ? ["--idempotency-key", `walk-${index}`] : [];
      const args = [...readWords(line), ...key, "--data-dir", directory];
      const text = await record(own, args);
      const json = await record(own, [...args, "--json"]);
      rememberId(line, json.stdout);
      return text.shown + json.shown;
    });
  }
  for (const command of COMMANDS.split(" ")) {
    await part(`${command}, with a wrong flag, no exchange, no token`, async (own) => {
      const flag = await record(own, [command, "--falg"]);
      const absent = await record(own, [command, "--data-dir", "/nonexistent"]);
      const token = await record(own, [command, "list", "--url", "http://127.0.0.1:1"]);
      return flag.shown + absent.shown + token.shown;
    });
  }
  return recorded;
}

describe("the operators' subcommands", () => {
  it("print what stands in the golden file", async (test) => {
    const expected = IS_WRITTEN ? [] : readFileSync(GOLDEN, "utf8").split(/\n(?=\n\$ )\n/);
    const recorded = await walk(
      test,
      expected.map((text, index) => (index < expected.length - 1 ? `${text}\n` : text)),
    );
    if (IS_WRITTEN) writeFileSync(GOLDEN, recorded.join("\n"));
    else assert.equal(recorded.length, expected.length);
  });
});
