/** Types of messages that a subscription names. */
import { clip } from "../../http/validation-fault.ts";
import type { Subscription } from "./activity-schema.ts";
import type { SubscriptionRefusal } from "./live-topic.ts";

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
