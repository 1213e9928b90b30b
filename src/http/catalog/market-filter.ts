/** The filters of the list of markets: those of Kuest's clients and those of Polymarket's, under all of their names. */
import { Type } from "typebox";
import { isFault } from "../../core/input-fault.ts";
import type { InputFault } from "../../core/input-fault.ts";
import type { Exchange } from "../../core/state.ts";
import type { MarketFilter } from "../../store/catalog/catalog-markets.ts";
import { onlyIn } from "../dialects/dialect-parameters.ts";
import type { Dialect } from "../dialects/dialect.ts";
import { Amount, DateParameters, readAmount, readDates } from "./bounds.ts";
import { FlagParameters, IdList, readTags, TagParameters, TextList } from "./parameters.ts";

const OptionalSlug = (description: string) => Type.Optional(Type.String({ description }));

export const MarketFilterParameters = Type.Object({
  ...FlagParameters,
  ...TagParameters,
  id: IdList("Ids"),
  slug: TextList("Slugs"),
  question_ids: TextList("Question ids in any case"),
  uma_resolution_status: Type.Optional(
    Type.Enum(["proposed", "disputed", "resolved"], { description: "How far the resolution is" }),
  ),
  resolution_status: onlyIn(
    ["polymarket"],
    Type.Optional(
      Type.Enum(["proposed", "disputed", "resolved"], { description: "The same as uma_resolution_status" }),
    ),
  ),
  rewards_min_size: onlyIn(
    ["polymarket"],
    Type.Optional(
      Type.Number({ minimum: 0, description: "Least size in shares that earns rewards, at least" }),
    ),
  ),
  event_id: Type.Optional(Type.Integer({ description: "Id of the event" })),
  event_slug: OptionalSlug("Slug of the event"),
  eventSlug: OptionalSlug("The same as event_slug"),
  conditionId: TextList("Condition ids in any case"),
  condition_id: TextList("The same as conditionId"),
  condition_ids: TextList("The same as conditionId"),
  clob_token_ids: TextList("Token ids"),
  volume_num_min: Amount("Least volume"),
  volume_num_max: Amount("Largest volume"),
  liquidity_num_min: Amount("Least liquidity"),
  liquidity_num_max: Amount("Largest liquidity"),
  ...DateParameters,
});
type Parameters = Type.Static<typeof MarketFilterParameters>;

/** Reads the filter without its scope; a fault is the name of the parameter that is wrong. */
export function readMarketFilter(
  query: Parameters,
  tokens: Exchange["tokens"],
  dialect: Dialect,
): MarketFilter | InputFault {
  const tags = readTags(query);
  if (isFault(tags)) return tags;
  const { eventSlug = query.event_slug } = query;
  if (query.event_slug !== undefined && query.event_slug !== eventSlug) return { fault: "event_slug" };
  const dates = readDates(query, dialect);
  if (isFault(dates)) return dates;
  const { active, closed, archived, event_id: eventId, id: ids, slug: slugs } = query;
  return {
    active,
    closed,
    archived,
    ...tags,
    questionIds: query.question_ids?.map((id) => id.toLowerCase()),
    resolution: query.uma_resolution_status ?? query.resolution_status,
    rewardsMinSize: query.rewards_min_size,
    eventId,
    eventSlug,
    ids,
    slugs,
    conditionIds: conditionsOf(query),
    nos: query.clob_token_ids?.flatMap((token) => tokens.get(token)?.market.no ?? []),
    volumeMin: readAmount(query.volume_num_min),
    volumeMax: readAmount(query.volume_num_max),
    liquidityMin: readAmount(query.liquidity_num_min),
    liquidityMax: readAmount(query.liquidity_num_max),
    ...dates,
  };
}

/** All names of the list together; `undefined` when none is given. */
function conditionsOf({ conditionId, condition_id: one, condition_ids: several }: Parameters) {
  const lists = [conditionId, one, several].filter((list) => list !== undefined);
  return lists.length === 0 ? undefined : lists.flat().map((condition) => condition.toLowerCase());
}
