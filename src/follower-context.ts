/**
 * Resources of a gateway, which serves clients for an engine of another thread or process: a follower in place of the
 * engine, and sessions of its own for reads. Parts that only the process of the engine has are out of reach: requests for
 * them are passed on.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { createMetrics } from "./metrics/instruments.ts";
import { openTraces } from "./metrics/tracing/traces.ts";
import { createExplainer } from "./tools/doctor/explainer.ts";
import { createFollower } from "./engine/follower/follower.ts";
import type { FollowerOptions, FollowingEngine } from "./engine/follower/follower.ts";
import type { Availability } from "./engine/availability.ts";
import type { FollowerBus, Note } from "./engine/follower/bus.ts";
import {
  openOperatorParts,
  readOperatorEntries,
  reloadOperatorParts,
} from "./engine/operators/operator-parts.ts";
import type { OperatorEntries, OperatorParts } from "./engine/operators/operator-parts.ts";
import { NO_QUARANTINE } from "./engine/operators/quarantine.ts";
import { createStoredEntries } from "./engine/repeats/stored-entries.ts";
import { createDelayedOrders } from "./engine/sandbox/delayed-orders.ts";
import { createSettlements } from "./engine/sandbox/settlements.ts";
import type { Clocks } from "./engine/time/clocks.ts";
import type { TimedParts } from "./engine/time/timed-parts.ts";
import { createFollowers } from "./base/followers.ts";
import { createPausable, createSubjectQueues } from "./base/async.ts";
import type { Log } from "./base/log-event.ts";
import { createSlotPools } from "./base/slot-pools.ts";
import { readTraceSettings } from "./settings/trace-settings.ts";
import type { Config } from "./settings/config.ts";
import { createOperatorRegister } from "./signing/operators.ts";
import { createReadyAnswers } from "./engine/ready-answers.ts";
import { createOwnVerifier } from "./signing/orders/verification-pool.ts";
import { createChangeStreams } from "./operate/changes/change-streams.ts";
import { createExports } from "./operate/export/export-thread.ts";
import { createImageCache } from "./store/catalog/images.ts";
import { openKeyRings } from "./store/keys/key-rings.ts";
import type { KeyRings } from "./store/keys/key-rings.ts";
import { loadTables } from "./store/projector/load-tables.ts";
import { fenceReadings } from "./store/reads/fenced-readings.ts";
import { readArrayTypes, reconnect } from "./store/sql/database.ts";
import type { OwnSql } from "./store/sql/database.ts";
import { findPrimary } from "./store/sql/primary.ts";
import { isTransient } from "./store/sql/unavailable.ts";
import { fencePool } from "./store/sql/fenced-pool.ts";
import { endPools, listPools, openPools } from "./store/sql/pools.ts";
import type { OpenPools } from "./store/sql/pools.ts";
import { listWalletNames } from "./store/names/wallet-names.ts";
import { inSnapshot, streamRows } from "./store/sql/table-stream.ts";
import { journalRows } from "./store/journal/verify-journal.ts";
import type { JournalRow } from "./store/journal/verify-journal.ts";
import type { Context } from "./context.ts";

export type FollowerContext = Context & { readonly engine: FollowingEngine };

export type FollowerContextOptions = {
  readonly config: Config;
  readonly log: Log;
  readonly clocks: Clocks;
  readonly databaseUrl: string;
  readonly masterKey: Buffer;
  readonly bus: FollowerBus;
  /** Token of the first operator; without one the gateway serves no operators. */
  readonly adminToken?: string | undefined;
  /** Number of gateways, which share the sessions of reads. */
  readonly gateways: number;
  /** Called once the follower cannot follow any more: its thread or process must end. */
  readonly onFailure: (error: unknown) => void;
};

/** Time for reads to complete when the context closes, s. */
const END_TIMEOUT_SECONDS = 5;

/** Opens the sessions, loads the state and follows the engine. */
export async function createFollowerContext(options: FollowerContextOptions): Promise<FollowerContext> {
  const { config, databaseUrl, log, clocks, masterKey } = options;
  const pools = openPools(databaseUrl, config.readUrl, options.gateways);
  const { sql } = pools;
  try {
    await Promise.all(listPools(pools).map(readArrayTypes));
    const metrics = createMetrics();
    const traces = await openTraces(readTraceSettings(config.traces), { metrics, log });
    const { engine, entries, openParts } = await openFollower(options, pools);
    const keyRings = await openKeyRings(sql, masterKey, { impersonation: config.mode === "sandbox" });
    const audited = openParts({ sql, masterKey, network: config.webhookNetwork });
    const timed = await openPlannedFailures(options, engine, sql);
    const images = createImageCache(sql);
    const readings = fenceReadings(
      pools,
      engine.reachTables,
      {
        clock: clocks.now,
        monotonic: () => performance.now(),
      },
      { ...pools, stored: engine.storedTables },
    );
    const { forgetKept } = readings;
    const reloadNames = async (): Promise<void> => audited.names.replace(await listWalletNames(sql));
    const wasSuspended = { is: false };
    const findSessions = (): Promise<void> => findPrimarySessions(databaseUrl, pools);
    const copies = {
      clocks,
      keyRings,
      audited,
      timed,
      images,
      forgetKept,
      reloadNames,
      findSessions,
      wasSuspended,
    };
    engine.followNotes((note) => followNote(copies, note));
    await engine.join();
    return {
      config,
      log,
      clock: clocks.now,
      clocks,
      ownSql: sql,
      engine,
      metrics,
      traces,
      entries,
      images,
      readyAnswers: createReadyAnswers(engine),
      ...readings,
      ...keyRings,
      ...timed,
      ...audited,
      ...openOwnParts(options),
      tables: { reach: engine.reachTables, standing: () => ofEngine("the state of the read tables") },
      yieldLead: () => ofEngine("the lead of a cluster"),
      async close() {
        await engine.close();
        await traces?.close();
        await endPools(pools, END_TIMEOUT_SECONDS);
      },
    };
  } catch (error) {
    await endPools(pools, 1);
    throw error;
  }
}

/** Finds out which server is the primary now, which closes sessions of another one, and reconnects them. */
async function findPrimarySessions(databaseUrl: string, pools: Pools): Promise<void> {
  await findPrimary(databaseUrl);
  for (const pool of listPools(pools)) void reconnect(pool);
}

/** Throws for a part that only the process of the engine has. */
function ofEngine(what: string): never {
  throw new Error(`${what} belongs to the process of the engine`);
}

/** Stands for an object that only the process of the engine has: each use is a bug. */
const createAbsent = <Part extends object>(what: string): Part =>
  new Proxy({}, { get: () => ofEngine(what) }) as Part;

type Pools = OpenPools;

type TakeBatch = Parameters<FollowerOptions["readJournal"]>[2];

/** Reads the batches after one up to another, or to the end. */
export const readJournalBetween = (
  databaseUrl: string,
  { after, last }: { readonly after: number; readonly last: number | undefined },
  take: TakeBatch,
): Promise<void> =>
  inSnapshot(databaseUrl, "presage load", async (snapshot) => {
    for await (const { seq, at, hash, events } of streamRows<JournalRow>(snapshot, journalRows(after, last)))
      take({ seq, at, hash: hash.toString("hex"), events });
  });

/** Loads the state with the operators' entries as of the same batch. */
async function openFollower(options: FollowerContextOptions, { sql, readSql }: Pools) {
  const { config, databaseUrl, log, clocks, bus, onFailure } = options;
  const opened: { engine?: FollowingEngine } = {};
  let parts: OperatorParts | undefined;
  let latest: OperatorEntries | undefined;
  const entries = createStoredEntries({
    lookUps: sql,
    stored: () => opened.engine?.storedTables() ?? 0,
    fills: fencePool(readSql, async () => opened.engine?.reachTables()),
    log,
  });
  const load = async () => {
    const { loaded, read } = await inSnapshot(databaseUrl, "presage load", async (snapshot) => ({
      loaded: await loadTables(snapshot, config.rules),
      read: await readOperatorEntries(snapshot),
    }));
    latest = read;
    if (parts !== undefined) {
      reloadOperatorParts(parts, read);
      entries.forgetRecent();
    }
    return loaded;
  };
  const readJournal = (after: number, last: number | undefined, take: TakeBatch): Promise<void> =>
    readJournalBetween(databaseUrl, { after, last }, take);
  const { known } = entries;
  const engine = await createFollower({ bus, load, readJournal, clock: clocks.now, known, onFailure });
  opened.engine = engine;
  type Given = Pick<Parameters<typeof openOperatorParts>[1], "sql" | "masterKey" | "network">;
  const openParts = (given: Given): OperatorParts => {
    if (latest === undefined) throw new Error("the entries are read with the state");
    parts = openOperatorParts(latest, { ...given, engine, clocks, log, databaseUrl });
    return parts;
  };
  return { engine, entries, openParts };
}

/** Opens the copies of planned failures of a sandbox. Heartbeats and due work run in the process of the engine. */
async function openPlannedFailures(
  { config, clocks, log }: FollowerContextOptions,
  engine: FollowingEngine,
  sql: OwnSql,
): Promise<TimedParts> {
  const own = { sql, engine, clock: clocks.now, pausable: createPausable(), log };
  const isSandbox = config.mode === "sandbox";
  return {
    heartbeats: createAbsent("a heartbeat"),
    disconnects: createAbsent("the end of a key's connections"),
    notePresences: engine.notePresences,
    delayedOrders: isSandbox ? await createDelayedOrders(own) : undefined,
    settlements: isSandbox ? await createSettlements(own) : undefined,
    dueWork: [],
    pauseTimedParts: () => ofEngine("a pause"),
  };
}

/** Parts that a gateway has for itself, and those that it lacks. */
function openOwnParts({ config, databaseUrl, masterKey, adminToken = "" }: FollowerContextOptions) {
  const places = createSlotPools(config);
  const signing = { domains: config.domains, trustFirstUse: config.mode === "sandbox" };
  return {
    places,
    verifier: createOwnVerifier(signing),
    explainer: createExplainer(signing, places.explanations),
    requestTurns: createSubjectQueues(),
    quarantine: NO_QUARANTINE,
    streamExport: createExports(databaseUrl),
    changes: createChangeStreams(databaseUrl),
    archive: undefined,
    adminToken,
    masterKey,
    operators: createOperatorRegister(adminToken, config.operators),
    followNotes: createFollowers<Note>().follow,
    handOver: createAbsent<Context["handOver"]>("a hand-over"),
    proveLead: () => ofEngine("the proof of the lead"),
    condition: createAbsent<Context["condition"]>("the condition of the exchange"),
    readiness: createAbsent<Context["readiness"]>("the readiness of the exchange"),
    snapshots: createAbsent<Context["snapshots"]>("a snapshot"),
  };
}

type Copies = {
  readonly clocks: Clocks;
  readonly keyRings: KeyRings;
  readonly audited: OperatorParts;
  readonly timed: TimedParts;
  readonly images: Context["images"];
  readonly forgetKept: () => void;
  readonly reloadNames: () => Promise<void>;
  readonly findSessions: () => Promise<void>;
  /** True while the engine takes nothing. */
  readonly wasSuspended: { is: boolean };
};

/** Reads the name from its table into memory. */
async function readName(names: OperatorParts["names"], wallet: string): Promise<void> {
  await names.standingOf(wallet);
}

const RETRY_MS = 200;

/** Does work with the database, again until the database answers. */
async function untilAnswered(work: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isTransient(error)) throw error;
      await sleep(RETRY_MS);
    }
  }
}

/** Finds the sessions again once the engine takes commands again: another server may be the primary. */
function noteAvailability(
  { wasSuspended, findSessions }: Copies,
  { suspended }: Availability,
): Promise<void> | undefined {
  const isBack = wasSuspended.is && suspended === undefined;
  wasSuspended.is = suspended !== undefined;
  return isBack ? untilAnswered(findSessions) : undefined;
}

/** Brings the copies up to date; reads wait for the returned promise. */
function followNote(copies: Copies, note: Note): Promise<void> | undefined {
  const { keys, builderKeys } = copies.keyRings;
  const { delayedOrders, settlements } = copies.timed;
  const reload = async (): Promise<void> =>
    void (await Promise.all([delayedOrders?.reload(), settlements?.reload()]));
  const reloadTables = async (): Promise<void> => void (await Promise.all([reload(), copies.reloadNames()]));
  switch (note.about) {
    case "key":
      keys.forget(note.apiKey);
      builderKeys.forget(note.apiKey);
      return undefined;
    case "name":
      return readName(copies.audited.names, note.wallet);
    case "image":
      return void copies.images.forget(note.hash);
    case "clock":
      return void copies.clocks.virtual?.set(note.time);
    case "planned failures":
      return reload();
    case "replacement":
      keys.forgetAll();
      builderKeys.forgetAll();
      copies.forgetKept();
      copies.images.forgetAll();
      // Another engine may lead since another server is the primary.
      return untilAnswered(() => copies.findSessions().then(reloadTables));
    case "availability":
      return noteAvailability(copies, note.availability);
  }
}
