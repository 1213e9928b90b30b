/**
 * The memory of earlier orders and requests in a run: the real one, filled from the simulated store. Its filters are
 * small, so that they are filled anew within a run, and its pages short, so that much is committed during a fill.
 */
import { createHash } from "node:crypto";
import { createKnownDigests } from "../../src/engine/known-digests.ts";
import type { DigestSource, KnownDigests } from "../../src/engine/known-digests.ts";
import { createKnownEntries } from "../../src/engine/known-entries.ts";
import type { KnownEntries } from "../../src/engine/known-entries.ts";
import type { World } from "./simulated-process.ts";
import type { Session } from "./simulated-store.ts";

const CAPACITIES = [1, 8, 64, 100_000] as const;
const PAGES = [1_000, 20, 4, 1] as const;

/** Starts filling the memory of a process. */
export function startKnownEntries(world: World, own: Session): KnownEntries {
  const { store, reached } = world;
  const orders = startDigests(world, own, () => [...store.orderIds]);
  const requests = startDigests(world, own, () =>
    store.requests.flatMap(({ name }) => [name?.key ?? [], name?.signed ?? []].flat()),
  );
  const { mayHaveOrder, mayHaveRequest, add } = createKnownEntries(orders, requests);
  const telling = (may: boolean, what: string): boolean => {
    if (!may) reached(what);
    return may;
  };
  return {
    mayHaveOrder: (id) => telling(mayHaveOrder(id), "orders told new in memory"),
    mayHaveRequest: (name) => telling(mayHaveRequest(name), "requests told new in memory"),
    add,
  };
}

type Digests = Pick<KnownDigests, "mayHave" | "add">;

/** Ids and keys of a run are short texts, so their digests stand for them. */
function startDigests(world: World, own: Session, list: () => string[]): Digests {
  const { time, random, fail } = world;
  const digests = createKnownDigests({
    source: sourceOf(world, own, list),
    leastCapacity: random.pick(CAPACITIES),
    after: time.after,
    onError: (error) => {
      if (!(error instanceof Error && error.name === "StoreFailure")) fail(error);
    },
  });
  digests.startFilling();
  return { mayHave: (text) => digests.mayHave(digestOf(text)), add: (text) => digests.add(digestOf(text)) };
}

/** Reads as late as it may: a fill sees nothing of what is committed after its first page was asked for. */
function sourceOf({ store, time, random, reached }: World, own: Session, list: () => string[]): DigestSource {
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
    estimate: () => ask(random.below(list().length + 1)),
    readPage: (after) => {
      if (after === 0) {
        seen = list();
        reached("fills of known orders or requests");
      }
      const page = seen.slice(after, after + rows);
      const digests = page.map(digestOf).join("");
      return ask(page.length === 0 ? undefined : { digests, last: after + page.length });
    },
  };
}

const digestOf = (text: string): string => createHash("sha256").update(text).digest("hex");
