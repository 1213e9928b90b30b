/** Orders and requests of the store, as the engine asks for them: in memory first, and in SQL for those that may be known. */
import type { Logger } from "pino";
import type { RequestName } from "../core/request.ts";
import { findRequests } from "../store/projector/requests.ts";
import { findOrderIds } from "../store/reads/orders.ts";
import {
  countOrders,
  estimateRequests,
  readOrderDigests,
  readRequestDigests,
} from "../store/reads/stored-digests.ts";
import type { Sql } from "../store/sql/database.ts";
import type { FencedPool } from "../store/sql/fenced-pool.ts";
import type { EngineOptions } from "./entry.ts";
import { createKnownDigests } from "./known-digests.ts";
import type { KnownDigestsOptions } from "./known-digests.ts";
import { createKnownEntries } from "./known-entries.ts";
import { withRecentEntries } from "./recent-entries.ts";

export type StoredEntries = Pick<EngineOptions, "known" | "findOrders" | "findRequests"> & {
  /** Begins to read what is known. Until it is read, each order and request may be known. */
  startFilling(): void;
  close(): Promise<void>;
};

export type StoredEntriesOptions = {
  /** Pool of look-ups, which a batch waits for. The tables may stand behind: the latest entries are kept besides. */
  readonly lookUps: Sql;
  /** The batch at which the tables stand. */
  readonly stored: () => number;
  /** Pool of the reads that fill the memory. */
  readonly fills: FencedPool;
  readonly log: Logger;
};

export function createStoredEntries({ lookUps, stored, fills, log }: StoredEntriesOptions): StoredEntries {
  const plan: Pick<KnownDigestsOptions, "after" | "onError"> = {
    after: (milliseconds, act) => void setTimeout(act, milliseconds).unref(),
    onError: (err) => log.error({ err }, "known orders and requests cannot be read; each is looked up"),
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
  return {
    ...withRecentEntries(lookedUp, stored),
    startFilling: () => {
      orders.startFilling();
      requests.startFilling();
    },
    close: async () => {
      await Promise.all([orders.close(), requests.close()]);
    },
  };
}
