/** A real Prometheus, with the configuration, the alerts and the dashboard of `deploy`, beside an exchange under load. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { after, before, it } from "node:test";
import { WebSocket } from "ws";
import { startSmallCluster } from "../cluster/small-cluster.ts";
import { deepSuite, isDeep } from "../support/depth.ts";
import { launchPresage, prepareDataDirectories, SPEC_PORTS, whenStarted } from "../support/presage.ts";
import type { DataDirectories, Started } from "../support/presage.ts";
import { DEPLOYED, noPrometheus, promtool, startPrometheus } from "../support/prometheus.ts";
import type { Prometheus } from "../support/prometheus.ts";
import { noNatsServer } from "../support/nats-server.ts";
import { until } from "../support/until.ts";

const lacking = isDeep() ? noPrometheus() : undefined;

type Panel = {
  readonly title: string;
  readonly targets?: readonly { readonly expr: string }[];
};

type Query = readonly [title: string, query: string];

/** Queries of the dashboard by the titles of their panels, over ten seconds where it chooses the time itself. */
const dashboardQueries = (): readonly Query[] => {
  const text = readFileSync(join(DEPLOYED, "..", "grafana", "presage.json"), "utf8");
  const { panels }: { readonly panels: readonly Panel[] } = JSON.parse(text);
  return panels.flatMap(({ title, targets = [] }) =>
    targets.map(({ expr }) => [title, expr.replaceAll("$__rate_interval", "10s")] as const),
  );
};

/** Token of an operator who may read the metrics alone. */
const SCRAPERS_TOKEN = "5c".repeat(32);

const isOfCluster = ([, query]: Query): boolean => query.includes("presage_cluster_");

/** Resolves when all queries have data; fails with those that have none. */
async function untilQueriesHaveData(
  prometheus: Prometheus,
  queries: readonly Query[],
  beforeEach: () => Promise<unknown>,
): Promise<void> {
  const lacksData = async ([, query]: Query): Promise<boolean> =>
    (await prometheus.query(query)).every(({ value: [, text] }) => Number.isNaN(Number(text)));
  let missing = queries;
  await until("all queries have data", async () => {
    await beforeEach();
    const empty = await Promise.all(queries.map(lacksData));
    missing = queries.filter((_query, index) => empty[index]);
    return missing.length === 0;
  }).catch(() => assert.deepEqual(missing, []));
}

deepSuite("Prometheus", { skip: lacking }, () => {
  let directories: DataDirectories;
  let exchange: Started;
  let prometheus: Prometheus;
  const collector = createServer((request, response) => {
    request.resume();
    request.on("end", () => response.end());
  });

  before(async () => {
    directories = await prepareDataDirectories();
    const directory = directories.create();
    await once(collector.listen(0, "127.0.0.1"), "listening");
    exchange = await whenStarted(
      launchPresage(["start", "--data-dir", directory, "--json", ...SPEC_PORTS], {
        settings: {
          PRESAGE_OPERATORS: `monitor=metrics:${SCRAPERS_TOKEN}`,
          PRESAGE_RESIDENTS: "busy",
          PRESAGE_TRACES: "on",
          OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
        },
      }),
    );
    prometheus = await startPrometheus(exchange.addresses.admin, SCRAPERS_TOKEN);
  });
  after(async () => {
    await prometheus.close();
    await exchange.stop("SIGTERM");
    collector.close();
    collector.closeAllConnections();
    directories.close();
  });

  it("takes the alerts, and these find the trouble that they are for", async () => {
    await promtool("check", "rules", join(DEPLOYED, "alerts.yml"));
    await promtool("test", "rules", join(import.meta.dirname, "prometheus", "alerts.test.yml"));
  });

  it("scrapes the exchange, and evaluates each alert", async () => {
    type Targets = { readonly activeTargets: readonly { readonly health: string; lastError: string }[] };
    await until("the exchange is scraped", async () => {
      const { activeTargets } = (await prometheus.ask("targets")) as Targets;
      return activeTargets.length === 1 && activeTargets[0]?.health === "up";
    });
    type Rule = { readonly name: string; readonly health: string; readonly state: string };
    type Rules = { readonly groups: readonly { readonly rules: readonly Rule[] }[] };
    const rules = async (): Promise<readonly Rule[]> =>
      ((await prometheus.ask("rules")) as Rules).groups.flatMap((group) => group.rules);
    await until("all alerts were evaluated", async () =>
      (await rules()).every(({ health }) => health !== "unknown"),
    );
    const found = await rules();
    assert.equal(found.length, readFileSync(join(DEPLOYED, "alerts.yml"), "utf8").match(/- alert:/g)?.length);
    assert.deepEqual(
      found.filter(({ health, state }) => health !== "ok" || state !== "inactive"),
      [],
    );
  });

  it("has data for each query of the dashboard", async (test) => {
    const { trading } = exchange.addresses.spec;
    const channel = new WebSocket(`${trading.replace("http", "ws")}/ws/market`);
    test.after(() => channel.terminate());
    await once(channel, "open");
    const queries = dashboardQueries().filter((query) => !isOfCluster(query));
    assert.ok(queries.length > 25);
    await untilQueriesHaveData(prometheus, queries, () => fetch(`${trading}/book`));
  });
});

deepSuite("Prometheus beside a cluster", { skip: lacking ?? (isDeep() ? noNatsServer() : undefined) }, () => {
  it("has data for each query of the dashboard", async (test) => {
    const cluster = await startSmallCluster();
    test.after(() => cluster.close());
    const { admin = "" } = (await cluster.findLeader()).lead() ?? {};
    const prometheus = await startPrometheus(admin, cluster.entrances.adminToken);
    test.after(() => prometheus.close());
    const queries = dashboardQueries().filter(isOfCluster);
    assert.ok(queries.length > 5);
    await untilQueriesHaveData(prometheus, queries, async () => {});
  });
});
