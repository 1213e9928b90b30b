/** Subscriptions of a live-data client: types of messages, each for all fills or for some. */
import { Compile } from "typebox/schema";
import { describeMessageFault } from "../../http/item-fault.ts";
import { ACTIVITY_TOPIC, ACTIVITY_TYPES, ActivityFilters, ActivityRequest } from "./activity-schema.ts";
import type { ActivityType, Subscription } from "./activity-schema.ts";
import type { DescribedMarket } from "../described-markets.ts";
import type { FindTopic, SubscriptionRefusal } from "./topics.ts";
import { namedTypes, readFilters, unknownType } from "./topics.ts";

/** A subscription to one type; a slug restricts it to an event or a market. */
type ActivitySubscription = {
  readonly type: ActivityType;
  readonly eventSlug: string | undefined;
  readonly marketSlug: string | undefined;
};

export type ActivitySubscriptions = {
  /** Applies a message, and returns the refusals of the parts that failed. */
  change(message: unknown): readonly SubscriptionRefusal[];
  /** Lists the types of messages in which the client gets a fill of this market. */
  typesFor(market: Pick<DescribedMarket, "slug" | "eventSlug">): readonly ActivityType[];
  readonly size: number;
};

// Compiled for speed, since one message may contain many subscriptions.
const requests = Compile(ActivityRequest);
const filterSets = Compile(ActivityFilters);

const MAX_SUBSCRIPTIONS = 200;

/** Creates the subscriptions of a connection; subscriptions to other topics are passed to `findTopic`. */
export function createActivitySubscriptions(findTopic: FindTopic): ActivitySubscriptions {
  const wanted = new Map<string, ActivitySubscription>();

  function change(message: unknown): readonly SubscriptionRefusal[] {
    if (!requests.Check(message))
      return [{ code: "invalid_message", hint: describeMessageFault(ActivityRequest, message) }];
    const { action } = message;
    const read = message.subscriptions.map((one) => {
      const topic = findTopic(one.topic);
      return topic === undefined ? readSubscription(one) : (topic.change(action, one) ?? []);
    });
    const named = read.flatMap((one) => ("code" in one ? [] : one));
    const full = action === "unsubscribe" ? remove(named) : add(named);
    return [...read.flatMap((one) => ("code" in one ? [one] : [])), ...(full === undefined ? [] : [full])];
  }

  function add(named: readonly ActivitySubscription[]): SubscriptionRefusal | undefined {
    const added = named.filter((one) => !wanted.has(keyOf(one)));
    if (wanted.size + added.length > MAX_SUBSCRIPTIONS)
      return {
        code: "too_many_subscriptions",
        hint: `expected at most ${MAX_SUBSCRIPTIONS} on one connection`,
      };
    for (const one of added) wanted.set(keyOf(one), one);
    return undefined;
  }

  function remove(named: readonly ActivitySubscription[]): undefined {
    for (const one of named) {
      if (one.eventSlug !== undefined || one.marketSlug !== undefined) wanted.delete(keyOf(one));
      else for (const [key, { type }] of wanted) if (type === one.type) wanted.delete(key);
    }
  }

  function typesFor({ slug, eventSlug }: Pick<DescribedMarket, "slug" | "eventSlug">): ActivityType[] {
    const types = new Set<ActivityType>();
    for (const one of wanted.values())
      if ((one.eventSlug ?? eventSlug) === eventSlug && (one.marketSlug ?? slug) === slug)
        types.add(one.type);
    return ACTIVITY_TYPES.filter((type) => types.has(type));
  }

  return {
    change,
    typesFor,
    get size() {
      return wanted.size;
    },
  };
}

const keyOf = ({ type, eventSlug, marketSlug }: ActivitySubscription): string =>
  JSON.stringify([type, eventSlug, marketSlug]);

/** Names of the filters. Any other name is refused: if it were ignored, the client would get all fills. */
const FILTERS: readonly string[] = Object.keys(ActivityFilters.properties);

/** Parses a subscription into one for each type that it names. */
function readSubscription({
  topic,
  type,
  filters,
}: Subscription): readonly ActivitySubscription[] | SubscriptionRefusal {
  if (topic !== ACTIVITY_TOPIC) return unknownType({ topic, type }, ACTIVITY_TOPIC, ACTIVITY_TYPES);
  const types = namedTypes({ topic, type }, ACTIVITY_TYPES);
  if ("code" in types) return types;
  const given = readFilters(filters ?? {}) ?? {};
  if (!filterSets.Check(given))
    return { code: "invalid_message", hint: describeMessageFault(ActivityFilters, given, "filters") };
  const unknown = Object.keys(given).find((name) => !FILTERS.includes(name));
  if (unknown !== undefined)
    return { code: "invalid_message", hint: `filters: expected ${FILTERS.join(", ")}, got ${unknown}` };
  const eventSlug = given.event_slug ?? given.eventSlug;
  const marketSlug = given.market_slug ?? given.marketSlug;
  return types.map((one) => ({ type: one, eventSlug, marketSlug }));
}
