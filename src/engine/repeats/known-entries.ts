/** Orders and requests that may be in the store, checked in memory: all others are new and need no query. */
import type { Event } from "../../core/events/event.ts";
import type { RequestName } from "../../core/request.ts";
import type { JournalHead } from "../../store/journal/journal.ts";
import type { KnownDigests } from "./known-digests.ts";

export type KnownEntries = {
  /** False if no order with this id was ever accepted. */
  mayHaveOrder(id: string): boolean;
  /** False if no remembered request has this key or this signature. */
  mayHaveRequest(name: RequestName): boolean;
  /** Adds the orders and requests of a committed batch, before any later check. */
  add(events: readonly Event[], head: JournalHead): void;
};

type Digests = Pick<KnownDigests, "mayHave" | "add">;

/** Combines the digests of order ids, and of keys and signatures of requests. */
export const createKnownEntries = (orders: Digests, requests: Digests): KnownEntries => ({
  mayHaveOrder: orders.mayHave,
  mayHaveRequest: ({ key, signed }) =>
    (key !== undefined && requests.mayHave(key)) || (signed !== undefined && requests.mayHave(signed)),
  add: (events) => {
    for (const event of events) {
      if (event.type === "order-placed") orders.add(event.order.id);
      if (event.type !== "request-done") continue;
      if (event.key !== undefined) requests.add(event.key);
      if (event.signed !== undefined) requests.add(event.signed);
    }
  },
});
