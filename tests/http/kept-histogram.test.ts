/** Histograms of our own, as Prometheus gets them: the same text as prom-client's with the same values. */
import assert from "node:assert/strict";
import { it } from "node:test";
import { Histogram, Registry } from "prom-client";
import { registerHistogram } from "../../src/metrics/stored-histogram.ts";

const BUCKETS = [0.5, 1, 10];
const VALUES = [0, 0.25, 0.5, 0.75, 1, 9.5, 10, 10.5, 1_000];
const PLACES = [
  { command: "place-order", outcome: 'said "no"' },
  { command: "cancel-order", outcome: "committed" },
  { command: "place-order", outcome: "committed" },
];

const terms = { name: "seconds", help: "Time of something", buckets: BUCKETS };

it("tells values by labels as prom-client does", async () => {
  const [ours, theirs] = [new Registry(), new Registry()];
  const labelNames = ["command", "outcome"] as const;
  const kept = registerHistogram(ours, { ...terms, labelNames });
  const usual = new Histogram({ ...terms, labelNames, registers: [theirs] });
  assert.equal(await ours.metrics(), await theirs.metrics());
  VALUES.forEach((value, index) => {
    const labels = PLACES[index % PLACES.length]!;
    kept.of(labels).observe(value);
    usual.observe(labels, value);
  });
  const lines = async (registry: Registry): Promise<string[]> =>
    (await registry.metrics()).split("\n").map((line) =>
      // Labels of a line have no order of their own.
      line.replace(
        /\{(.*)\}/,
        (_all, labels: string) =>
          `{${labels
            .split(/,(?=\w+=)/)
            .sort()
            .join()}}`,
      ),
    );
  assert.deepEqual(await lines(ours), await lines(theirs));
  assert.equal(kept.of({ ...PLACES[0]! }), kept.of({ ...PLACES[0]! }));
  assert.throws(() => kept.observe(1), /seconds has labels: command, outcome/);
});

it("tells one without labels from the start", async () => {
  const [ours, theirs] = [new Registry(), new Registry()];
  const kept = registerHistogram(ours, { ...terms, labelNames: [] });
  const usual = new Histogram({ ...terms, registers: [theirs] });
  assert.equal(await ours.metrics(), await theirs.metrics());
  for (const value of VALUES) {
    kept.observe(value);
    usual.observe(value);
  }
  assert.equal(await ours.metrics(), await theirs.metrics());
});
