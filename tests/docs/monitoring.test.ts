/** The page of metrics, the dashboard and the alerts name the metrics that there are. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { it } from "node:test";
import { processMetrics } from "../../src/metrics/process-metrics.ts";
import { METRIC_NAMES, monitoringPage } from "./monitoring-page.ts";

const read = (file: string): string => readFileSync(new URL(`../../${file}`, import.meta.url), "utf8");

it("shows all metrics as they are", () => {
  const { url, text } = monitoringPage();
  assert.equal(readFileSync(url, "utf8"), text, "npm run openapi writes it anew");
});

for (const file of [
  "deploy/grafana/presage.json",
  "deploy/prometheus/alerts.yml",
  "docs/operating/monitoring.md",
])
  it(`${file} names metrics that there are`, async () => {
    const ofProcess = await processMetrics().getMetricsAsJSON();
    const known = new Set([...METRIC_NAMES, ...ofProcess.map(({ name }) => name)]);
    const named = read(file).match(/\b(?:presage|nodejs|process)_[a-z0-9_]+[a-z0-9]\b(?!\*)/g) ?? [];
    assert.ok(named.length > 5);
    const bases = new Set([...METRIC_NAMES].map((name) => name.replace(/_(?:bucket|sum|count)$/, "")));
    assert.deepEqual(
      named.filter((name) => !known.has(name) && !(file.endsWith(".md") && bases.has(name))),
      [],
    );
  });
