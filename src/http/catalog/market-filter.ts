/** The filters of the list of markets: those of Kuest's clients and those of Polymarket's, under all of their names. */
import { Type } from "typebox";
import { instantOf } from "../../catalog/instants.ts";
import type { Exchange } from "../../core/state.ts";
import { MAX_MICROS, micros, parseDecimal } from "../../core/units.ts";
import type { Micros } from "../../core/units.ts";
import { dateKey } from "../../store/catalog-entries.ts";
import type { MarketFilter } from "../../store/catalog-markets.ts";
import { FlagParameters, readTag, TagParameters } from "./parameters.ts";

const OptionalSlug = (description: string) => Type.Optional(Type.String({ description }));
const List = (description: string) =>
  Type.Optional(
    Type.Array(Type.String(), { description: `${description}, repeated or with commas between them` }),
  );

/** Collateral with what its unit has of decimals, up to what a number of micros can hold and a little more. */
const AMOUNT = "^(0|[1-9]\\d{0,9})(\\.\\d{1,6})?$";
const Amount = (description: string) => Type.Optional(Type.String({ pattern: AMOUNT, description }));
const Moment = (description: string) =>
  Type.Optional(Type.String({ description: `${description}: ISO 8601, or a date` }));

export const MarketFilterParameters = Type.Object({
  ...FlagParameters,
  ...TagParameters,
  id: Type.Optional(Type.Array(Type.Integer(), { description: "Ids, repeated or with commas between them" })),
  slug: List("Slugs"),
  event_id: Type.Optional(Type.Integer({ description: "Id of the event" })),
  event_slug: OptionalSlug("Slug of the event"),
  eventSlug: OptionalSlug("The same as event_slug"),
  conditionId: List("Condition ids in any case"),
  condition_id: List("The same as conditionId"),
  condition_ids: List("The same as conditionId"),
  clob_token_ids: List("Token ids"),
  volume_num_min: Amount("Least volume"),
  volume_num_max: Amount("Largest volume"),
  liquidity_num_min: Amount("Least liquidity"),
  liquidity_num_max: Amount("Largest liquidity"),
  start_date_min: Moment("Earliest start"),
  start_date_max: Moment("Latest start"),
  end_date_min: Moment("Earliest end"),
  end_date_max: Moment("Latest end"),
});
type Parameters = Type.Static<typeof MarketFilterParameters>;

const MOMENTS = ["start_date_min", "start_date_max", "end_date_min", "end_date_max"] as const;

/** The filter without its scope, or the name of the parameter that is wrong. */
export function readMarketFilter(query: Parameters, tokens: Exchange["tokens"]): MarketFilter | string {
  const tagSlug = readTag(query);
  if (tagSlug === false) return "tag";
  const { eventSlug = query.event_slug } = query;
  if (query.event_slug !== undefined && query.event_slug !== eventSlug) return "event_slug";
  const wrong = MOMENTS.find((name) => query[name] !== undefined && instantOf(query[name]) === undefined);
  if (wrong !== undefined) return wrong;
  const { active, closed, archived, tag_id: tagId, event_id: eventId, id: ids, slug: slugs } = query;
  return {
    active,
    closed,
    archived,
    tagId,
    tagSlug,
    eventId,
    eventSlug,
    ids,
    slugs,
    conditionIds: conditionsOf(query),
    nos: query.clob_token_ids?.flatMap((token) => tokens.get(token)?.market.no ?? []),
    volumeMin: amount(query.volume_num_min),
    volumeMax: amount(query.volume_num_max),
    liquidityMin: amount(query.liquidity_num_min),
    liquidityMax: amount(query.liquidity_num_max),
    startDateMin: key(query.start_date_min),
    startDateMax: key(query.start_date_max),
    endDateMin: key(query.end_date_min),
    endDateMax: key(query.end_date_max),
  };
}

/** All names of the list together; `undefined` when none is given. */
function conditionsOf({ conditionId, condition_id: one, condition_ids: several }: Parameters) {
  const lists = [conditionId, one, several].filter((list) => list !== undefined);
  return lists.length === 0 ? undefined : lists.flat().map((condition) => condition.toLowerCase());
}

/** Larger than any amount is the largest. */
const amount = (text: string | undefined): Micros | undefined =>
  text === undefined ? undefined : micros(parseDecimal(text, 6) ?? MAX_MICROS);

const key = (text: string | undefined): string | undefined =>
  text === undefined ? undefined : dateKey(instantOf(text));
