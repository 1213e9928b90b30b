/**
 * A whole cluster of real parts, under clients whose histories are checked: its engines, its server of NATS and its database
 * end and come back. `npm run test:cluster` has the faults of networks and of hosts.
 */
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, it } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { BUS_VERSION } from "../../src/engine/follower/bus.ts";
import { deepSuite, isDeep } from "../support/depth.ts";
import { findFreePort } from "../support/free-port.ts";
import { noNatsServer } from "../support/nats-server.ts";
import { ANY_PORTS, runPresage, spawnPresage } from "../support/presage.ts";
import type { Running } from "../support/presage.ts";
import { until } from "../support/until.ts";
import { checkHistory } from "./check-history.ts";
import { isCommand, isDone } from "./history.ts";
import { makeNextRelease } from "./next-release.ts";
import { untilServed } from "./presage-faults.ts";
import { FIRST_MICROS, isSolvent, makeScene, readFinalState } from "./scenes.ts";
import { FIRST_TOKEN_OF_ANN, isAlive, lineOf, startSmallCluster } from "./small-cluster.ts";
import type { GatewayPorts, SmallCluster, SmallEngine } from "./small-cluster.ts";
import { startLoad } from "./trading-clients.ts";
import type { Entrances } from "./trading-clients.ts";

const lacking = isDeep() ? noNatsServer() : undefined;

/** Time for which clients find no server of NATS. */
const AWAY_MS = 1_500;

deepSuite("a whole cluster", { skip: lacking }, () => {
  let cluster: SmallCluster;
  /** Addresses of the gateways that serve. */
  let entrances: Entrances;
  before(async () => {
    cluster = await startSmallCluster();
    ({ entrances } = cluster);
  });
  after(() => cluster.close());

  const waitsForLead = ({ output }: SmallEngine): boolean => output.stderr.includes('"event":"start_waits"');

  /** Starts an engine, and waits until it could take over. */
  const addEngine = async (): Promise<void> => {
    const engine = cluster.startEngine();
    await until("an engine waits for the lead", () => waitsForLead(engine));
  };

  const handOver = async (): Promise<void> => {
    const leader = await cluster.findLeader();
    const ask = () =>
      fetch(`${leader.lead()?.admin}/hand-over`, {
        method: "POST",
        headers: { authorization: `Bearer ${entrances.adminToken}`, "content-type": "application/json" },
        body: JSON.stringify({ reason: "a planned hand-over" }),
      });
    // It is refused while no other engine waits for the lock.
    await until("the leader hands over", async () => (await ask()).status === 200);
    await until("another engine leads", async () => (await cluster.findLeader()) !== leader);
  };

  /** Strikes under load, and checks the histories of the clients, who move between all entrances. */
  const loseNothing = async (
    name: string,
    used: Entrances,
    strike: () => Promise<unknown>,
  ): Promise<void> => {
    const scene = await makeScene(entrances, name);
    const load = startLoad({ ...scene, entrances: used }, 1);
    try {
      await until("clients are at work", () => load.answered.length > 60);
      await strike();
      await untilServed(load);
    } finally {
      await load.stop();
    }
    const { operations } = load;
    const final = await readFinalState({ ...scene, entrances: used }, operations);
    assert.deepEqual(checkHistory({ operations, final }, FIRST_MICROS), {
      lost: [],
      twice: [],
      foreign: [],
      contradictions: [],
    });
    assert.deepEqual(load.surprises, []);
    assert.ok(operations.filter(isCommand).filter(isDone).length > 30);
    assert.ok(await isSolvent(used));
  };

  const faults: readonly (readonly [name: string, strike: () => Promise<void>])[] = [
    ["its leader is killed", async () => void (await (await cluster.findLeader()).stop("SIGKILL"))],
    ["its leader hands over", handOver],
    ["its leader is told to stop", async () => void (await (await cluster.findLeader()).stop("SIGTERM"))],
    [
      "its server of NATS is killed and comes back",
      async () => {
        await cluster.nats.kill();
        await delay(AWAY_MS);
        await cluster.nats.start();
      },
    ],
    [
      "its primary is killed, and a standby is promoted",
      async () => {
        const [one, two, three] = cluster.database.servers;
        await one.stop("immediate");
        await two.promote();
        await three.follow(two);
        await one.follow(two);
        await one.start();
      },
    ],
  ];
  for (const [index, [name, strike]] of faults.entries())
    it(`loses nothing while ${name}`, async () => {
      await loseNothing(`fault-${index}`, entrances, strike);
      if (index < faults.length - 1) await addEngine();
    });

  for (const kind of ["engine", "gateway"])
    for (const [setting, value] of [
      ["PRESAGE_NATS_CREDENTIALS", (): string => cluster.nats.foreign.credentials],
      ["PRESAGE_NATS_CREDENTIALS", (): string => ""],
      ["PRESAGE_NATS_CA", (): string => cluster.nats.foreign.authorities],
      ["PRESAGE_NATS_CA", (): string => ""],
    ] as const)
      it(`refuses ${kind === "engine" ? "an engine" : "a gateway"} whose ${setting} does not fit`, async (test) => {
        const settings = { ...cluster.settings, [setting]: value() };
        const { code, stderr } = await spawnPresage(test, [kind, ...ANY_PORTS], settings).finished;
        assert.equal(code, 1);
        assert.match(
          stderr,
          new RegExp(`^presage: NATS_URL: no server of 127\\.0\\.0\\.1:\\d+ takes.*; ${setting} has what`),
        );
      });

  it("follows the file of the operators' tokens at its engines and gateways", async () => {
    const admin = async (): Promise<readonly string[]> => [
      ...entrances.operators,
      (await cluster.findLeader()).lead()?.admin ?? "",
    ];
    const statuses = async (token: string): Promise<readonly number[]> => {
      const headers = { authorization: `Bearer ${token}` };
      const asked = (await admin()).map((url) => fetch(`${url}/metrics/process`, { headers }));
      return (await Promise.all(asked)).map(({ status }) => status);
    };
    const next = "b2".repeat(32);
    assert.deepEqual(new Set(await statuses(FIRST_TOKEN_OF_ANN)), new Set([200]));
    writeFileSync(cluster.settings["PRESAGE_OPERATORS_FILE"]!, `ann=viewer:${next}`);
    await until("the old token is refused everywhere", async () =>
      (await statuses(FIRST_TOKEN_OF_ANN)).every((status) => status === 401),
    );
    assert.deepEqual(new Set(await statuses(next)), new Set([200]));
    // An engine that takes the lead later has the tokens of the file, not those of its own start.
    await addEngine();
    await handOver();
    await until("the new leader refuses the old token", async () =>
      (await statuses(FIRST_TOKEN_OF_ANN)).every((status) => status === 401),
    );
    assert.deepEqual(new Set(await statuses(next)), new Set([200]));
  });

  it("tells what each gateway counts", async () => {
    const headers = { authorization: `Bearer ${entrances.adminToken}` };
    for (const url of entrances.operators) {
      const text = await (await fetch(`${url}/metrics/process`, { headers })).text();
      assert.match(
        text,
        /^presage_http_request_duration_seconds_count\{.*operation="POST \/order".*\} [1-9]/m,
      );
      assert.match(text, /^presage_build_info\{/m);
      assert.match(text, /^process_cpu_seconds_total \d/m);
    }
  });

  it("says what the database lacks, and goes on once it is there", async () => {
    const { servers } = cluster.database;
    const demand = (names: string) =>
      Promise.all(servers.map((server) => server.configure(`synchronous_standby_names = '${names}'`)));
    const [url = ""] = entrances.trading;
    const read = () => fetch(`${url}/markets`, { signal: AbortSignal.timeout(10_000) });
    await demand("ANY 3 (*)");
    const waiting = cluster.startEngine();
    try {
      await until("reads are refused for the database", async () => {
        const answer = await read();
        const text = await answer.text();
        return answer.status === 503 && /database/.test(text) && !text.includes("no engine leads");
      });
      await until("an engine waits", () => waitsForLead(waiting));
      assert.equal((await waiting.stop("SIGTERM")).code, 0);
    } finally {
      await demand("ANY 1 (*)");
    }
    await until("reads are answered", async () => (await read()).status === 200);
  });

  it("verifies", async (test) => {
    const { code, stderr } = await runPresage(test, ["verify"], cluster.settings);
    assert.equal(code, 0, stderr);
  });

  const stop = async (running: Running): Promise<void> => {
    const { code, stderr } = await running.stop("SIGTERM");
    assert.equal(code, 0, stderr);
  };

  /** Has the engines and the gateways of a release take the place of those that run, as docs/operating/cluster.md does. */
  const upgrade = async (command: string, ports: readonly GatewayPorts[]): Promise<void> => {
    const leader = await cluster.findLeader();
    const earlier = {
      engines: cluster.engines.filter((engine) => isAlive(engine) && engine !== leader),
      gateways: cluster.gateways.filter(isAlive),
    };
    for (const engine of earlier.engines) await stop(engine);
    const next = cluster.startEngine(command);
    await until("the next release waits for the lead", () => waitsForLead(next));
    const gateways = ports.map((own) => cluster.startGateway(own, command));
    await handOver();
    assert.equal(await cluster.findLeader(), next);
    const { code, stderr } = await leader.finished;
    assert.equal(code, 1);
    assert.match(stderr, /does not know: Presage \d+\.0\.0 wrote it/);
    const other = cluster.startEngine(command);
    for (const gateway of gateways)
      await until("a gateway of the next release serves", () => lineOf(gateway) !== undefined);
    for (const gateway of earlier.gateways) await stop(gateway);
    await until("another engine waits for the lead", () => waitsForLead(other));
  };

  const releases = [
    { name: "the same messages", version: "98.0.0", bus: BUS_VERSION, migrations: ["8000_later"] },
    {
      name: "other messages",
      version: "99.0.0",
      bus: BUS_VERSION + 1,
      migrations: ["8000_later", "9000_latest"],
    },
  ];
  for (const { name, ...release } of releases)
    it(`loses nothing while a release with ${name} takes over`, async () => {
      const { version } = release;
      const command = makeNextRelease(join(cluster.root, version), release);
      const { trading, operators, adminToken } = entrances;
      const ports = [
        { trading: await findFreePort(), admin: await findFreePort() },
        { trading: await findFreePort(), admin: await findFreePort() },
      ];
      const urlsOf = (kind: keyof GatewayPorts) => ports.map((own) => `http://127.0.0.1:${own[kind]}`);
      const next = { trading: urlsOf("trading"), operators: urlsOf("admin"), adminToken };
      const both = {
        trading: [...next.trading, ...trading],
        operators: [...next.operators, ...operators],
        adminToken,
      };
      await loseNothing(name.replaceAll(" ", "-"), both, () => upgrade(command, ports));
      entrances = next;
      const { admin } = (await cluster.findLeader()).lead() ?? {};
      const answer = await fetch(`${admin}/metrics`, { headers: { authorization: `Bearer ${adminToken}` } });
      assert.match(await answer.text(), new RegExp(`^presage_build_info\\{version="${version}"`, "m"));
    });
});
