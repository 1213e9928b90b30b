/**
 * Orders and requests that were carried out: looked up in memory first, and in SQL for those that may be known. The read
 * tables may stand behind, so that none of these look-ups waits for them.
 */
import type { Log } from "../log-event.ts";
import type { RequestName } from "../core/request.ts";
import { findRequests } from "../store/projector/requests.ts";
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
  /** Finds the result of a placement that was accepted, by the order's id. */
  findPlacement(id: string): Promise<StoredPlacement | undefined>;
  /** Gives the ids, out of these, of orders of wallets that `owner` signs for. */
  findOwnedOrders(owner: string, ids: readonly string[]): Promise<ReadonlySet<string>>;
  findEarlierTrades(query: EarlierTradesQuery): Promise<EarlierTrades>;
  /** Begins to read what is known. Until it is read, each order and request may be known. */
  startFilling(): void;
  /** Forgets what is known, and reads it anew: the tables were put back to an earlier state. */
  rewind(): void;
  close(): Promise<void>;
};

export type StoredEntriesOptions = {
  /** Pool of look-ups, which a batch waits for. */
  readonly lookUps: Sql;
  /** The batch at which the tables stand. */
  readonly stored: () => number;
  /** Pool of the reads that fill the memory. */
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

/** Adds the trades of the latest commits to those that are stored; some may be among both. */
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
