/** Tests of the cluster itself, without an exchange: each fault under writers of numbered rows. It runs within an enclosure. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { globSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { parseArgs } from "node:util";
import { Client } from "pg";
import { until } from "../support/until.ts";
import { copyLogs, startCluster } from "./cluster.ts";
import type { Cluster, ClusterOptions } from "./cluster.ts";
import { FAULTS } from "./faults.ts";
import type { Fault } from "./faults.ts";
import { listRemains } from "./host.ts";
import { connectToNats, reaches } from "./nats.ts";
import { runFault, tableOf } from "./outages.ts";
import type { Load, Outage, Way } from "./outages.ts";
import { prepareParts } from "./parts.ts";

const { values: given } = parseArgs({
  options: {
    rounds: { type: "string", default: "1" },
    only: { type: "string", default: "" },
    way: { type: "string", default: "haproxy" },
    logs: { type: "string" },
  },
});
const rounds = Number(given.rounds);
const way: Way = given.way === "hosts" ? "hosts" : "haproxy";

const HOUR_SECONDS = 3_600;

/** Starts a cluster for the tests of a suite; its end must leave nothing. */
function useCluster(name: string, options?: ClusterOptions): () => Cluster {
  let cluster: Cluster | undefined;
  const get = () => cluster ?? assert.fail("no cluster was started");
  before(async () => {
    const parts = await prepareParts(console.log);
    if ("missing" in parts) throw new Error(parts.missing);
    cluster = await startCluster(parts, options);
  });
  after(async () => {
    if (given.logs !== undefined) copyLogs(join(given.logs, name));
    await get().close();
    assert.deepEqual(await listRemains(), ["lo"]);
  });
  return get;
}

const findFault = (wanted: string): Fault =>
  FAULTS.find(({ name }) => name === wanted) ?? assert.fail(`no fault ${wanted}`);

/** Runs a fault after which every acknowledged row must be there once. */
async function survive(cluster: Cluster, fault: Fault, load: Load): Promise<Outage> {
  const outage = await runFault(cluster, fault, load);
  const { lost, twice, foreign } = outage.findings;
  assert.deepEqual({ lost, twice, foreign }, { lost: [], twice: [], foreign: [] });
  assert.equal(outage.movedMs !== undefined, fault.outcome === "moves", `${fault.name} ${fault.outcome}`);
  return outage;
}

describe("a cluster of three hosts", () => {
  const cluster = useCluster("one-clock");
  const outages = new Map<string, Outage[]>();
  after(() => console.log(`\nSeconds, by ${way}:\n\n${tableOf(outages)}\n`));

  it("has a server of NATS on each host, which reach each other", async () => {
    const { hosts, others } = cluster();
    for (const host of hosts) {
      const connection = await connectToNats(host);
      assert.equal(connection.serverName, host.name);
      connection.close();
      for (const other of others(host)) assert.ok(await reaches(host, other));
    }
  });

  for (let round = 1; round <= rounds; round++)
    for (const fault of FAULTS.filter(({ name }) => new RegExp(given.only).test(name)))
      it(`${fault.name}${rounds > 1 ? `, round ${round}` : ""}`, async () => {
        const outage = await survive(cluster(), fault, { way });
        outages.set(fault.name, [...(outages.get(fault.name) ?? []), outage]);
      });

  it("notices lost rows: those whose commit waited for no standby", async () => {
    const fault = findFault("the primary cut off from the other hosts");
    const { findings } = await runFault(cluster(), fault, { commits: "local", way });
    assert.ok(findings.lost.length > 0);
  });
});

describe("a cluster whose clocks are hours apart", () => {
  const cluster = useCluster("clocks-apart", { clocks: { h1: 3 * HOUR_SECONDS, h2: -3 * HOUR_SECONDS } });

  it("has another time on each host", async () => {
    for (const [index, hours] of [3, -3, 0].entries()) {
      const host = cluster().hosts[index] ?? assert.fail();
      const client = new Client({ connectionString: cluster().databaseUrl(host) });
      await client.connect();
      const { rows } = await client.query<{ now: Date }>("select clock_timestamp() as now");
      await client.end();
      const ahead = ((rows[0]?.now.getTime() ?? 0) - Date.now()) / 1_000 / HOUR_SECONDS;
      assert.ok(Math.abs(ahead - hours) < 0.1, `${host.name} is ${ahead} h ahead`);
    }
  });

  it("has another primary after the death of PostgreSQL and of the host", async () => {
    await survive(cluster(), findFault("PostgreSQL of the primary killed"), {});
    await survive(cluster(), findFault("the primary's host killed"), {});
  });
});

describe("the enclosure of a run", () => {
  /** Lists the processes of a network namespace. */
  const listWithin = (namespace: string): string[] =>
    globSync("/proc/[0-9]*/ns/net").filter((link) => {
      try {
        return readlinkSync(link) === namespace;
      } catch {
        return false;
      }
    });

  for (const signal of ["SIGKILL", "SIGINT"] as const)
    it(`leaves nothing after ${signal}`, async () => {
      const remains = await listRemains();
      const main = join(import.meta.dirname, "main.ts");
      const run = spawn(process.execPath, [main, "--file", join(import.meta.dirname, "hold.ts")], {
        stdio: ["ignore", "pipe", "inherit"],
      });
      let said = "";
      run.stdout.on("data", (chunk) => (said += String(chunk)));
      let namespace: string | undefined;
      await until("the cluster is whole", () => {
        if (run.exitCode !== null) throw new Error(said);
        namespace = /net:\[\d+\]/.exec(said)?.[0];
        return namespace !== undefined;
      });
      const found = namespace ?? "";
      assert.ok(listWithin(found).length > 0);
      run.kill(signal);
      await once(run, "exit");
      await until("all processes have ended", () => listWithin(found).length === 0);
      assert.deepEqual(await listRemains(), remains);
    });
});
