/**
 * Replicas of the database, for reads that answer clients and decide nothing. A replica serves a read once it has the
 * batch that the read tables had at the time of asking. A read that would wait too long goes to the primary.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { valueWithTimeout } from "../../base/async.ts";
import { openDatabase } from "../sql/database.ts";
import type { DatabaseOptions, Sql } from "../sql/database.ts";
import type { FencedPool } from "../sql/fenced-pool.ts";
import { listServers } from "../sql/primary.ts";

export type Replicas = {
  /** Returns a pool that serves reads by a replica, once it has the batch `stored()`; else by `primary`. */
  fence(primary: FencedPool, stored: () => number, options: DatabaseOptions): FencedPool;
  close(seconds: number): Promise<void>;
};

/** Longest wait for a replica that is behind, ms. */
const WAIT_MS = 250;
const POLL_EVERY_MS = 10;
/** Time for which a replica that was late, or did not answer, is left alone, ms. */
const REST_MS = 1_000;

type Replica = {
  readonly pool: Sql;
  /** The last batch that the replica is known to have. */
  seq: number;
  /** Time until which it is left alone, on the monotonic clock. */
  restsUntil: number;
};

/** Opens the replicas that the address names; without one there are none. */
export function openReplicas(url: string | undefined): Replicas {
  const opened: Replica[][] = [];
  return {
    fence(primary, stored, options) {
      if (url === undefined) return primary;
      const replicas = listServers(url).map((server): Replica => openReplica(server, options));
      opened.push(replicas);
      let turn = 0;
      return async () => {
        const pool = await primary();
        const seq = stored();
        const now = performance.now();
        const rested = replicas.filter(({ restsUntil }) => restsUntil <= now);
        const replica = rested[(turn = (turn + 1) % (rested.length || 1))];
        if (replica === undefined) return pool;
        if (await hasBatch(replica, seq)) return replica.pool;
        replica.restsUntil = performance.now() + REST_MS;
        return pool;
      };
    },
    close: async (seconds) =>
      void (await Promise.all(opened.flat().map(({ pool }) => pool.end({ timeout: seconds })))),
  };
}

function openReplica(server: string, options: DatabaseOptions): Replica {
  const replica: Replica = {
    pool: openDatabase(server, {
      ...options,
      // A server that comes back may have less than before.
      onClose: () => (replica.seq = 0),
    }),
    seq: 0,
    restsUntil: 0,
  };
  return replica;
}

/** Returns true once the replica has the batch; false if that takes too long or the replica does not answer. */
async function hasBatch(replica: Replica, seq: number): Promise<boolean> {
  const deadline = performance.now() + WAIT_MS;
  while (replica.seq < seq) {
    const found = await valueWithTimeout(readSeq(replica.pool), deadline - performance.now());
    if (found === undefined) return false;
    replica.seq = found;
    if (found < seq) await sleep(POLL_EVERY_MS);
    if (performance.now() > deadline) return replica.seq >= seq;
  }
  return true;
}

async function readSeq(pool: Sql): Promise<number> {
  const [row] = await pool<{ seq: number }[]>`select seq from read_tables`;
  return row?.seq ?? 0;
}
