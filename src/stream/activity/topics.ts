/** Topics of the live-data channel, and the filters of their subscriptions. */
import { Type } from "typebox";
import { Check } from "typebox/schema";
import { describeMessageFault } from "../../http/item-fault.ts";
import { parseJson } from "../../http/json-text.ts";
import { clip } from "../../http/validation-fault.ts";
import type { StreamCode } from "../refusals.ts";
import type { ActivityRequest, Subscription } from "./activity-schema.ts";

// A topic of live data, as the session of a connection sees it.

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

// Types of messages that a subscription names.

/** Most characters of a value that a hint repeats. */
const MAX_GOT = 80;

/** Lists the named types of a topic, all for "*"; refuses a type that it does not have. */
export function namedTypes<Type extends string>(
  { topic, type }: Pick<Subscription, "topic" | "type">,
  offered: readonly Type[],
): readonly Type[] | SubscriptionRefusal {
  const types = offered.filter((one) => type === "*" || type === one);
  return types.length > 0 ? types : unknownType({ topic, type }, topic, offered);
}

/** Refuses a subscription to another topic or type than the expected ones. */
export const unknownType = (
  { topic, type }: Pick<Subscription, "topic" | "type">,
  expected: string,
  offered: readonly string[],
): SubscriptionRefusal => ({
  code: "unsupported_topic",
  hint: `expected topic ${expected} with type ${offered.join(", ")} or *, got ${clip(topic, MAX_GOT)} with ${clip(type, MAX_GOT)}`,
});

// Reading of the filters of a subscription, which clients send as JSON or as its text.

/** Reads filters; `undefined` where the text is blank. Text that is no JSON stays text, which no filter accepts. */
export function readFilters(filters: unknown): unknown {
  if (typeof filters !== "string") return filters;
  if (filters.trim() === "") return undefined;
  try {
    return parseJson(filters);
  } catch {
    return filters;
  }
}

// Filters of clob_market: token ids, as a list or its JSON.

const TokenIds = Type.Array(Type.String({ minLength: 1 }), { minItems: 1, maxItems: 500 });

/** Gives the token ids; `undefined` where there are no filters. */
export function readTokenIds(
  filters: Subscription["filters"],
): readonly string[] | SubscriptionRefusal | undefined {
  const given = readFilters(filters ?? "");
  if (given === undefined) return undefined;
  return Check(TokenIds, given)
    ? given
    : { code: "invalid_message", hint: describeMessageFault(TokenIds, given, "filters") };
}
