/** GET /metrics: gauges, counters and histograms in the format of Prometheus. */
import { AggregatorRegistry, Registry } from "prom-client";
import type { Gauge } from "prom-client";
import { Type } from "typebox";
import type { Context } from "../../../context.ts";
import { MODES } from "../../../core/exchange-mode.ts";
import { isRejection } from "../../../core/rejection.ts";
import { PASSED } from "../../../engine/availability.ts";
import type { Metrics } from "../../../metrics/instruments.ts";
import { processMetrics } from "../../../metrics/process-metrics.ts";
import { RELEASE } from "../../../release.ts";
import { readClusterState } from "../../../store/reads/cluster-state.ts";
import { readDatabaseStatistics } from "../../../store/reads/exchange-counts.ts";
import { valueWithTimeout } from "../../../base/async.ts";
import { PROCESS_METRICS_PATH } from "../../health/health-endpoints.ts";
import type { Endpoint } from "../../operation/endpoint.ts";
import type { SimulationControl } from "../../sandbox/simulation-control.ts";
import { operation, EXCHANGE } from "../operation.ts";
import { listHouseAccounts } from "./house-accounts.ts";
import { describeAll } from "../webhooks/webhook-answer.ts";

// Gauges of the exchange, set when they are scraped. A gauge that cannot be read in time is left out.

/** Live connections by channel, and their waiting bytes. */
export type StreamsStatus = {
  readonly connections: ReadonlyMap<string, number>;
  readonly queuedBytes: number;
};

export type MetricSources = {
  readonly streams: () => StreamsStatus;
  readonly residents: SimulationControl | undefined;
  /** Counts the processes of a cluster by kind; `undefined` at an exchange of one process. */
  readonly processes?: (() => Readonly<Record<string, number>>) | undefined;
  /** Reads the counters of each gateway. */
  readonly gateways: () => Promise<readonly CountedMetrics[]>;
};

/** Counters and histograms of a registry, with their values. */
export type CountedMetrics = Awaited<ReturnType<Registry["getMetricsAsJSON"]>>;

/**
 * Reads what a gateway counts: counters, histograms, and its live channels. All other gauges are those of the thread of the
 * engine.
 */
export async function readCounted(context: Context, streams: StreamsStatus): Promise<CountedMetrics> {
  setStreams(context, streams);
  const metrics = await context.metrics.registry.getMetricsAsJSON();
  return metrics.filter(({ type, name }) => String(type) !== "gauge" || name.startsWith("presage_stream"));
}

/** Sources without live channels and simulated traders. */
export const NO_SOURCES: MetricSources = {
  streams: () => ({ connections: new Map(), queuedBytes: 0 }),
  residents: undefined,
  gateways: async () => [],
};

/** Timeout of a read of the database, ms: scrapes come every few seconds. */
const STATISTICS_TIMEOUT_MS = 2_000;
const MICROS_PER_DOLLAR = 1_000_000;
/** Name of the gauge of the release. */
const BUILD = "presage_build_info";
/** Name of the streams of GET /changes among the channels. */
const CHANGES = "/changes";

async function setGauges(context: Context, { streams, residents, processes }: MetricSources): Promise<void> {
  setMemoryGauges(context);
  setBackups(context);
  setStreams(context, streams());
  await Promise.all([
    setCounts(context, residents),
    setDatabase(context),
    setCluster(context, processes?.()),
    setSimulatedTraderGauges(context.metrics, residents),
    setWebhookMetrics(context),
  ]);
}

/** Sets gauges that are read from memory. */
function setMemoryGauges({ metrics, config, engine, tables, condition, readiness }: Context): void {
  metrics.build.set({ version: RELEASE.version, mode: config.mode }, 1);
  const { mode } = engine.availability.now();
  for (const one of MODES) metrics.mode.set({ mode: one }, Number(one === mode));
  for (const [check, result] of Object.entries(readiness.now().checks))
    metrics.ready.set({ check }, Number(result === PASSED));
  metrics.sequence.set(engine.head().seq);
  const { behind, rows, ends, waitingReads, holdsWriter } = tables.standing();
  metrics.tablesBehind.set(behind);
  metrics.tablesRows.set(rows + ends);
  metrics.tablesReads.set(waitingReads);
  metrics.tablesHold.set(Number(holdsWriter));
  metrics.databaseUp.set(Number(condition.store().state === "up"));
  setOrLeaveOut(metrics.diskFree, condition.freeBytes());
  const ledger = condition.ledger();
  setOrLeaveOut(metrics.imbalance, ledger && Number(ledger.imbalance) / MICROS_PER_DOLLAR);
  setOrLeaveOut(metrics.solvent, ledger && Number(ledger.solvent));
  setOrLeaveOut(metrics.countedAt, ledger && ledger.at / 1_000);
}

/** Sets gauges of scheduled backups, if there are any. */
function setBackups({ metrics, archive }: Context): void {
  const state = archive?.state();
  // A gauge without a value would show 0, which means 50 years late.
  setOrLeaveOut(metrics.backupDue, state && state.due / 1_000);
  if (state === undefined) return;
  const { covered, last, failing, failed } = state;
  setOrLeaveOut(metrics.backupCovered, covered && covered / 1_000);
  setOrLeaveOut(metrics.backupWhole, last && last.made / 1_000);
  metrics.backupFailing.set(Number(failing !== undefined));
  setOrLeaveOut(metrics.backupFailed, failed && failed / 1_000);
}

/** Sets gauges of live channels, and of streams of changes under the path of their operation. */
function setStreams({ metrics, changes }: Context, standing: StreamsStatus): void {
  const { streams, streamBytes } = metrics;
  streams.reset();
  for (const [channel, count] of standing.connections) streams.set({ channel }, count);
  streams.set({ channel: CHANGES }, changes.count());
  streamBytes.set(standing.queuedBytes);
}

async function setCounts(context: Context, residents: SimulationControl | undefined): Promise<void> {
  const { metrics, findCounts } = context;
  const counts = await readWithTimeout(findCounts(listHouseAccounts(context, residents)));
  setOrLeaveOut(metrics.accounts, counts?.accounts);
  setOrLeaveOut(metrics.openOrders, counts?.openOrders);
  metrics.markets.reset();
  for (const [status, number] of Object.entries(counts?.markets ?? {}))
    metrics.markets.set({ status }, number);
}

async function setDatabase({ metrics, ownSql }: Context): Promise<void> {
  const since = performance.now();
  const databaseAnswered = await readWithTimeout(ownSql`select 1`);
  setOrLeaveOut(metrics.databaseAnswer, databaseAnswered && (performance.now() - since) / 1_000);
  const figures = databaseAnswered && (await readWithTimeout(readDatabaseStatistics(ownSql)));
  setOrLeaveOut(metrics.databaseBytes, figures?.bytes);
  metrics.databaseSessions.reset();
  for (const [state, number] of Object.entries(figures?.sessions ?? {}))
    metrics.databaseSessions.set({ state }, number);
}

/** Sets gauges of a cluster, which are left out without one. */
async function setCluster(context: Context, processes: Readonly<Record<string, number>> = {}): Promise<void> {
  const { metrics, config, ownSql, proveLead } = context;
  const isMember = config.cluster !== undefined;
  const [state, proofAge] = isMember
    ? await Promise.all([readWithTimeout(readClusterState(ownSql)), readWithTimeout(proveLead())])
    : [];
  for (const gauge of [metrics.clusterEpoch, metrics.clusterLag, metrics.clusterProcesses]) gauge.reset();
  if (state !== undefined) metrics.clusterEpoch.set({ leader: state.holder }, state.epoch);
  for (const { name, lagBytes } of state?.standbys ?? []) metrics.clusterLag.set({ standby: name }, lagBytes);
  for (const [kind, count] of Object.entries(processes)) metrics.clusterProcesses.set({ kind }, count);
  setOrLeaveOut(metrics.clusterSince, state && state.since / 1_000);
  setOrLeaveOut(metrics.clusterProof, proofAge === undefined ? undefined : proofAge / 1_000);
  setOrLeaveOut(metrics.clusterStandbys, state?.standbys.length);
  setOrLeaveOut(metrics.clusterNeeded, state?.needed);
}

async function setWebhookMetrics(context: Context): Promise<void> {
  const { webhooksWaiting, webhooksDead, webhooksLag, webhooksLate, webhooksEnabled } = context.metrics;
  const webhooks = await readWithTimeout(describeAll(context));
  for (const gauge of [webhooksWaiting, webhooksDead, webhooksLag, webhooksLate, webhooksEnabled])
    gauge.reset();
  for (const { id: webhook, waiting, dead, lag, lagSeconds, enabled } of webhooks ?? []) {
    webhooksWaiting.set({ webhook }, waiting);
    webhooksDead.set({ webhook }, dead);
    webhooksLag.set({ webhook }, lag);
    webhooksLate.set({ webhook }, lagSeconds);
    webhooksEnabled.set({ webhook }, Number(enabled));
  }
}

async function setSimulatedTraderGauges(
  metrics: Metrics,
  residents: SimulationControl | undefined,
): Promise<void> {
  const state = residents && (await readWithTimeout(residents.describe()));
  const markets = state === undefined || isRejection(state) ? undefined : state.markets;
  metrics.residents.reset();
  if (markets !== undefined) {
    const withdrawnCount = markets.filter((market) => market.withdrawn !== "").length;
    metrics.residents.set({ state: "quoting" }, markets.length - withdrawnCount);
    metrics.residents.set({ state: "withdrawn" }, withdrawnCount);
  }
  setOrLeaveOut(
    metrics.residentsLoss,
    markets &&
      sumMicros(markets.map(({ loss }) => Math.round(Number(loss) * MICROS_PER_DOLLAR))) / MICROS_PER_DOLLAR,
  );
}

const sumMicros = (micros: readonly number[]): number => micros.reduce((sum, one) => sum + one, 0);

/** Sets the gauge, or leaves it out if it has no value, so that an alert on its absence can fire. */
function setOrLeaveOut(gauge: Gauge, value: number | undefined): void {
  if (value === undefined) gauge.remove();
  else gauge.set(value);
}

/** Waits for a read; `undefined` if it fails or takes too long, which gauges such as `database_up` report. */
const readWithTimeout = <Figure>(reading: PromiseLike<Figure>): Promise<Figure | undefined> =>
  valueWithTimeout(reading, STATISTICS_TIMEOUT_MS);

/** GET /metrics: metrics of the exchange and of its process, in the format of Prometheus. */
export const getMetrics = (sources: MetricSources): Endpoint =>
  operation({
    method: "GET",
    path: "/metrics",
    summary: "Get the metrics in the text format of Prometheus",
    group: EXCHANGE,
    role: "metrics",
    answer: Type.String({
      description: "Text format, version 0.0.4; docs/operating/monitoring.md lists the metrics",
    }),
    mediaType: Registry.PROMETHEUS_CONTENT_TYPE,
    handle: async ({ context }) => {
      await setGauges(context, sources);
      const both = Registry.merge([context.metrics.registry, processMetrics()]);
      const gateways = await sources.gateways();
      if (gateways.length === 0) return { bytes: await both.metrics() };
      const all = AggregatorRegistry.aggregate([await both.getMetricsAsJSON(), ...gateways]);
      return { bytes: await all.metrics() };
    },
  });

/** GET /metrics/process: counters of the process that answers. A gateway of a cluster answers for itself. */
export const getProcessMetrics = ({ streams }: Pick<MetricSources, "streams">): Endpoint =>
  operation({
    method: "GET",
    path: PROCESS_METRICS_PATH,
    summary: "Get the metrics of the process that answers, which may be a gateway of a cluster",
    group: EXCHANGE,
    role: "metrics",
    answer: Type.String({
      description:
        "Text format, version 0.0.4: the release, all counters and histograms, live channels and the process",
    }),
    mediaType: Registry.PROMETHEUS_CONTENT_TYPE,
    ofEngine: false,
    handle: async ({ context }) => {
      const { metrics, config } = context;
      metrics.build.set({ version: RELEASE.version, mode: config.mode }, 1);
      const build = metrics.registry.getSingleMetricAsString(BUILD);
      const counted = AggregatorRegistry.aggregate([await readCounted(context, streams())]).metrics();
      return { bytes: (await Promise.all([build, counted, processMetrics().metrics()])).join("\n") };
    },
  });
