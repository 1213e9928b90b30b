/** Filters of clob_market: token ids, as a list or its JSON. */
import { Type } from "typebox";
import { Check } from "typebox/schema";
import { describeMessageFault } from "../../http/item-fault.ts";
import type { Subscription } from "./activity-schema.ts";
import type { SubscriptionRefusal } from "./live-topic.ts";
import { readFilters } from "./read-filters.ts";

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
