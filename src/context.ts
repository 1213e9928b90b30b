/** Resources shared by all interfaces, built once from the configuration and closed in reverse order. */
import type { Log } from "./base/log-event.ts";
import type { Config } from "./settings/config.ts";
import { createExplainer } from "./tools/doctor/explainer.ts";
import type { Explainer } from "./tools/doctor/explainer.ts";
import type { Clocks } from "./engine/time/clocks.ts";
import type { Continued } from "./engine/follower/follower.ts";
import { createEngine } from "./engine/engine.ts";
import { createReadyAnswers } from "./engine/ready-answers.ts";
import type { ReadyAnswers } from "./engine/ready-answers.ts";
import type { Engine } from "./engine/engine.ts";
import {
  openOperatorParts,
  readAllEntries,
  refreshStoredSkeletons,
} from "./engine/operators/operator-parts.ts";
import type { OperatorParts } from "./engine/operators/operator-parts.ts";
import { NO_QUARANTINE } from "./engine/operators/quarantine.ts";
import type { Quarantine } from "./engine/operators/quarantine.ts";
import { createReadiness } from "./engine/availability.ts";
import type { ReadinessControl } from "./engine/availability.ts";
import { createFollowers } from "./base/followers.ts";
import type { Followers } from "./base/followers.ts";
import type { Note } from "./engine/follower/bus.ts";
import { callOnce, createSubjectQueues } from "./base/async.ts";
import type { SubjectQueues } from "./base/async.ts";
import { createHandOver } from "./engine/hand-over.ts";
import type { HandOver } from "./engine/hand-over.ts";
import { startSafeguards } from "./engine/safeguards.ts";
import type { Condition } from "./engine/safeguards.ts";
import { openSnapshots } from "./engine/sandbox/snapshots.ts";
import type { Snapshots } from "./engine/sandbox/snapshots.ts";
import { createStoredEntries } from "./engine/repeats/stored-entries.ts";
import type { StoredEntries } from "./engine/repeats/stored-entries.ts";
import { closeTimedParts, openTimedParts } from "./engine/time/timed-parts.ts";
import type { TimedParts } from "./engine/time/timed-parts.ts";
import { RELEASE } from "./release.ts";
import { openClocks } from "./engine/time/open-clocks.ts";
import { createMetrics } from "./metrics/instruments.ts";
import type { Metrics } from "./metrics/instruments.ts";
import { measureCommits, measureEngine, recordFlushes } from "./metrics/measured-engine.ts";
import { openTraces } from "./metrics/tracing/traces.ts";
import type { Traces } from "./metrics/tracing/traces.ts";
import { readTraceSettings } from "./settings/trace-settings.ts";
import { REPORT_NOTHING } from "./base/start-steps.ts";
import type { ReportStep } from "./base/start-steps.ts";
import { createOperatorRegister } from "./signing/operators.ts";
import type { OperatorRegister } from "./signing/operators.ts";
import { createSlotPools } from "./base/slot-pools.ts";
import type { SlotPools } from "./base/slot-pools.ts";
import { createVerificationPool } from "./signing/orders/verification-pool.ts";
import type { VerificationPool } from "./signing/orders/verification-pool.ts";
import { createChangeStreams } from "./operate/changes/change-streams.ts";
import type { ChangeStreams } from "./operate/changes/change-streams.ts";
import { openArchive } from "./operate/archive/archive-thread.ts";
import type { Archive } from "./operate/archive/archive-thread.ts";
import { createExports } from "./operate/export/export-thread.ts";
import type { StreamExport } from "./operate/export/export-thread.ts";
import { createImageCache } from "./store/catalog/images.ts";
import type { ImageCache } from "./store/catalog/images.ts";
import { createCommitter } from "./store/journal/committer.ts";
import type { Committer } from "./store/journal/committer.ts";
import { readHead } from "./store/journal/journal.ts";
import { projectRows, recoverExchange } from "./store/journal/recover-exchange.ts";
import { storeRunMode } from "./store/journal/run-mode.ts";
import { createCandidate } from "./store/journal/leadership.ts";
import { awaitReplication } from "./store/journal/replication.ts";
import { openFirstWriterSession } from "./store/journal/writer-session.ts";
import type { WriterSession } from "./store/journal/writer-session.ts";
import { openKeyRings } from "./store/keys/key-rings.ts";
import type { KeyRings } from "./store/keys/key-rings.ts";
import { resolveMasterKey } from "./store/keys/master-key.ts";
import { openTables, updateReadTables } from "./store/projector/open-tables.ts";
import type { BatchRows } from "./store/projector/table-rows.ts";
import type { ProjectorLimits } from "./store/projector/projector-limits.ts";
import type { Projector } from "./store/projector/projector.ts";
import { fenceReadings } from "./store/reads/fenced-readings.ts";
import type { FencedReadings } from "./store/reads/fenced-readings.ts";
import { saveVirtualTime } from "./store/sandbox/virtual-time.ts";
import { ADMIN_TOKEN, readOrCreateSecret } from "./store/server/data-directory.ts";
import type { DiskSpace } from "./store/server/disk-space.ts";
import { reportBlockers } from "./store/sql/blockers.ts";
import { recordRelease } from "./store/sql/schema/releases.ts";
import type { Blocker } from "./store/sql/blockers.ts";
import { readArrayTypes } from "./store/sql/database.ts";
import type { OwnSql } from "./store/sql/database.ts";
import { fencePool } from "./store/sql/fenced-pool.ts";
import { endPools, listPools, openPools } from "./store/sql/pools.ts";
import type { OpenPools } from "./store/sql/pools.ts";
import { inSnapshot } from "./store/sql/table-stream.ts";
import { updateSchema } from "./store/sql/schema/update-schema.ts";

export type Context = FencedReadings &
  KeyRings &
  TimedParts &
  OperatorParts & {
    readonly config: Config;
    readonly log: Log;
    /** Returns the current time, ms since 1970, as `clocks.now` does. */
    readonly clock: () => number;
    readonly clocks: Clocks;
    /** The connections of `sql`, whose reads do not wait until the read tables include all commits. */
    readonly ownSql: OwnSql;
    /** Writer of the read tables, with their progress. */
    readonly tables: Pick<Projector, "reach" | "standing">;
    readonly engine: Engine;
    /** Counters and timings of the exchange. */
    readonly metrics: Metrics;
    /** Traces of requests; `undefined` if the operator has not enabled them. */
    readonly traces: Traces | undefined;
    /** Returns the age of the last proof that this process leads its cluster, ms. */
    readonly proveLead: Committer["proveLead"];
    /** Health of store, ledger and disk, as the safeguards see it. */
    readonly condition: Condition;
    /** Finds requests that were carried out before, including requests that are not yet in the read tables. */
    readonly entries: Omit<StoredEntries, "startFilling" | "rewind" | "close">;
    /** Images that operators added. */
    readonly images: ImageCache;
    /** Answers about single events that no commit has touched since. */
    readonly readyAnswers: ReadyAnswers;
    /** Capacity limits that all clients share. */
    readonly places: SlotPools;
    /** Readiness of the exchange to serve clients. */
    readonly readiness: ReadinessControl;
    readonly requestTurns: SubjectQueues;
    readonly quarantine: Quarantine;
    readonly verifier: VerificationPool;
    readonly explainer: Explainer;
    /** Exports tables in separate threads, a few at a time. */
    readonly streamExport: StreamExport;
    /** Streams of public events, produced in separate threads. */
    readonly changes: ChangeStreams;
    /** Scheduled backups; `undefined` if no setting names a destination. */
    readonly archive: Archive | undefined;
    readonly handOver: HandOver;
    /** Calls back with each change outside of the journal that followers copy. */
    readonly followNotes: Followers<Note>["follow"];
    readonly masterKey: Buffer;
    /** Token of the first operator. */
    readonly adminToken: string;
    readonly operators: OperatorRegister;
    readonly snapshots: Snapshots;
    /**
     * Takes no more commands, commits what was taken, and lets the writer's lock go once the answers have left; everything
     * else goes on.
     */
    yieldLead(sendAnswers: () => Promise<void>): Promise<void>;
    close(): Promise<void>;
  };

/** The lead of a cluster, which a process got before it opens its exchange. */
export type Lead = {
  readonly writer: WriterSession;
  /**
   * The state as of the journal's last batch, with the rows of all batches that the read tables may lack; `undefined` loads
   * the state.
   */
  readonly continued: (Continued & { readonly rows: readonly BatchRows[] }) | undefined;
};

export type ContextOptions = {
  readonly config: Config;
  readonly log: Log;
  readonly clocks: Clocks;
  /** True to start even if the journal ends far ahead of the clock. */
  readonly acceptClock?: boolean;
  /**
   * Called once before the journal is read. May write a seeded history into an empty journal; returns the writer's next
   * session.
   */
  readonly givePast?: ((writer: WriterSession) => Promise<WriterSession>) | undefined;
  readonly tellStep?: ReportStep | undefined;
  /** Lead of a cluster that this process has, with the state that it followed. */
  readonly lead?: Lead | undefined;
  readonly databaseUrl: string;
  /** Free space on the disk of the database, if the exchange runs its own. */
  readonly diskSpace?: DiskSpace;
  /** Quarantine of commands that crashed the exchange; without a quarantine the same commands can crash it again. */
  readonly quarantine?: Quarantine | undefined;
  /** Limits of the rows that wait for the read tables; defaults if not given. */
  readonly tableLimits?: ProjectorLimits | undefined;
  /** Called once commits are impossible: memory is then ahead of the database, so the process must restart. */
  readonly onFailure: (error: unknown) => void;
};

/** Time for reads to complete when the exchange closes, s. */
const END_TIMEOUT_SECONDS = 5;

/** Monotonic time, ms. */
const monotonic = (): number => performance.now();

/** Opens the context; the log names the sessions whose locks delay it. */
export function createContext(options: ContextOptions): Promise<Context> {
  const { databaseUrl: url, log } = options;
  const tell = (blockers: readonly Blocker[]): void =>
    log.warn({ event: "start_waits", blockers }, "the start waits for locks of other sessions");
  return reportBlockers({ url, sessions: "presage %", tell }, () => openContext(options));
}

/** Connects, migrates, recovers the exchange from the database and starts the engine. */
async function openContext(given: ContextOptions): Promise<Context> {
  const { config, databaseUrl, log, tellStep = REPORT_NOTHING } = given;
  const adminToken =
    config.adminToken ?? readOrCreateSecret(config.dataDirectory, ADMIN_TOKEN, 32, config.seed);
  const operators = createOperatorRegister(adminToken, config.operators);
  if (config.cluster !== undefined && given.lead === undefined)
    await awaitReplication(databaseUrl, reportWait(given));
  tellStep("bringing the schema up to date");
  await updateSchema(databaseUrl);
  const pools = openPools(databaseUrl, config.readUrl);
  const { sql, readSql } = pools;
  /** Functions that close everything opened so far; a failed start calls them in reverse order. */
  const closers: (() => Promise<unknown>)[] = [() => endPools(pools, 1)];
  try {
    const writer = await openWriter(given);
    const committer = createCommitter({ url: databaseUrl, writer, onFailure: given.onFailure });
    closers.unshift(committer.close);
    const masterKey = Buffer.from(await resolveMasterKey(writer.client, config), "hex");
    const clocks = await openClocks(given, writer.client, (await readHead(sql)).at);
    const options = { ...given, clocks };
    await updateReadTables(options, writer.client);
    await Promise.all(listPools(pools).map(readArrayTypes));
    const metrics = createMetrics();
    const traces = await openTraces(readTraceSettings(config.traces), { metrics, log });
    closers.unshift(async () => traces?.close());
    const tables = await openTables({ ...options, onFlush: recordFlushes(metrics) }, sql);
    closers.unshift(async () => tables.stopRetrying(), tables.close);
    const stored = () => tables.standing().seq;
    const fills = fencePool(readSql, tables.reach);
    const entries = createStoredEntries({ lookUps: sql, stored, fills, log });
    const measuredParts = { committer, tables, entries, metrics, traces };
    tellStep("loading the state of the exchange");
    const engine = await recoverEngine(options, measuredParts);
    await recordRelease(writer.client);
    const timed = await openTimedParts({ mode: config.mode, sql, engine, clocks, log });
    const notes = createFollowers<Note>();
    const keyRings = await openKeyRings(sql, masterKey, {
      impersonation: config.mode === "sandbox",
      onForget: (apiKey) => notes.notify({ about: "key", apiKey }),
    });
    await refreshStoredSkeletons(databaseUrl);
    const audited = openOperatorParts(await readAllEntries(databaseUrl), {
      sql,
      engine,
      clocks,
      masterKey,
      log,
      databaseUrl,
      network: config.webhookNetwork,
      onNameChange: (wallet) => notes.notify({ about: "name", wallet }),
    });
    followCopiedParts(notes, clocks, timed);
    return startContext(options, {
      notes,
      masterKey,
      keyRings,
      ...pools,
      ...measuredParts,
      engine,
      timed,
      audited,
      adminToken,
      operators,
    });
  } catch (error) {
    for (const close of closers) await close();
    throw error;
  }
}

/** Opens the writer's session, after checking that the exchange may run in this mode, and writes its seeded history. */
async function openWriter(options: ContextOptions): Promise<WriterSession> {
  const { databaseUrl, config, givePast, lead } = options;
  const candidate = config.cluster === undefined ? undefined : createCandidate(config.cluster);
  const writer =
    lead?.writer ??
    (await openFirstWriterSession(databaseUrl, { candidate, reportWait: reportWait(options) }));
  await storeRunMode(writer, config).catch(async (error: unknown) => {
    await writer.close();
    throw error;
  });
  return (await givePast?.(writer)) ?? writer;
}

/** Reports the missing part of a cluster to the log and to the steps of the start. */
const reportWait =
  ({ log, tellStep }: ContextOptions) =>
  (why: string): void => {
    tellStep?.("waiting for a standby of the database");
    log.warn({ event: "start_waits", why }, "the start waits for a standby of the database");
  };

type EngineResources = {
  readonly committer: Committer;
  readonly tables: Projector;
  readonly entries: StoredEntries;
  readonly metrics: Metrics;
  readonly traces: Traces | undefined;
};

async function recoverEngine(
  options: ContextOptions,
  { committer, tables, entries, metrics, traces }: EngineResources,
): Promise<Engine> {
  const { databaseUrl, config, clocks, onFailure, lead } = options;
  // No time limit, unlike reads: recovery takes as long as it needs.
  const recovered = await inSnapshot(databaseUrl, "presage load", async (snapshot) => {
    const continued = lead?.continued;
    if (continued !== undefined && (await projectRows(continued, snapshot, tables))) return continued;
    return recoverExchange(snapshot, config.rules, tables);
  });
  const engine = createEngine({
    ...recovered,
    clock: clocks.now,
    monotonic,
    later: setImmediate,
    quarantine: options.quarantine ?? NO_QUARANTINE,
    commit: measureCommits(committer.commit, metrics),
    tables,
    ...entries,
    traces: traces?.ofWriter,
    onFailure,
  });
  return measureEngine(engine, metrics);
}

type StartedResources = OpenPools &
  EngineResources & {
    readonly notes: Followers<Note>;
    readonly masterKey: Buffer;
    readonly keyRings: KeyRings;
    readonly engine: Engine;
    readonly timed: TimedParts;
    readonly audited: OperatorParts;
    readonly adminToken: string;
    readonly operators: OperatorRegister;
  };

/** Notes the changes of a virtual clock and of planned failures. */
function followCopiedParts(
  { notify }: Followers<Note>,
  { virtual }: Clocks,
  { delayedOrders, settlements }: TimedParts,
): void {
  virtual?.follow((time) => notify({ about: "clock", time }));
  for (const part of [delayedOrders, settlements]) part?.follow(() => notify({ about: "planned failures" }));
}

function openVerifiers(
  { config, onFailure }: ContextOptions,
  traces: Traces | undefined,
): Pick<Context, "places" | "verifier" | "explainer"> {
  const places = createSlotPools(config);
  const signing = { domains: config.domains, trustFirstUse: config.mode === "sandbox" };
  return {
    places,
    verifier: createVerificationPool(signing, onFailure, traces?.ofJob),
    explainer: createExplainer(signing, places.explanations),
  };
}

function warnBehind(log: Log, tables: Pick<Projector, "standing">): void {
  const { behind } = tables.standing();
  if (behind > 0) log.warn({ event: "tables_behind", behind }, TABLES_BEHIND);
}

const TABLES_BEHIND = "the read tables stand behind the journal; the next start makes them follow";

function startContext(options: ContextOptions, started: StartedResources): Context {
  const { config, log, clocks } = options;
  const { sql, committer, tables, engine, metrics, traces, entries } = started;
  const { keyRings, timed, audited, adminToken, operators, notes, masterKey } = started;
  const readings = fenceReadings(
    started,
    tables.reach,
    { clock: clocks.now, monotonic },
    { ...started, stored: () => tables.standing().seq },
  );
  const safeguards = startSafeguards({ ...options, ...started, prove: readings.proveSolvency });
  entries.startFilling();
  const verifiers = openVerifiers(options, traces);
  const archive = openArchive(config, { ...options, version: RELEASE.version });
  const closeCommitter = callOnce(committer.close);
  const yieldLead = async (sendAnswers: () => Promise<void>): Promise<void> => {
    await engine.close();
    await sendAnswers();
    // Whoever leads next writes the rows that are left.
    tables.stopRetrying();
    await closeCommitter();
  };
  const close = async (): Promise<void> => {
    await Promise.all([safeguards.close(), audited.webhooks.close()]);
    committer.stopRetrying();
    tables.stopRetrying();
    await closeTimedParts(timed);
    await engine.close();
    await archive?.close();
    await entries.close();
    await Promise.all([verifiers.verifier.close(), verifiers.explainer.close()]);
    await tables.close();
    if (clocks.virtual !== undefined) await saveVirtualTime(sql, clocks.virtual.read());
    warnBehind(log, tables);
    await Promise.all([closeCommitter(), traces?.close()]);
    await endPools(started, END_TIMEOUT_SECONDS);
  };
  const resources = {
    ownSql: sql,
    tables,
    engine,
    metrics,
    traces,
    condition: safeguards.condition,
    entries,
    ...timed,
    ...audited,
    images: createImageCache(sql, (hash) => notes.notify({ about: "image", hash })),
    readyAnswers: createReadyAnswers(engine),
    followNotes: notes.follow,
    proveLead: committer.proveLead,
    handOver: createHandOver(),
    masterKey,
    readiness: createReadiness({ ...verifiers, availability: engine.availability, committer, tables }),
    requestTurns: createSubjectQueues(),
    quarantine: options.quarantine ?? NO_QUARANTINE,
    ...keyRings,
    ...verifiers,
    streamExport: createExports(options.databaseUrl),
    changes: createChangeStreams(options.databaseUrl),
    archive,
    adminToken,
    operators,
    snapshots: openSnapshots({ ...options, ...started, ...readings }),
  };
  return { config, log, clock: clocks.now, clocks, ...resources, ...readings, yieldLead, close };
}
