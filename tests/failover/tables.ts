/** The read tables of a simulated cluster: the journal up to the batch that the leader wrote into them. */
import { createReplay, replayBatch } from "../../src/core/events/event-codec.ts";
import type { Event } from "../../src/core/events/event.ts";
import type { Engine } from "../../src/engine/engine.ts";
import type { FollowerOptions } from "../../src/engine/follower/follower.ts";
import type {
  CompletedRequest,
  FindOrders,
  FindRequests,
  Publication,
  Replacement,
} from "../../src/engine/repeats/entry.ts";
import { WRITER_LOCK } from "../../src/store/journal/writer-session.ts";
import { GENESIS_HASH } from "../../src/store/journal/journal.ts";
import type { JournalHead } from "../../src/store/journal/journal.ts";
import { findPrimary } from "../../src/store/sql/primary.ts";
import type { openDatabase } from "../../src/store/sql/database.ts";
import { DatabaseError } from "./pg.ts";
import type { Database } from "./pg.ts";
import { journalOn, visibleOn } from "./simulated-postgres.ts";
import type { JournalRow, Server } from "./simulated-postgres.ts";
import { now } from "./world.ts";
import type { Process } from "./world.ts";

export type Whole = Replacement & {
  readonly findOrders: FindOrders;
  readonly findRequests: FindRequests;
  /** Adds a committed batch to what is found. */
  readonly add: (publication: Publication) => void;
};

export type Tables = {
  readonly copyOptions: Pick<FollowerOptions, "load" | "readJournal" | "clock" | "known">;
  /** Reads the whole journal, as the leader has it. */
  readWhole(): Promise<Whole>;
  /** Writes what the engine committed into the tables from time to time, until the returned function is called. */
  write(engine: Engine): () => void;
  reach(): Promise<void>;
  standing(): { readonly seq: number };
};

const WRITE_EVERY_MS = 150;

export function createTables(database: Database, process: Process, url: string): Tables {
  const { postgres, network } = database;
  const written: { seq: number; engine: Engine | undefined } = { seq: 0, engine: undefined };
  const connect = async (): Promise<Server> => {
    const { hostname } = new URL(await findPrimary(url));
    const server = postgres.servers.find(({ name }) => name === hostname)!;
    await new Promise<void>((resolve, fail) => {
      network.transmit(process.machine, hostname, resolve, process);
      setTimeout(() => fail(new DatabaseError("ETIMEDOUT", "the server does not answer")), 5_000);
    });
    if (server.role === "down") throw new DatabaseError("ECONNREFUSED", "the server is down");
    return server;
  };
  const read = async (): Promise<readonly JournalRow[]> => journalOn(await connect());
  const writeOnce = async (): Promise<void> => {
    const { engine } = written;
    const { seq } = engine?.head() ?? { seq: 0 };
    if (engine === undefined || seq <= written.seq) return;
    const session = postgres.openSession(await connect());
    await new Promise<void>((resolve) => {
      session.onEnd = resolve;
      postgres.commit(session, { kind: "tables", seq }, () => {
        written.seq = Math.max(seq, written.seq);
        postgres.endSession(session);
      });
    });
  };
  return {
    copyOptions: {
      load: async () => {
        const server = await connect();
        const last = visibleOn(server).findLast(({ kind }) => kind === "tables");
        const seq = last?.kind === "tables" ? last.seq : 0;
        return replayAll(journalOn(server).filter((row) => row.seq <= seq)).loaded;
      },
      readJournal: async (after, last = Infinity, take) => {
        for (const row of await read())
          if (row.seq > after && row.seq <= last) take({ ...row, hash: row.hash.toString("hex") });
      },
      clock: () => Math.floor(now()),
      known: { add: () => {} },
    },
    async readWhole() {
      const { loaded, batches } = replayAll(await read());
      return { ...loaded, ...createLookUps(batches) };
    },
    write(engine) {
      written.engine = engine;
      const timer = setInterval(() => void writeOnce().catch(() => {}), WRITE_EVERY_MS);
      return () => {
        clearInterval(timer);
        written.engine = undefined;
      };
    },
    async reach() {
      const { seq } = written.engine?.head() ?? { seq: 0 };
      while (written.engine !== undefined && written.seq < seq) {
        await writeOnce().catch(() => {});
        await new Promise((resolve) => void setTimeout(resolve, WRITE_EVERY_MS / 10));
      }
    },
    standing: () => ({ seq: written.seq }),
  };
}

type Batch = JournalHead & { readonly events: readonly Event[] };

export function replayAll(rows: readonly JournalRow[]): { loaded: Replacement; batches: readonly Batch[] } {
  const replay = createReplay();
  const batches = rows.map(({ seq, at, hash, events }) => ({
    seq,
    at,
    hash,
    events: replayBatch(replay, events, at),
  }));
  const { seq, at, hash } = rows.at(-1) ?? { seq: 0, at: 0, hash: GENESIS_HASH };
  return { loaded: { exchange: replay.exchange, head: { seq, at, hash } }, batches };
}

function createLookUps(batches: readonly Batch[]): Pick<Whole, "findOrders" | "findRequests" | "add"> {
  const orders = new Set<string>();
  const requests = new Map<string, CompletedRequest>();
  const add = ({ events, seq, at, hash }: Batch): void => {
    for (const event of events) {
      if (event.type === "order-placed") orders.add(event.order.id);
      if (event.type !== "request-done" || event.key === undefined) continue;
      const { type: _, result, ...name } = event;
      requests.set(event.key, { name, result, seq, at, hash });
    }
  };
  for (const batch of batches) add(batch);
  return {
    add,
    findOrders: async (ids) => new Set(ids.filter((id) => orders.has(id))),
    findRequests: async (names) => names.flatMap(({ key = "" }) => requests.get(key) ?? []),
  };
}

/** True if an engine waits for the writer's lock, as the machine sees it. */
export function hasCandidate({ postgres, network }: Database, machine: string): boolean {
  const primary = postgres.primary();
  if (primary === undefined || !network.isOpen(machine, primary.name)) return false;
  return (primary.locks.get(WRITER_LOCK)?.waiting.length ?? 0) > 0;
}

const SILENT_MS = 3_000;

/** Opens a session that ends sessions which have the writer's lock and do nothing. */
export function openWatchSession(
  { postgres, network }: Database,
  process: Process,
): ReturnType<typeof openDatabase> {
  const unsafe = async (): Promise<unknown> => {
    const primary = postgres.primary();
    if (primary === undefined || !network.isOpen(process.machine, primary.name))
      throw new DatabaseError("ETIMEDOUT", "no answer");
    const holder = primary.locks.get(WRITER_LOCK)?.holder;
    if (holder === undefined || !holder.isIdle || now() - holder.idleSince < SILENT_MS) return [];
    postgres.endSession(holder);
    return [{ pid: holder.pid }];
  };
  return { unsafe, end: async () => {} } as never;
}
