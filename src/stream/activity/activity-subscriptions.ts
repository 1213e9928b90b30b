/** The subscriptions of a client of the live-data channel: types of messages, each of all fills or of some. */
import { Compile } from "typebox/compile";
import { describeMessageFault } from "../../http/item-fault.ts";
import { parseJson } from "../../http/json-text.ts";
import { clip } from "../../http/validation-fault.ts";
import { ACTIVITY_TOPIC, ACTIVITY_TYPES, ActivityFilters, ActivityRequest } from "./activity-schema.ts";
import type { ActivityType, Subscription } from "./activity-schema.ts";
import type { DescribedMarket } from "../described-markets.ts";
import type { StreamCode } from "../stream-refusal.ts";

export type ActivityRefusal = { readonly code: StreamCode; readonly hint: string };

/** A subscription to one type; a slug narrows it down to an event or a market. */
type ActivitySubscription = {
  readonly type: ActivityType;
  readonly eventSlug: string | undefined;
  readonly marketSlug: string | undefined;
};

export type ActivitySubscriptions = {
  /** Carries out a message, and gives the refusal of its first part that cannot be done. */
  change(message: unknown): ActivityRefusal | undefined;
  /** Lists the types of messages that a fill of this market is sent as. */
  typesFor(market: Pick<DescribedMarket, "slug" | "eventSlug">): readonly ActivityType[];
  readonly size: number;
};

// Compiled for speed, since one message may hold many subscriptions.
const requests = Compile(ActivityRequest);
const filterSets = Compile(ActivityFilters);

const MOST_SUBSCRIPTIONS = 200;
/** Most characters of a value that a hint repeats. */
const MAX_GOT = 80;

export function createActivitySubscriptions(): ActivitySubscriptions {
  const wanted = new Map<string, ActivitySubscription>();

  function change(message: unknown): ActivityRefusal | undefined {
    if (!requests.Check(message))
      return { code: "invalid_message", hint: describeMessageFault(ActivityRequest, message) };
    const read = message.subscriptions.map(readSubscription);
    const named = read.flatMap((one) => ("code" in one ? [] : one));
    const full = message.action === "unsubscribe" ? remove(named) : add(named);
    return read.find((one) => "code" in one) ?? full;
  }

  function add(named: readonly ActivitySubscription[]): ActivityRefusal | undefined {
    const added = named.filter((one) => !wanted.has(keyOf(one)));
    if (wanted.size + added.length > MOST_SUBSCRIPTIONS)
      return {
        code: "too_many_subscriptions",
        hint: `expected at most ${MOST_SUBSCRIPTIONS} on one connection`,
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

/** Names of the filters. Any other is refused: without it the client would get all fills. */
const FILTERS: readonly string[] = Object.keys(ActivityFilters.properties);

/** Reads a subscription: one for each type that it names. */
function readSubscription({
  topic,
  type,
  filters,
}: Subscription): readonly ActivitySubscription[] | ActivityRefusal {
  const types = ACTIVITY_TYPES.filter((offered) => type === "*" || type === offered);
  if (topic !== ACTIVITY_TOPIC || types.length === 0)
    return {
      code: "unsupported_topic",
      hint: `expected topic ${ACTIVITY_TOPIC} with type ${ACTIVITY_TYPES.join(", ")} or *, got ${clip(topic, MAX_GOT)} with ${clip(type, MAX_GOT)}`,
    };
  const given = readFilters(filters ?? {});
  if (!filterSets.Check(given))
    return { code: "invalid_message", hint: describeMessageFault(ActivityFilters, given, "filters") };
  const unknown = Object.keys(given).find((name) => !FILTERS.includes(name));
  if (unknown !== undefined)
    return { code: "invalid_message", hint: `filters: expected ${FILTERS.join(", ")}, got ${unknown}` };
  const eventSlug = given.event_slug ?? given.eventSlug;
  const marketSlug = given.market_slug ?? given.marketSlug;
  return types.map((one) => ({ type: one, eventSlug, marketSlug }));
}

/** Reads filters, an object or its JSON. Text that is no JSON stays text, which no filter accepts. */
function readFilters(filters: NonNullable<Subscription["filters"]>): unknown {
  if (typeof filters !== "string") return filters;
  if (filters.trim() === "") return {};
  try {
    return parseJson(filters);
  } catch {
    return filters;
  }
}
