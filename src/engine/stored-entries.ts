/**
 * Orders and requests that were executed: looked up in memory first, and in SQL if they may be known. The read tables
 * may lag, and none of these lookups waits for them.
 */
import type { Log } from "../log-event.ts";
import type { RequestName } from "../core/request.ts";
import { findRequests } from "../store/projector/project-decisions.ts";
import { findEarlierTrades } from "../store/reads/trades.ts";
import type { EarlierTrades, EarlierTradesQuery } from "../store/reads/trades.ts";
import {
  countOrders,
  estimateRequests,
  findOrderIds,
  findPlacement,
  listOwnedIds,
  readOrderDigests,
  readRequestDigests,
} from "../store/reads/orders.ts";
import type { StoredPlacement } from "../store/reads/orders.ts";
import type { Sql } from "../store/sql/database.ts";
import type { FencedPool } from "../store/sql/fenced-pool.ts";
import type { EngineOptions } from "./entry.ts";
import { createKnownDigests } from "./known-digests.ts";
import type { KnownDigestsOptions } from "./known-digests.ts";
import { createKnownEntries } from "./known-entries.ts";
import { createRecentEntries, withRecentEntries } from "./recent-entries.ts";

export type StoredEntries = Pick<EngineOptions, "known" | "findOrders" | "findRequests"> & {
  /** Finds the result of an accepted placement, by the order's id. */
  findPlacement(id: string): Promise<StoredPlacement | undefined>;
  /** Returns those of these ids that belong to orders of wallets that `owner` signs for. */
  findOwnedOrders(owner: string, ids: readonly string[]): Promise<ReadonlySet<string>>;
  findEarlierTrades(query: EarlierTradesQuery): Promise<EarlierTrades>;
  /** Starts reading the known digests. Until they are read, each order and request may be known. */
  startFilling(): void;
  /** Drops the known digests and reads them again: the tables were put back to an earlier state. */
  rewind(): void;
  close(): Promise<void>;
};

export type StoredEntriesOptions = {
  /** Pool of lookups, which a batch waits for. */
  readonly lookUps: Sql;
  /** The last batch that the tables have. */
  readonly stored: () => number;
  /** Pool of the reads that fill the known digests. */
  readonly fills: FencedPool;
  readonly log: Log;
};

const UNREADABLE = "known orders and requests cannot be read; each is looked up";

export function createStoredEntries({ lookUps, stored, fills, log }: StoredEntriesOptions): StoredEntries {
  const plan: Pick<KnownDigestsOptions, "after" | "onError"> = {
    after: (milliseconds, act) => void setTimeout(act, milliseconds).unref(),
    onError: (err) => log.error({ event: "known_entries_failed", err }, UNREADABLE),
  };
  const orders = createKnownDigests({
    ...plan,
    source: {
      estimate: async () => countOrders(await fills()),
      readPage: async (after) => readOrderDigests(await fills(), after),
    },
  });
  const requests = createKnownDigests({
    ...plan,
    source: {
      estimate: async () => estimateRequests(await fills()),
      readPage: async (after) => readRequestDigests(await fills(), after),
    },
  });
  const lookedUp = {
    known: createKnownEntries(orders, requests),
    findOrders: (ids: readonly string[]) => findOrderIds(lookUps, ids),
    findRequests: (names: readonly RequestName[]) => findRequests(lookUps, names),
  };
  const recent = createRecentEntries(stored);
  return {
    ...withRecentEntries(lookedUp, recent),
    findPlacement: async (id) => recent.findPlacement(id) ?? findPlacement(lookUps, id),
    findOwnedOrders: async (owner, ids) => {
      const latest = recent.findOrders(ids, owner);
      return new Set([...latest, ...(await listOwnedIds(lookUps, owner, ids))]);
    },
    findEarlierTrades: async (query) => {
      if (query.orders.length === 0) return new Map();
      const latest = recent.listTrades(query.orders);
      return mergeTrades(await findEarlierTrades(lookUps, query), latest, query);
    },
    startFilling: () => {
      orders.startFilling();
      requests.startFilling();
    },
    rewind: () => {
      recent.forget();
      for (const digests of [orders, requests]) digests.restart();
    },
    close: async () => void (await Promise.all([orders.close(), requests.close()])),
  };
}

/** Merges the trades of the latest commits into the stored ones; a trade may be among both. */
function mergeTrades(
  stored: EarlierTrades,
  latest: EarlierTrades,
  { before, limit }: EarlierTradesQuery,
): EarlierTrades {
  return new Map(
    [...latest].map(([order, trades]) => {
      const all = new Map([...(stored.get(order) ?? []), ...trades].map((trade) => [trade.fill, trade]));
      const ascending = [...all.values()].toSorted((a, b) => a.fill - b.fill);
      return [order, ascending.filter(({ fill }) => fill < before).slice(-limit)];
    }),
  );
}
