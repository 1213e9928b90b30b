/**
 * Orders and requests that were executed: looked up in memory first, and in SQL if they may be known. The read tables
 * may lag, and none of these lookups waits for them.
 */
import type { Event, EventOf } from "../../core/events/event.ts";
import { canceledSizes, findReplacedOrder } from "../../core/orders/canceled-orders.ts";
import { takenPriority } from "../../core/orders/order.ts";
import { findKillCode } from "../../core/orders/place-order.ts";
import { compareRequests } from "../../core/request.ts";
import type { RequestName } from "../../core/request.ts";
import type { Log } from "../../base/log-event.ts";
import type { JournalHead } from "../../store/journal/journal.ts";
import { findRequests as findRequestRows } from "../../store/projector/project-decisions.ts";
import {
  countOrders,
  estimateRequests,
  findOrderIds,
  findPlacement,
  listOwnedIds,
  readOrderDigests,
  readRequestDigests,
} from "../../store/reads/orders.ts";
import type { ReplacedOrder, StoredPlacement } from "../../store/reads/orders.ts";
import { findEarlierTrades } from "../../store/reads/trades.ts";
import type { EarlierTrades, EarlierTradesQuery, TradeNumbers } from "../../store/reads/trades.ts";
import type { Sql } from "../../store/sql/database.ts";
import type { FencedPool } from "../../store/sql/fenced-pool.ts";
import type { CompletedRequest, EngineOptions } from "./entry.ts";
import { createKnownDigests } from "./known-digests.ts";
import type { KnownDigestsOptions } from "./known-digests.ts";
import { createKnownEntries } from "./known-entries.ts";

// Orders and requests of the latest commits. The read tables follow the journal, so a query may come too early for
// them. Here they are found at once, and no batch waits for the tables.

type RecentEntries = {
  /** Adds a committed batch. */
  add(events: readonly Event[], head: JournalHead): void;
  /** Drops all batches. */
  forget(): void;
  /** Lists which of these ids belong to orders of recent batches; with `owner`, only orders of its wallets. */
  findOrders(ids: readonly string[], owner?: string): string[];
  findPlacement(id: string): StoredPlacement | undefined;
  /** Lists the trades of these orders in recent batches, in ascending order, by the order's number. */
  listTrades(orders: readonly number[]): EarlierTrades;
  /** Finds the requests of recent batches that these may repeat, the earliest first. */
  findRequests(names: readonly RequestName[]): NamedRequest[];
};

type NamedRequest = CompletedRequest & { readonly name: RequestName };

type RecentBatch = {
  readonly head: JournalHead;
  readonly placed: readonly EventOf<"order-placed">[];
  /** Orders that placements of the batch replaced, by the number of the order that took their place. */
  readonly replaced: ReadonlyMap<number, ReplacedOrder>;
  readonly requests: readonly NamedRequest[];
};

type EarlierEntries = Pick<EngineOptions, "known" | "findOrders" | "findRequests">;

/** Answers lookups from the recent entries first; only the ids not found there are queried in the tables. */
export function withRecentEntries(
  { known, findOrders, findRequests }: EarlierEntries,
  recent: RecentEntries,
): EarlierEntries {
  return {
    known: {
      ...known,
      add: (events, head) => {
        known.add(events, head);
        recent.add(events, head);
      },
    },
    // Recent entries are searched first: an entry that leaves them meanwhile is in the tables already.
    findOrders: async (ids) => {
      const latest = new Set(recent.findOrders(ids));
      const others = ids.filter((id) => !latest.has(id));
      return others.length === 0 ? latest : new Set([...latest, ...(await findOrders(others))]);
    },
    findRequests: async (names) => {
      const latest = recent.findRequests(names);
      const others = names.filter((name) => !latest.some((earlier) => isFoundBy(earlier.name, name)));
      return others.length === 0 ? latest : [...(await findRequests(others)), ...latest];
    },
  };
}

/**
 * True if `earlier` must be the request that `later` repeats. A key belongs to one request, as does a signature without
 * a key; a signature with keys may belong to several.
 */
const isFoundBy = (earlier: RequestName, later: RequestName): boolean =>
  earlier.key === later.key && compareRequests(earlier, later) !== undefined;

/** Creates the list of entries of batches after `stored`, the position of the tables; older ones are dropped. */
export function createRecentEntries(stored: () => number): RecentEntries {
  let batches: RecentBatch[] = [];
  /** Drops the batches that the tables have, and returns the other batches. */
  function latest(): RecentBatch[] {
    const storedSeq = stored();
    const first = batches.findIndex((batch) => batch.head.seq > storedSeq);
    if (first !== 0) batches = first === -1 ? [] : batches.slice(first);
    return batches;
  }
  return {
    add: (events, head) => void latest().push(toRecentBatch(events, head)),
    forget() {
      batches = [];
    },
    findOrders(ids, owner) {
      const asked = new Set(ids);
      return latest().flatMap(({ placed }) =>
        placed.flatMap(({ order: { id, account } }) =>
          asked.has(id) && (owner === undefined || account.owner === owner) ? id : [],
        ),
      );
    },
    findPlacement(id) {
      for (const { head, placed, replaced } of latest()) {
        const found = placed.find(({ order }) => order.id === id);
        if (found === undefined) continue;
        const { order, fills, ended = null } = found;
        const { side, outcome, kind } = order;
        const hash = fills.length === 0 ? null : head.hash;
        const killed = findKillCode(kind, fills, ended);
        const group = order.group?.name;
        return { side, outcome, fills, hash, killed, replaced: replaced.get(order.no), group };
      }
      return undefined;
    },
    listTrades(orders) {
      const trades = new Map(orders.map((no): [number, TradeNumbers[]] => [no, []]));
      for (const { order, fills } of latest().flatMap(({ placed }) => placed)) {
        const execution = fills[0]?.no ?? 0;
        for (const { no: fill, maker } of fills)
          for (const party of [order, maker]) trades.get(party.no)?.push({ fill, execution });
      }
      return trades;
    },
    findRequests: (names) =>
      latest().flatMap(({ requests }) =>
        requests.filter(({ name }) => names.some((one) => compareRequests(name, one) !== undefined)),
      ),
  };
}

const toRecentBatch = (events: readonly Event[], head: JournalHead): RecentBatch => ({
  head,
  placed: events.filter((event) => event.type === "order-placed"),
  replaced: listReplaced(events),
  requests: events.flatMap((event) => {
    if (event.type !== "request-done") return [];
    const { type: _type, result, ...name } = event;
    return { ...head, name, result };
  }),
});

function listReplaced(events: readonly Event[]): ReadonlyMap<number, ReplacedOrder> {
  const replaced = new Map<number, ReplacedOrder>();
  for (const event of events) {
    if (event.type !== "order-placed" || event.replaces === undefined) continue;
    const found = describeReplaced(events, event);
    if (found !== undefined) replaced.set(event.order.no, found);
  }
  return replaced;
}

/** Describes the order that a placement among the events replaced; `undefined` if it replaced none. */
export function describeReplaced(
  events: readonly Event[],
  placed: EventOf<"order-placed">,
): ReplacedOrder | undefined {
  const found = findReplacedOrder(events, placed);
  const isPlaceTaken = takenPriority(placed.order) !== undefined;
  return found && { id: found.id, ...canceledSizes(found), isPlaceTaken };
}

export type StoredEntries = Pick<EngineOptions, "known" | "findOrders" | "findRequests"> & {
  /** Finds the result of an accepted placement, by the order's id. */
  findPlacement(id: string): Promise<StoredPlacement | undefined>;
  /** Finds which of these ids belong to orders of wallets that `owner` signs for. */
  findOwnedOrders(owner: string, ids: readonly string[]): Promise<ReadonlySet<string>>;
  findEarlierTrades(query: EarlierTradesQuery): Promise<EarlierTrades>;
  /** Starts reading the known digests. Until they are read, each order and request may be known. */
  startFilling(): void;
  /** Drops the recent entries: the state was replaced. */
  forgetRecent(): void;
  /** Drops the known digests and reads them again: the tables were put back to an earlier state. */
  rewind(): void;
  close(): Promise<void>;
};

type StoredEntriesOptions = {
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
    findRequests: (names: readonly RequestName[]) => findRequestRows(lookUps, names),
  };
  const recentEntries = createRecentEntries(stored);
  return {
    ...withRecentEntries(lookedUp, recentEntries),
    findPlacement: async (id) => recentEntries.findPlacement(id) ?? findPlacement(lookUps, id),
    findOwnedOrders: async (owner, ids) => {
      const latest = recentEntries.findOrders(ids, owner);
      return new Set([...latest, ...(await listOwnedIds(lookUps, owner, ids))]);
    },
    findEarlierTrades: async (query) => {
      if (query.orders.length === 0) return new Map();
      const latest = recentEntries.listTrades(query.orders);
      return mergeTrades(await findEarlierTrades(lookUps, query), latest, query);
    },
    startFilling: () => {
      orders.startFilling();
      requests.startFilling();
    },
    forgetRecent: recentEntries.forget,
    rewind: () => {
      recentEntries.forget();
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
