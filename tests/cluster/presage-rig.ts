/** Tests of an exchange on a cluster: each fault under clients whose history is checked. It runs within an enclosure. */
import assert from "node:assert/strict";
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { parseArgs } from "node:util";
import { copyLogs, startCluster } from "./cluster.ts";
import type { Cluster } from "./cluster.ts";
import { prepareParts } from "./parts.ts";
import { CANCELLED_WAITS, PRESAGE_FAULTS } from "./presage-faults.ts";
import { runPresageFault, tableOfRuns } from "./presage-runs.ts";
import type { Run } from "./presage-runs.ts";
import { startPresage } from "./presage-services.ts";
import type { Presage, PresageOptions } from "./presage-services.ts";

const { values: given } = parseArgs({
  options: {
    rounds: { type: "string", default: "1" },
    only: { type: "string", default: "" },
    logs: { type: "string" },
    record: { type: "string" },
  },
});
const rounds = Number(given.rounds);

/** Keeps the history of a run, and what it broke, where `--record` says. */
function record(name: string, { findings, surprises, operations, final }: Run): void {
  if (given.record === undefined) return;
  const orders = [...final.orders];
  appendFileSync(
    given.record,
    `${JSON.stringify({ name, findings, surprises, operations, final: { ...final, orders } })}\n`,
  );
}

type Exchange = { readonly cluster: Cluster; readonly presage: Presage };

/** Starts an exchange on a cluster for the tests of a suite. */
function useExchange(name: string, options: Omit<PresageOptions, "datefudge">): () => Exchange {
  let cluster: Cluster | undefined;
  let presage: Presage | undefined;
  before(async () => {
    const parts = await prepareParts(console.log);
    if ("missing" in parts) throw new Error(parts.missing);
    cluster = await startCluster(parts);
    presage = await startPresage(cluster, { ...options, datefudge: parts.datefudge });
  });
  after(async () => {
    if (given.logs !== undefined) copyLogs(join(given.logs, name));
    await cluster?.close();
  });
  return () => {
    if (cluster === undefined || presage === undefined) throw new Error("no exchange was started");
    return { cluster, presage };
  };
}

describe("an exchange on three hosts", () => {
  const exchange = useExchange("exchange", {});
  const runs = new Map<string, Run[]>();
  after(() => console.log(`\n${tableOfRuns(runs)}\n`));

  for (let round = 1; round <= rounds; round++)
    for (const [index, fault] of PRESAGE_FAULTS.entries())
      if (new RegExp(given.only).test(fault.name))
        it(`${fault.name}${rounds > 1 ? `, round ${round}` : ""}`, async () => {
          const run = await runPresageFault(exchange(), fault, `fault-${index}-round-${round}`);
          runs.set(fault.name, [...(runs.get(fault.name) ?? []), run]);
          const { lost, twice, foreign, contradictions } = run.findings;
          const broken = [...lost, ...twice, ...foreign, ...contradictions, ...run.surprises];
          console.log(
            `${fault.name}, round ${round}: ${(run.outageMs / 1_000).toFixed(2)} s, ${run.acknowledged} acknowledged, ` +
              `${run.unknown} unknown, ${broken.length} broken`,
          );
          record(fault.name, run);
          assert.deepEqual(broken, []);
          assert.ok(run.solvent, "the exchange is not solvent");
          assert.equal(run.unknown, 0, "outcomes were never known");
        });

  it("was asked for everything", () => {
    const kinds = [...runs.values()].flat().flatMap(({ operations }) => operations.map(({ kind }) => kind));
    const wanted = ["balance", "book", "cancel", "credit", "debit", "order", "place", "withdrawal"];
    assert.deepEqual([...new Set(kinds)].toSorted(), wanted);
  });

  it("verifies", async () => {
    await exchange().presage.verify();
  });
});

describe("an exchange that is told of no cluster", () => {
  const exchange = useExchange("alone", { alone: true });

  it("loses what it acknowledged, and the check finds it", async () => {
    const { findings } = await runPresageFault(exchange(), CANCELLED_WAITS, "control");
    console.log(`without a cluster's name: ${findings.lost.length} lost, as ${findings.lost[0]}`);
    assert.ok(findings.lost.length > 0, JSON.stringify(findings));
    assert.ok(findings.contradictions.length > 0, JSON.stringify(findings));
  });
});
