/** Counters, gauges and histograms of one exchange, in Prometheus format. */
import { Counter, Gauge, Registry } from "prom-client";
import type { MetricConfiguration } from "prom-client";
import { registerHistogram } from "./stored-histogram.ts";

// Description of an instrument: name, help text and registry.

/** Describes an instrument of the exchange; all names have the same prefix. */
function described<Label extends string>(
  registry: Registry,
  name: string,
  help: string,
  labelNames: Label[],
): MetricConfiguration<Label> {
  return { name: `presage_${name}`, help, labelNames, registers: [registry] };
}

// Gauges of one exchange; a scrape sets them.

type MakeGauge = <Label extends string>(name: string, help: string, labels?: Label[]) => Gauge<Label>;

function createGauges(registry: Registry) {
  const gauge: MakeGauge = (name, help, labels = []) => new Gauge(described(registry, name, help, labels));
  return {
    ...createExchangeGauges(gauge),
    ...createDatabaseGauges(gauge),
    ...createClusterGauges(gauge),
    ...createReaderGauges(gauge),
  };
}

/** Creates the gauges of the exchange itself: mode, journal, read tables and ledger. */
const createExchangeGauges = (gauge: MakeGauge) => ({
  build: gauge("build_info", "1, with the release and the mode that the exchange runs in", [
    "version",
    "mode",
  ]),
  mode: gauge("mode", "1 for the mode of trading in force, 0 for the others", ["mode"]),
  ready: gauge("ready", "1 for each check of readiness that passes, 0 for one that fails", ["check"]),
  waiting: gauge("commands_waiting", "Commands that were taken and not answered yet"),
  sequence: gauge("journal_sequence", "The last batch of the journal"),
  tablesBehind: gauge("tables_behind_batches", "Committed batches that the read tables lack"),
  tablesRows: gauge("tables_waiting_rows", "Rows that wait to be written into the read tables"),
  tablesReads: gauge("tables_waiting_reads", "Reads that wait for the read tables"),
  tablesHold: gauge("tables_hold_writer", "1 while the writer waits for the read tables"),
  accounts: gauge("accounts", "Accounts of traders, without those of the house and of residents"),
  openOrders: gauge("open_orders", "Resting orders"),
  markets: gauge("markets", "Markets, by status", ["status"]),
  imbalance: gauge(
    "ledger_imbalance_dollars",
    "What came in less what accounts and shares hold, at the last count: must be 0",
  ),
  solvent: gauge("ledger_solvent", "1 if the last count found everything backed, 0 if not"),
  countedAt: gauge("ledger_counted_timestamp_seconds", "Time of the last count of the ledger"),
});

/** Creates the gauges of the database, its disk and its backups. */
const createDatabaseGauges = (gauge: MakeGauge) => ({
  databaseUp: gauge("database_up", "1 while commits go through"),
  databaseAnswer: gauge(
    "database_answer_seconds",
    "Time of an empty query just now; absent without an answer",
  ),
  databaseSessions: gauge("database_sessions", "Sessions of the database, by state", ["state"]),
  databaseBytes: gauge("database_bytes", "Size of the database on its disk"),
  diskFree: gauge("disk_free_bytes", "Free bytes on the disk of the exchange's own database"),
  backupCovered: gauge(
    "backup_covered_timestamp_seconds",
    "Time up to which all that was committed is in the place for backups",
  ),
  backupDue: gauge("backup_due_timestamp_seconds", "Time by which that should be later than it is"),
  backupWhole: gauge("backup_whole_timestamp_seconds", "Time of the last whole backup"),
  backupFailing: gauge("backup_failing", "1 while the last attempt to write a backup failed"),
  backupFailed: gauge("backup_failed_timestamp_seconds", "Time of the last failure to write a backup"),
});

/** Creates the gauges of a cluster, which an exchange without one leaves out. */
const createClusterGauges = (gauge: MakeGauge) => ({
  clusterEpoch: gauge("cluster_epoch", "Epoch of the cluster's lead, with the process that leads", [
    "leader",
  ]),
  clusterSince: gauge("cluster_epoch_timestamp_seconds", "Time at which the epoch began"),
  clusterProof: gauge(
    "cluster_lead_proof_age_seconds",
    "Age of the last proof that this process leads; absent without a proof",
  ),
  clusterProcesses: gauge("cluster_processes", "Engines and gateways of the cluster", ["kind"]),
  clusterStandbys: gauge("cluster_standbys", "Standbys of the database that a commit counts"),
  clusterNeeded: gauge("cluster_standbys_needed", "Standbys of the database that a commit waits for"),
  clusterLag: gauge(
    "cluster_standby_lag_bytes",
    "Bytes of the primary's log that a standby has not on disk",
    ["standby"],
  ),
});

/** Creates the gauges of live streams, webhooks and simulated traders. */
const createReaderGauges = (gauge: MakeGauge) => ({
  streams: gauge(
    "stream_connections",
    "Open live connections, by channel; /changes is the streams of that operation",
    ["channel"],
  ),
  streamBytes: gauge("stream_queued_bytes", "Bytes that wait to be read by live connections"),
  webhooksWaiting: gauge("webhook_waiting", "Deliveries that failed, and those behind them, by webhook", [
    "webhook",
  ]),
  webhooksDead: gauge("webhook_dead", "Deliveries that were given up, by webhook", ["webhook"]),
  webhooksLag: gauge("webhook_lag_batches", "Batches of the journal that a webhook has not read", [
    "webhook",
  ]),
  webhooksLate: gauge(
    "webhook_lag_seconds",
    "Age of the first new event that a webhook has not got and is to get; 0 without one",
    ["webhook"],
  ),
  webhooksEnabled: gauge("webhook_enabled", "1 while a webhook is enabled, 0 while it is disabled", [
    "webhook",
  ]),
  residents: gauge("residents_markets", "Markets in which a maker quotes, and in which it withdrew", [
    "state",
  ]),
  residentsLoss: gauge("residents_loss_dollars", "Loss of all resident makers at the worst winners"),
});

/** Upper bounds of duration buckets, in seconds: half a millisecond to ten seconds. */
const DURATION_BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const COUNTS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000];

/** Outcomes of a command: committed, committed by an earlier request, rejected, or failed. */
export type CommandOutcomeLabel = "committed" | "repeated" | "rejected" | "failed";

/** Creates the counters and histograms that code updates at each occurrence. */
function createMeters(registry: Registry) {
  const histogram = <Label extends string>(
    name: string,
    help: string,
    { labels, buckets = DURATION_BUCKETS }: { readonly labels: Label[]; readonly buckets?: number[] },
  ) => registerHistogram(registry, { name: `presage_${name}`, help, labelNames: labels, buckets });
  const counter = <Label extends string>(name: string, help: string, labels: Label[]) =>
    new Counter(described(registry, name, help, labels));
  return {
    requests: histogram("http_request_duration_seconds", "Time from a request's head to its last byte", {
      labels: ["interface", "dialect", "operation", "status"],
    }),
    refusals: counter("http_refusals_total", "Refused requests, by the code of the refusal", [
      "interface",
      "code",
    ]),
    shed: counter("orders_shed_total", "Orders refused from their bytes, since there were too many", []),
    commands: histogram("command_duration_seconds", "Time from a command's arrival to its acknowledgement", {
      labels: ["command", "outcome"],
    }),
    commits: histogram("commit_duration_seconds", "Time until a batch was durable in the journal", {
      labels: [],
    }),
    batchEvents: histogram("batch_events", "Events of a batch of the journal", {
      labels: [],
      buckets: COUNTS,
    }),
    events: counter("events_total", "Events of the journal, by type", ["type"]),
    fills: counter("fills_total", "Fills of an incoming order against a resting one", []),
    flushes: histogram("tables_flush_duration_seconds", "Time of a flush of rows into the read tables", {
      labels: [],
    }),
    followers: histogram(
      "follower_duration_seconds",
      "Time of one follower of commits, such as a live channel, for which the writer waits",
      { labels: [] },
    ),
    resyncs: counter("stream_resyncs_total", "Live connections that were told to start again", []),
    traceSpans: counter(
      "trace_spans_total",
      "Spans of traces: `sent`, `failed` at the collector, or `dropped` since too many waited",
      ["outcome"],
    ),
  };
}

export type Metrics = ReturnType<typeof createMeters> &
  ReturnType<typeof createGauges> & { readonly registry: Registry };

export function createMetrics(): Metrics {
  const registry = new Registry();
  return { registry, ...createMeters(registry), ...createGauges(registry) };
}
