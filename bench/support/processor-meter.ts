/**
 * Processor time of an exchange by its parts: threads of its process, PostgreSQL's sessions by their application names,
 * and PostgreSQL's own processes. Only Linux shows it; elsewhere all of it is 0.
 */
import { readdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import { findRunningServer } from "../../src/store/server/embedded-server.ts";
import { openDatabase } from "../../src/store/sql/database.ts";
import type { Sql } from "../../src/store/sql/database.ts";
import { mainThreadCalls, mainThreadMs, processMs, readStat, readTask } from "./processor-time.ts";
import type { SystemCalls } from "./processor-time.ts";
import { printTable } from "./table.ts";

/** Milliseconds of processor time by part, over so many seconds. */
export type ProcessorUse = {
  readonly seconds: number;
  readonly msByPart: ReadonlyMap<string, number>;
  /** System calls of the exchange's main thread. */
  readonly calls: SystemCalls;
};

export type ProcessorMeter = {
  /** A session of the meter's own, whose time is not counted. */
  readonly sql: Sql;
  /** Does the work, and gives its result with what was used meanwhile. */
  measure<T>(work: () => Promise<T>): Promise<readonly [T, ProcessorUse]>;
  close(): Promise<void>;
};

/** Beginning of the names of PostgreSQL's parts. */
export const POSTGRESQL = "PostgreSQL: ";
export const MAIN_THREAD = "main thread";
export const AUTOVACUUM = `${POSTGRESQL}autovacuum`;
const LOAD_GENERATOR = "load generator";
/** Processes of the server that are told from the others. */
const ROLES = ["walwriter", "checkpointer", "background writer", "io worker", "autovacuum"];
/** Parts by the names that node gives its threads. */
const THREADS = new Map([
  ["V8Worker", "V8's helpers"],
  ["WorkerThread", "worker threads"],
  ["gateway", "gateways"],
]);

/** Opens a meter of the exchange that process `pid` runs on an own database in `directory`. */
export async function openProcessorMeter(pid: number, directory: string): Promise<ProcessorMeter> {
  const url = findRunningServer(directory);
  if (url === undefined) throw new Error(`no database runs in ${directory}`);
  const sql = openDatabase(url, { name: "presage bench", maxConnections: 1 });
  const [{ own }] = await sql<[{ own: number }]>`select pg_backend_pid() as own`;
  const read = (): Promise<Map<string, number>> => readParts(sql, pid, own);
  return {
    sql,
    measure: async (work) => {
      const before = await read();
      const callsBefore = mainThreadCalls(pid);
      const startedAt = performance.now();
      const result = await work();
      const seconds = (performance.now() - startedAt) / 1000;
      const { reads, writes } = mainThreadCalls(pid);
      const calls = { reads: reads - callsBefore.reads, writes: writes - callsBefore.writes };
      const after = [...(await read())].map(([part, ms]) => [part, ms - (before.get(part) ?? 0)] as const);
      return [result, { seconds, msByPart: new Map(after), calls }];
    },
    close: () => sql.end(),
  };
}

type PartTimes = {
  readonly ms: Map<string, number>;
  readonly add: (part: string, ms: number | undefined) => void;
};

function createPartTimes(): PartTimes {
  const ms = new Map<string, number>();
  return { ms, add: (part, more = 0) => void ms.set(part, (ms.get(part) ?? 0) + more) };
}

async function readParts(sql: Sql, pid: number, own: number): Promise<Map<string, number>> {
  const { ms, add } = createPartTimes();
  add(MAIN_THREAD, mainThreadMs(pid));
  if (process.platform !== "linux") return ms;
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    const stat = readStat(`/proc/${pid}/task/${thread}/stat`);
    if (stat !== undefined && Number(thread) !== pid) add(THREADS.get(stat.name) ?? "other threads", stat.ms);
  }
  if (pid !== process.pid) add(LOAD_GENERATOR, processMs(process.pid));
  const sessions = await sql<{ pid: number; name: string }[]>`
    select pid, application_name as name from pg_stat_activity where usename = current_user`;
  const names = new Map(sessions.map((session) => [session.pid, session.name]));
  const postmaster = readStat(`/proc/${own}/stat`)?.parent ?? 0;
  for (const child of listChildren(postmaster)) {
    const part = POSTGRESQL + (names.get(child) ?? roleOf(child));
    if (child !== own) add(part, readStat(`/proc/${child}/stat`)?.ms);
  }
  // Workers of autovacuum end, and of the server's children only they.
  add(AUTOVACUUM, readStat(`/proc/${postmaster}/stat`)?.endedMs);
  return ms;
}

/** Lists the processes that a process started. */
export const listChildren = (parent: number): number[] =>
  readdirSync("/proc")
    .map(Number)
    .filter((pid) => pid > 0 && readStat(`/proc/${pid}/stat`)?.parent === parent);

/** Names a process of the server by the title that it gives itself. */
function roleOf(pid: number): string {
  const title = readTask(`/proc/${pid}/cmdline`) ?? "";
  return ROLES.find((role) => title.startsWith(`postgres: ${role}`)) ?? "others";
}

/** Adds up what was used at several times. */
export function addUses(uses: readonly ProcessorUse[]): ProcessorUse {
  const { ms, add } = createPartTimes();
  for (const { msByPart } of uses) for (const [part, more] of msByPart) add(part, more);
  const total = (countOf: (use: ProcessorUse) => number): number =>
    uses.reduce((sum, use) => sum + countOf(use), 0);
  const calls = { reads: total((use) => use.calls.reads), writes: total((use) => use.calls.writes) };
  return { seconds: total(({ seconds }) => seconds), msByPart: ms, calls };
}

/** Gives microseconds for each of so many orders, of the parts that `isMeant` picks. */
export function microsAnOrder(
  { msByPart }: ProcessorUse,
  orders: number,
  isMeant: (part: string) => boolean = () => true,
): number {
  const meant = [...msByPart].filter(([part]) => isMeant(part));
  return (meant.reduce((sum, [, ms]) => sum + ms, 0) * 1000) / orders;
}

export const isPostgresql = (part: string): boolean => part.startsWith(POSTGRESQL);

/** Prints microseconds an order of each part, and how many cores all of them used. */
export function printUse(use: ProcessorUse, orders: number): void {
  const rows = [...use.msByPart].map(([part, ms]) => [part, ((ms * 1000) / orders).toFixed(1)]);
  printTable(["processor time", "µs an order"], rows);
  const used = [...use.msByPart.values()].reduce((sum, ms) => sum + ms, 0);
  const cores = (used / 1000 / use.seconds).toFixed(2);
  console.log(`cores in use: ${cores} of ${availableParallelism()}`);
  const [reads, writes] = [use.calls.reads, use.calls.writes].map((count) => (count / orders).toFixed(2));
  console.log(`system calls of the main thread an order: ${reads} reads, ${writes} writes`);
}
