/**
 * Orders and requests of the latest commits. The read tables follow the journal, so a look-up there may come too early for
 * them; here they are found at once, and no batch waits for the tables.
 */
import type { Event } from "../core/event.ts";
import { compareRequests } from "../core/request.ts";
import type { RequestName } from "../core/request.ts";
import type { JournalHead } from "../store/journal/journal.ts";
import type { DoneRequest, EngineOptions } from "./entry.ts";

type RecentEntries = {
  /** Adds a committed batch, and forgets those that the tables have. */
  add(events: readonly Event[], head: JournalHead): void;
  /** Gives the ids, out of these, of orders of the kept batches. */
  findOrders(ids: readonly string[]): string[];
  /** Finds the requests of the kept batches that these may repeat, the first that was carried out first. */
  findRequests(names: readonly RequestName[]): DoneRequest[];
};

type RecentBatch = {
  readonly seq: number;
  readonly orders: readonly string[];
  readonly requests: readonly (DoneRequest & { readonly name: RequestName })[];
};

type EarlierEntries = Pick<EngineOptions, "known" | "findOrders" | "findRequests">;

/** Adds the entries of batches behind `stored`, at which the tables stand, to look-ups in the tables. */
export function withRecentEntries(
  { known, findOrders, findRequests }: EarlierEntries,
  stored: () => number,
): EarlierEntries {
  const recent = createRecentEntries(stored);
  return {
    known: {
      ...known,
      add: (events, head) => {
        known.add(events, head);
        recent.add(events, head);
      },
    },
    // The latest are asked first: one that leaves them meanwhile is in the tables already.
    findOrders: async (ids) => {
      const latest = recent.findOrders(ids);
      return new Set([...latest, ...(await findOrders(ids))]);
    },
    findRequests: async (names) => {
      const latest = recent.findRequests(names);
      return [...(await findRequests(names)), ...latest];
    },
  };
}

function createRecentEntries(stored: () => number): RecentEntries {
  let batches: RecentBatch[] = [];
  return {
    add(events, head) {
      const storedSeq = stored();
      const first = batches.findIndex(({ seq }) => seq > storedSeq);
      batches = first === -1 ? [] : batches.slice(first);
      batches.push(batchOf(events, head));
    },
    findOrders(ids) {
      const asked = new Set(ids);
      return batches.flatMap(({ orders }) => orders.filter((id) => asked.has(id)));
    },
    findRequests: (names) =>
      batches.flatMap(({ requests }) =>
        requests.filter(({ name }) => names.some((one) => compareRequests(name, one) !== undefined)),
      ),
  };
}

const batchOf = (events: readonly Event[], head: JournalHead): RecentBatch => ({
  seq: head.seq,
  orders: events.flatMap((event) => (event.type === "order-placed" ? event.order.id : [])),
  requests: events.flatMap((event) => {
    if (event.type !== "request-done") return [];
    const { type: _type, result, ...name } = event;
    return { ...head, name, result };
  }),
});
