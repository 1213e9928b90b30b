/**
 * The engine's look-ups of earlier orders and requests in a run, in the read tables as they stand. The memory that
 * spares most of them is the real one, filled from the same tables. Its filters are small, so that they are filled anew within a run, and its pages short, so that much is committed during a fill.
 */
import { createHash } from "node:crypto";
import type { CompletedRequest, EngineOptions } from "../../src/engine/repeats/entry.ts";
import { createKnownDigests } from "../../src/engine/repeats/known-digests.ts";
import type { DigestSource, KnownDigests } from "../../src/engine/repeats/known-digests.ts";
import { createKnownEntries } from "../../src/engine/repeats/known-entries.ts";
import type { KnownEntries } from "../../src/engine/repeats/known-entries.ts";
import type { Projector } from "../../src/store/projector/projector.ts";
import { findEarlierRequest } from "./once-command.ts";
import type { World } from "./simulated-process.ts";
import { originOf, StoreFailure } from "./simulated-store.ts";
import type { Session } from "./simulated-store.ts";

const CAPACITIES = [1, 8, 64, 100_000] as const;
const PAGES = [1_000, 20, 4, 1] as const;

type Reach = Projector["reach"];

/** Finds entries in the read tables as they stand; they forget none. */
export function findEntries(
  { store, tables }: World,
  own: Session,
): Pick<EngineOptions, "findOrders" | "findRequests"> {
  return {
    findOrders: async (ids) => {
      const orders = tables.orders();
      return store.lookUp(own, new Set(ids.filter((id) => orders.has(id))));
    },
    findRequests: async (names) => {
      const isAsked = ({ name }: CompletedRequest): boolean =>
        names.some((one) => name !== undefined && findEarlierRequest([name], one) !== undefined);
      return store.lookUp(own, tables.requests().filter(isAsked));
    },
  };
}

/** Starts filling the memory of a process; `restart` forgets all of it, and fills it anew. */
export function startKnownEntries(
  world: World,
  own: Session,
  reach: Reach,
): { readonly known: KnownEntries; readonly restart: () => void } {
  const { tables, reached } = world;
  const read = async (list: () => string[]): Promise<string[]> => {
    await reach();
    return list();
  };
  const orders = startDigests(world, own, () => read(() => [...tables.orders().keys()]));
  const requests = startDigests(world, own, () =>
    read(() => tables.requests().flatMap(({ name }) => [name?.key ?? [], name?.signed ?? []].flat())),
  );
  const { mayHaveOrder, mayHaveRequest, add } = createKnownEntries(orders, requests);
  const telling = (may: boolean, what: string): boolean => {
    if (!may) reached(what);
    return may;
  };
  return {
    known: {
      mayHaveOrder: (id) => telling(mayHaveOrder(id), "orders told new in memory"),
      mayHaveRequest: (name) => telling(mayHaveRequest(name), "requests told new in memory"),
      add,
    },
    restart: () => {
      for (const digests of [orders, requests]) digests.restart();
    },
  };
}

type Digests = Pick<KnownDigests, "mayHave" | "add" | "restart">;

/** Ids and keys of a run are short texts, so their digests stand for them. */
function startDigests(world: World, own: Session, list: () => Promise<string[]>): Digests {
  const { time, random, fail } = world;
  const digests = createKnownDigests({
    source: sourceOf(world, own, list),
    leastCapacity: random.pick(CAPACITIES),
    after: time.after,
    onError: (error) => {
      if (!(originOf(error) instanceof StoreFailure)) fail(error);
    },
  });
  digests.startFilling();
  return {
    mayHave: (text) => digests.mayHave(digestOf(text)),
    add: (text) => digests.add(digestOf(text)),
    restart: digests.restart,
  };
}

/** Reads as late as it may: a fill sees nothing of what is committed after its first page was asked for. */
function sourceOf(
  { store, time, random, reached }: World,
  own: Session,
  list: () => Promise<string[]>,
): DigestSource {
  const rows = random.pick(PAGES);
  let seen: readonly string[] = [];
  /** Asks in a turn of its own: the process may die of it, but not between a commit and its answers. */
  const ask = <T>(answer: T): Promise<T> =>
    new Promise((resolve) => {
      time.after(0, () => {
        if (own.open) resolve(store.lookUp(own, answer));
      });
    });
  return {
    estimate: async () => ask(random.below((await list()).length + 1)),
    readPage: async (after) => {
      if (after === 0) {
        seen = await list();
        reached("fills of known orders or requests");
      }
      const page = seen.slice(after, after + rows);
      const digests = page.map(digestOf).join("");
      return ask(page.length === 0 ? undefined : { digests, last: after + page.length });
    },
  };
}

const digestOf = (text: string): string => createHash("sha256").update(text).digest("hex");
