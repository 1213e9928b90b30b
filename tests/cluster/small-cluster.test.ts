/**
 * A whole cluster of real parts, under clients whose histories are checked: its engines, its server of NATS and its database
 * end and come back. `npm run test:cluster` has the faults of networks and of hosts.
 */
import assert from "node:assert/strict";
import { setTimeout as delay } from "node:timers/promises";
import { after, before, it } from "node:test";
import { deepSuite, isDeep } from "../support/depth.ts";
import { noNatsServer } from "../support/nats-server.ts";
import { ANY_PORTS, runPresage, spawnPresage } from "../support/presage.ts";
import { until } from "../support/until.ts";
import { checkHistory } from "./check-history.ts";
import { isCommand, isDone } from "./history.ts";
import { untilServed } from "./presage-faults.ts";
import { FIRST_MICROS, isSolvent, makeScene, readFinalState } from "./scenes.ts";
import { startSmallCluster } from "./small-cluster.ts";
import type { SmallCluster, SmallEngine } from "./small-cluster.ts";
import { startLoad } from "./trading-clients.ts";

const lacking = isDeep() ? noNatsServer() : undefined;

/** Time for which clients find no server of NATS. */
const AWAY_MS = 1_500;

deepSuite("a whole cluster", { skip: lacking }, () => {
  let cluster: SmallCluster;
  before(async () => {
    cluster = await startSmallCluster();
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
    const answer = await fetch(`${leader.lead()?.admin}/hand-over`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${cluster.entrances.adminToken}`,
        "content-type": "application/json",
      },
      body: JSON.stringify({ reason: "a planned hand-over" }),
    });
    assert.equal(answer.status, 200, await answer.text());
    await until("another engine leads", async () => (await cluster.findLeader()) !== leader);
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
      const scene = await makeScene(cluster.entrances, `fault-${index}`);
      const load = startLoad(scene, index);
      try {
        await until("clients are at work", () => load.answered.length > 60);
        await strike();
        await untilServed(load);
      } finally {
        await load.stop();
      }
      const { operations } = load;
      const final = await readFinalState(scene, operations);
      assert.deepEqual(checkHistory({ operations, final }, FIRST_MICROS), {
        lost: [],
        twice: [],
        foreign: [],
        contradictions: [],
      });
      assert.deepEqual(load.surprises, []);
      assert.ok(operations.filter(isCommand).filter(isDone).length > 30);
      assert.ok(await isSolvent(cluster.entrances));
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

  it("verifies", async (test) => {
    const { code, stderr } = await runPresage(test, ["verify"], cluster.settings);
    assert.equal(code, 0, stderr);
  });
});
