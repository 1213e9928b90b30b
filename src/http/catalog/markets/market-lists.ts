/** Filters of market lists, and reads of a list by them. */
import { Type } from "typebox";
import type { TSchema } from "typebox";
import type { Context } from "../../../context.ts";
import { isFault } from "../../../core/values/input-fault.ts";
import type { InputFault } from "../../../core/values/input-fault.ts";
import type { Exchange } from "../../../core/state.ts";
import { normalizeCondition, versionOfToken } from "../../../core/markets/market-version.ts";
import { listEventsById } from "../../../store/catalog/catalog-events.ts";
import { MARKET_ORDERS } from "../../../store/catalog/catalog-markets.ts";
import type { MarketFilter, MarketPage } from "../../../store/catalog/catalog-markets.ts";
import type { MarketEntry } from "../../../store/catalog/catalog-records.ts";
import { onlyIn } from "../../dialects/dialect-parameters.ts";
import type { Dialect } from "../../dialects/dialect.ts";
import type { Answer } from "../../operation/endpoint.ts";
import { lazyRows } from "../../guard/slow-queries/json-slices.ts";
import { isErrorResponse } from "../../operation/error-format.ts";
import { Amount, DateParameters, toMicros, readAmount, readDates } from "../bounds.ts";
import { ABSENT_MARKET_FILTERS, UNUSED_MARKET_PARAMETERS, asksForNone } from "../events/event-lists.ts";
import { EVENT_SUMMARIES, MARKET_RECORDS } from "../events/event-record.ts";
import { rejectOtherKind } from "../search/named-records.ts";
import {
  Creator,
  FlagParameters,
  IdList,
  IncludeTag,
  TagParameters,
  TextList,
  Versions,
  nothingToAdd,
  orderParameters,
  readOrder,
  readTags,
} from "../parameters.ts";
import { badParameter } from "../refusal.ts";
import { readList, readListAnswer } from "../scope.ts";
import type { CatalogRead } from "../scope.ts";
import { readSeriesStatisticsByDialect, showsSeries } from "../search/tags.ts";

// Filters of market lists of Kuest's and Polymarket's clients, under all names that these clients use.

const OptionalSlug = (description: string) => Type.Optional(Type.String({ description }));

const MarketFilterParameters = Type.Object({
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
  event_id: Type.Optional(
    Type.Integer({ description: "Event whose markets are listed, by its decimal id such as 101" }),
  ),
  event_slug: OptionalSlug("Event whose markets are listed, by its name in addresses such as lake-cup"),
  eventSlug: OptionalSlug("The same as event_slug"),
  conditionId: TextList("Condition ids in any case"),
  condition_id: TextList("The same as conditionId"),
  condition_ids: TextList("The same as conditionId"),
  clob_token_ids: TextList("Token ids"),
  position_ids: onlyIn(
    ["polymarket"],
    TextList("Position ids of v2 markets; those of v1 markets, which have no book, find none"),
  ),
  version: Versions("Versions of markets"),
  volume_num_min: Amount("Least volume"),
  volume_num_max: Amount("Largest volume"),
  liquidity_num_min: Amount("Least liquidity"),
  liquidity_num_max: Amount("Largest liquidity"),
  ...DateParameters,
});
type Parameters = Type.Static<typeof MarketFilterParameters>;

/** Parses the filter's parameters; a fault names the invalid parameter. */
function readMarketFilter(
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
    conditionIds: mergeConditionIds(query),
    nos: findByTokens(query, tokens),
    versions: query.version,
    volumeMin: readAmount(query.volume_num_min),
    volumeMax: readAmount(query.volume_num_max),
    liquidityMin: readAmount(query.liquidity_num_min),
    liquidityMax: readAmount(query.liquidity_num_max),
    ...dates,
  };
}

/** Lists the numbers of the markets that have one of the tokens, and one of the positions if both are given. */
function findByTokens(
  { clob_token_ids: tokenIds, position_ids: positionIds }: Parameters,
  tokens: Exchange["tokens"],
): number[] | undefined {
  const list = (ids: readonly string[]) => ids.flatMap((id) => tokens.get(id)?.market.no ?? []);
  if (positionIds === undefined) return tokenIds && list(tokenIds);
  const positions = list(positionIds.filter((id) => versionOfToken(id) === "v2"));
  if (tokenIds === undefined) return positions;
  const both = new Set(list(tokenIds));
  return positions.filter((no) => both.has(no));
}

/** Merges the condition ids given under all parameter names; `undefined` if none is given. */
function mergeConditionIds({ conditionId, condition_id: one, condition_ids: several }: Parameters) {
  const lists = [conditionId, one, several].filter((list) => list !== undefined);
  return lists.length === 0 ? undefined : lists.flat().map(normalizeCondition);
}

// Market filters in a request body, in the form of Polymarket's clients.

/** Optional field; clients send null for absent filters. */
const Nullable = <Schema extends TSchema>(schema: Schema) => Type.Optional(Type.Union([schema, Type.Null()]));
const Bound = (description: string) => Nullable(Type.Number({ minimum: 0, description }));
const Moment = (description: string) => Nullable(Type.String({ description }));
const List = (description: string) => Nullable(Type.Array(Type.String(), { description }));

export const MarketFilterBody = Type.Object(
  {
    id: Nullable(Type.Array(Type.Integer(), { description: "Ids" })),
    slug: List("Slugs"),
    closed: Nullable(Type.Boolean({ description: "Only those that are over, or that are not" })),
    clobTokenIds: List("Token ids"),
    conditionIds: List("Condition ids in any case"),
    liquidityNumMin: Bound("Least liquidity"),
    liquidityNumMax: Bound("Largest liquidity"),
    volumeNumMin: Bound("Least volume"),
    volumeNumMax: Bound("Largest volume"),
    startDateMin: Moment("Earliest start: ISO 8601, a date, or unix seconds"),
    startDateMax: Moment("Latest start, as all dates here"),
    endDateMin: Moment("Earliest end"),
    endDateMax: Moment("Latest end"),
    tagId: Nullable(Type.Integer({ description: "Id of a tag of the event" })),
    relatedTags: Nullable(
      Type.Boolean({
        description: "There are no events of a tag that do not carry it that could be added",
      }),
    ),
    umaResolutionStatus: Nullable(
      Type.Enum(["proposed", "disputed", "resolved"], { description: "How far the resolution is" }),
    ),
  },
  { additionalProperties: false },
);
type MarketFilterBody = Type.Static<typeof MarketFilterBody>;

const AMOUNTS = ["liquidityNumMin", "liquidityNumMax", "volumeNumMin", "volumeNumMax"] as const;

/** Parses a filter in a request body; a fault names the invalid field. */
export function readFilterBody(
  body: MarketFilterBody,
  tokens: Exchange["tokens"],
): MarketFilter | InputFault {
  const wrong = AMOUNTS.find((name) => isNumber(body[name]) && toMicros(body[name]) === undefined);
  if (wrong !== undefined) return { fault: wrong };
  const dates = readDates(
    {
      start_date_min: body.startDateMin ?? undefined,
      start_date_max: body.startDateMax ?? undefined,
      end_date_min: body.endDateMin ?? undefined,
      end_date_max: body.endDateMax ?? undefined,
    },
    "polymarket",
  );
  if (isFault(dates)) return { fault: inCamelCase(dates.fault) };
  return {
    ids: body.id ?? undefined,
    slugs: body.slug ?? undefined,
    closed: body.closed ?? undefined,
    nos: body.clobTokenIds?.flatMap((token) => tokens.get(token)?.market.no ?? []),
    conditionIds: body.conditionIds?.map(normalizeCondition),
    liquidityMin: readBound(body.liquidityNumMin),
    liquidityMax: readBound(body.liquidityNumMax),
    volumeMin: readBound(body.volumeNumMin),
    volumeMax: readBound(body.volumeNumMax),
    ...dates,
    tagIds: isNumber(body.tagId) ? [body.tagId] : undefined,
    resolution: body.umaResolutionStatus ?? undefined,
  };
}

const isNumber = (value: number | null | undefined): value is number => typeof value === "number";

const readBound = (value: number | null | undefined) => (isNumber(value) ? toMicros(value) : undefined);

const inCamelCase = (name: string): string =>
  name.replaceAll(/_([a-z])/g, (_found, letter: string) => letter.toUpperCase());

// Records of markets outside an event, with summaries of their events.

/** The dialect, and whether the markets' tags are requested. */
type MarketsCall = { readonly dialect: Dialect; readonly query: { readonly include_tag?: boolean } };

export async function marketsWithEvents(
  markets: readonly MarketEntry[],
  call: MarketsCall,
  reading: CatalogRead,
) {
  const { write } = await readMarketEvents(markets, call, reading);
  return lazyRows(markets, write);
}

/** Answers with one market. The answer has an event id if nothing but that event changes it. */
export async function marketWithEvents(market: MarketEntry, call: MarketsCall, reading: CatalogRead) {
  const { write, byId } = await readMarketEvents([market], call, reading);
  const { event } = byId.get(market.eventId) ?? {};
  const isAlone = event !== undefined && !showsSeries(event, call.dialect);
  return { answer: { body: write(market) }, eventId: isAlone ? event.content.id : undefined };
}

/** Reads the events of these markets, and returns them with the function that writes the markets' records. */
async function readMarketEvents(markets: readonly MarketEntry[], call: MarketsCall, reading: CatalogRead) {
  const { dialect, query } = call;
  const ids = [...new Set(markets.map(({ eventId }) => Number(eventId)))];
  const events = ids.length === 0 ? [] : await listEventsById(reading.sql, ids, reading);
  const statistics = await readSeriesStatisticsByDialect(
    events.flatMap(({ content }) => content.series),
    dialect,
    reading,
  );
  const byId = new Map(
    events.map((event) => [
      event.content.id,
      { event, summary: EVENT_SUMMARIES[dialect].write({ ...event, statistics }) },
    ]),
  );
  const write = (market: MarketEntry) => {
    const { event, summary } = byId.get(market.eventId) ?? {};
    const tags = query.include_tag === true ? (event?.content.tags ?? []) : undefined;
    return MARKET_RECORDS[dialect].write({ ...market, event, summary, tags });
  };
  return { write, byId };
}

// Filter and order of markets, shared by all market lists, whatever their pagination.

export const MarketListParameters = Type.Object({
  ...MarketFilterParameters.properties,
  ...ABSENT_MARKET_FILTERS,
  ...UNUSED_MARKET_PARAMETERS,
  related_tags: nothingToAdd("events of a tag that do not carry it"),
  include_tag: IncludeTag,
  ...orderParameters(MARKET_ORDERS),
  creator: Creator,
});

/** Filter and order of a page, without position and length. */
type MarketList = Omit<MarketPage, "offset" | "limit" | "after">;

type OrderedRequest = {
  readonly context: Context;
  readonly dialect: Dialect;
  readonly forOperators: boolean;
  readonly query: {
    readonly creator?: string;
    readonly order?: string;
    readonly ascending: boolean;
  };
};

type MarketListRequest = OrderedRequest & { readonly query: Type.Static<typeof MarketListParameters> };

type Read = (list: MarketList, reading: CatalogRead) => Promise<Answer>;

/** Reads the requested list, which `kind` names; refuses invalid parameters. */
export async function readMarketList(call: MarketListRequest, kind: string, read: Read): Promise<Answer> {
  const { query, context, dialect } = call;
  const refused = rejectOtherKind(query, dialect);
  if (refused !== undefined) return refused;
  const filter = readMarketFilter(query, context.engine.exchange.tokens, dialect);
  const isNone = asksForNone(query, ABSENT_MARKET_FILTERS);
  const shown = isNone && !isFault(filter) ? { ...filter, ids: [] } : filter;
  return readMarketsBy(call, shown, (readPage) => readListAnswer(call, kind, readPage), read);
}

/** Reads the list with a given filter, which does not come from the query. */
export const readFilteredMarkets = (
  call: OrderedRequest,
  filter: MarketFilter | InputFault,
  read: Read,
): Promise<Answer> => readMarketsBy(call, filter, (readPage) => readList(call, readPage), read);

type ReadPage = (reading: CatalogRead) => Promise<Answer>;

async function readMarketsBy(
  call: OrderedRequest,
  filter: MarketFilter | InputFault,
  readIn: (read: ReadPage) => Promise<Answer>,
  read: Read,
): Promise<Answer> {
  const { query, dialect } = call;
  const order = readOrder(query, MARKET_ORDERS, dialect);
  if (isErrorResponse(order)) return order;
  if (isFault(filter)) return badParameter(filter.fault, dialect);
  return readIn((reading) => {
    const { scope, since } = reading;
    return read({ filter: { ...filter, scope }, ...order, since }, reading);
  });
}
