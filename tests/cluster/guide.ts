/**
 * Runs the commands of docs/operating/cluster.md in their order, on the services of deploy/cluster/compose.yaml without containers:
 * `npm run test:cluster -- --file tests/cluster/guide.ts`. tests/deploy has those of Kubernetes.
 */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { once } from "node:events";
import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { promisify } from "node:util";
import { clusterCommands } from "../support/cluster-commands.ts";
import { until } from "../support/until.ts";
import { compose, FOLDER } from "./composed.ts";
import { STATE } from "./enclosure.ts";
import { prepareParts } from "./parts.ts";

const execute = promisify(execFile);

/** Folder to which the logs of all services are copied. */
const [, , LOGS] = process.argv;

const parts = await prepareParts(console.log);
if ("missing" in parts) throw new Error(parts.missing);
const composed = await compose(parts.postgres);

/** Reads a metric at the operators' port of HAProxy. */
async function readMetrics(): Promise<string> {
  const token = readFileSync(`${FOLDER}/operator-token`, "utf8");
  const url = "http://127.0.0.1:7004/metrics";
  return composed.exec("haproxy", [
    "curl",
    "--fail",
    "--silent",
    "--header",
    `authorization: Bearer ${token}`,
    url,
  ]);
}

async function readEpoch(): Promise<number> {
  let epoch: string | undefined;
  await until("an engine leads", async () => {
    const text = await readMetrics().catch(() => "");
    epoch = /^presage_cluster_epoch\{leader="[^"]+"\} (\d+)$/m.exec(text)?.[1];
    return epoch !== undefined;
  });
  return Number(epoch);
}

/** Waits until the engine that leads sees all processes and standbys. */
const untilWhole = (): Promise<void> =>
  until("the cluster is whole", async () => {
    const text = await readMetrics().catch(() => "");
    return [
      /^presage_cluster_processes\{kind="engine"\} 2$/m,
      /^presage_cluster_processes\{kind="gateway"\} 3$/m,
      /^presage_cluster_standbys 2$/m,
    ].every((line) => line.test(text));
  });

/** Runs an engine that accepts a loss until it leads, and ends it as Ctrl-C does. */
async function runAccepting(name: string, args: readonly string[]): Promise<void> {
  const before = await readEpoch();
  const child = composed.run(name, args);
  await until("the engine follows", () => {
    assert.equal(child.exitCode, null, composed.readLog(name));
    return handOver().then(
      () => true,
      () => false,
    );
  });
  await until("it leads", async () => (await readEpoch()) > before);
  child.kill("SIGINT");
  const [code] = await once(child, "exit");
  assert.equal(code, 0);
}

/** Fails while no other engine waits for the lead. */
const handOver = () => composed.exec("gateway-1", ["presage", "engine", "hand-over", "--reason", "a test"]);

type Run = (words: readonly string[]) => Promise<unknown>;

const withoutFlags = (words: readonly string[]): readonly string[] =>
  words.filter((one) => !one.startsWith("--"));

/** Commands of compose, by their names. */
const COMPOSE: Readonly<Record<string, Run>> = {
  up: async (words) => {
    const names = withoutFlags(words);
    // A service that is named has a new image: it is made anew.
    for (const name of names) await composed.stop(name);
    await composed.start(...(names.length > 0 ? names : composed.names()));
  },
  start: (words) => composed.start(...words),
  stop: (words) => composed.stop(...words),
  kill: ([name = ""]) => composed.kill(name),
  exec: ([name = "", ...command]) => composed.exec(name, command),
  run: ([_remove, name = "", ...args]) => runAccepting(name, args),
  // tests/container builds the image.
  build: async ([name = ""]) => assert.ok(composed.names().includes(name)),
};

const wordsOf = (command: string): readonly string[] =>
  [...command.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? "");

async function runCommand(command: string): Promise<void> {
  const [program, verb = "", name = "", ...rest] = wordsOf(command);
  if (program === "docker") {
    assert.equal(verb, "compose");
    const run = COMPOSE[name] ?? assert.fail(`no compose ${name}`);
    await run(rest);
  } else if (program === "curl") await composed.exec("haproxy", wordsOf(command));
  else await execute("/bin/sh", ["-ec", command], { cwd: FOLDER });
}

describe("the guide of a cluster", () => {
  after(async () => {
    if (LOGS !== undefined) cpSync(join(STATE, "logs"), LOGS, { recursive: true });
    for (const name of composed.names().toReversed()) await composed.kill(name);
  });
  let epoch = 0;
  let hasFailed = false;
  for (const command of clusterCommands("cluster"))
    it(command, async (test) => {
      // Each command builds on those before.
      if (hasFailed) return test.skip("a command before it failed");
      hasFailed = true;
      await runCommand(command);
      hasFailed = false;
      if (!command.includes("hand-over")) return;
      const raised = await readEpoch();
      assert.ok(raised > epoch);
      epoch = raised;
      await untilWhole();
    });

  it("leaves a cluster that is whole", untilWhole);
});
