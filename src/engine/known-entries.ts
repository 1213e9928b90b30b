/** Orders and requests that may be in the store, told in memory: the others are new and cost no look-up. */
import type { Event } from "../core/event.ts";
import type { RequestName } from "../core/request.ts";
import type { JournalHead } from "../store/journal/journal.ts";
import type { KnownDigests } from "./known-digests.ts";

export type KnownEntries = {
  /** False if no order with this id was ever accepted. */
  mayHaveOrder(id: string): boolean;
  /** False if no remembered request has this key or this signature. */
  mayHaveRequest(name: RequestName): boolean;
  /** Adds the orders and requests of a committed batch, before anything later is asked. */
  add(events: readonly Event[], head: JournalHead): void;
};

type Digests = Pick<KnownDigests, "mayHave" | "add">;

/** Joins the ids of orders, and the keys and signatures of requests. */
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
