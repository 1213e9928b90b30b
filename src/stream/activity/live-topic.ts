/** A topic of live data, as the session of a connection sees it. */
import type { StreamCode } from "../stream-refusal.ts";
import type { ActivityRequest, Subscription } from "./activity-schema.ts";

export type SubscriptionRefusal = { readonly code: StreamCode; readonly hint: string };

export type LiveTopic = {
  /** Subscribes or unsubscribes; gives the refusal of a subscription that cannot be done. */
  change(action: ActivityRequest["action"], subscription: Subscription): SubscriptionRefusal | undefined;
  /** Sends the current state anew, after messages were dropped. */
  resync(): void;
  close(): void;
};

/** Finds a topic that is no fills; `undefined` where clients of the dialect know none of this name. */
export type FindTopic = (topic: string) => Pick<LiveTopic, "change"> | undefined;
