/** Topics of the live-data channel, and the filters of their subscriptions. */
import { Type } from "typebox";
import { Check } from "typebox/schema";
import { describeMessageFault } from "../../http/item-fault.ts";
import { parseJson } from "../../http/json-text.ts";
import { clip } from "../../http/validation-fault.ts";
import type { StreamCode } from "../refusals.ts";
import type { ActivityRequest, Subscription } from "./activity-schema.ts";

// A live-data topic, as the session of a connection uses it.

export type SubscriptionRefusal = { readonly code: StreamCode; readonly hint: string };

export type LiveTopic = {
  /** Subscribes or unsubscribes; returns the refusal of a subscription that fails. */
  change(action: ActivityRequest["action"], subscription: Subscription): SubscriptionRefusal | undefined;
  /** Sends the current state again after dropped messages. */
  resync(): void;
  close(): void;
};

/** Finds a topic other than fills; `undefined` if the dialect's clients know no such topic. */
export type FindTopic = (topic: string) => Pick<LiveTopic, "change"> | undefined;

// Message types that a subscription names.

/** Maximum characters of a value repeated in a hint. */
const MAX_GOT = 80;

/** Lists the message types that a subscription names, all for "*"; refuses a type that the topic does not have. */
export function namedTypes<Type extends string>(
  { topic, type }: Pick<Subscription, "topic" | "type">,
  offered: readonly Type[],
): readonly Type[] | SubscriptionRefusal {
  const types = offered.filter((one) => type === "*" || type === one);
  return types.length > 0 ? types : unknownType({ topic, type }, topic, offered);
}

/** Refuses a subscription to an unexpected topic or type. */
export const unknownType = (
  { topic, type }: Pick<Subscription, "topic" | "type">,
  expected: string,
  offered: readonly string[],
): SubscriptionRefusal => ({
  code: "unsupported_topic",
  hint: `expected topic ${expected} with type ${offered.join(", ")} or *, got ${clip(topic, MAX_GOT)} with ${clip(type, MAX_GOT)}`,
});

// Filters of a subscription, which clients send as JSON or as JSON text.

/** Parses filters; `undefined` if the text is blank. Text that is not JSON stays text, which no filter accepts. */
export function readFilters(filters: unknown): unknown {
  if (typeof filters !== "string") return filters;
  if (filters.trim() === "") return undefined;
  try {
    return parseJson(filters);
  } catch {
    return filters;
  }
}

// Filters of clob_market: token ids, as a list or as JSON text of one.

const TokenIds = Type.Array(Type.String({ minLength: 1 }), { minItems: 1, maxItems: 500 });

/** Returns the token ids; `undefined` if there are no filters. */
export function readTokenIds(
  filters: Subscription["filters"],
): readonly string[] | SubscriptionRefusal | undefined {
  const given = readFilters(filters ?? "");
  if (given === undefined) return undefined;
  return Check(TokenIds, given)
    ? given
    : { code: "invalid_message", hint: describeMessageFault(TokenIds, given, "filters") };
}
