/** Filters of event lists, and reads of a list by them. */
import { Type } from "typebox";
import type { TProperties, TSchema } from "typebox";
import type { Context } from "../../../context.ts";
import { isFault } from "../../../core/values/input-fault.ts";
import type { InputFault } from "../../../core/values/input-fault.ts";
import { EVENT_ORDERS } from "../../../store/catalog/catalog-events.ts";
import type { EventFilter, EventPage } from "../../../store/catalog/catalog-events.ts";
import { listEventsMarkets } from "../../../store/catalog/catalog-markets.ts";
import type { EventRecord, MarketEntry } from "../../../store/catalog/catalog-records.ts";
import { CREATOR_ORDERS, listMarketCreators } from "../../../store/catalog/market-records.ts";
import type { MarketCreator } from "../../../store/catalog/market-records.ts";
import { MAX_QUERY_CHARACTERS, joinPhrase } from "../../../store/catalog/search/search-words.ts";
import { onlyIn } from "../../dialects/dialect-parameters.ts";
import { SERVICES } from "../../dialects/dialect.ts";
import { DIFFERENCES } from "../../dialects/dialect-differences.ts";
import type { Dialect } from "../../dialects/dialect.ts";
import {
  NoRows,
  UnusedFlag,
  UnusedInteger,
  UnusedIntegers,
  UnusedText,
  UnusedTexts,
} from "../../operation/page-limit.ts";
import type { Answer, Endpoint, OperationGroup } from "../../operation/endpoint.ts";
import { ONLY_INTERFACE_LIMIT } from "../../guard/rate-limits.ts";
import { lazyRows } from "../../guard/slow-queries/json-slices.ts";
import { isErrorResponse } from "../../operation/error-format.ts";
import { uncodedOperation } from "../../operation/endpoint.ts";
import { Amount, DateParameters, Moment, dayKeys, readAmount, readDates } from "../bounds.ts";
import { LABEL_SECONDS } from "../cache-lifetimes.ts";
import { EventAdditions, LISTED_EVENTS } from "./event-record.ts";
import { CLARIFICATIONS, COMMENTS, EVENTS, SPORTS } from "../groups.ts";
import { rejectOtherKind } from "../search/named-records.ts";
import {
  Creator,
  FlagParameters,
  IdList,
  NumericId,
  PageParameters,
  Recurrence,
  TagParameters,
  TextList,
  Versions,
  nothingToAdd,
  orderParameters,
  readOrder,
  readTags,
} from "../parameters.ts";
import { badParameter, notFoundBy } from "../refusal.ts";
import { readCatalog, readList, readListAnswer } from "../scope.ts";
import type { CatalogRead } from "../scope.ts";
import { readSeriesStatisticsByDialect } from "../search/tags.ts";

// Parameters of Polymarket's clients about features that the catalog does not have. A true flag that no row has gives an
// empty list, as does a value that no row has. Others select a form of the answer, of which there is only one.

const Flag = (description: string) =>
  onlyIn(
    ["polymarket"],
    Type.Optional(Type.Boolean({ description: `${description}: true leaves none, false leaves all` })),
  );

const Values = (description: string) => onlyIn(["polymarket"], TextList(`${description}: any leaves none`));

/** Parameters without effect. */
const Unused = (description: string) =>
  onlyIn(
    ["polymarket"],
    Type.Optional(Type.String({ description: `The answer is the same: ${description}` })),
  );

const UNUSED_EVERYWHERE = { locale: Unused("texts are in one language") };

const ABSENT_EVENT_FILTERS = {
  live: Flag("No event is live"),
  cyom: Flag("No event was made by its traders"),
  game_id: Values("No event has the number of a game"),
  parent_event_id: Values("No event has a parent"),
  event_week: Values("Events have no weeks"),
  created_by: Values("Events have wallets as creators, of which `creator` takes one"),
  partner_slug: Values("There are no partners"),
};

export const ABSENT_MARKET_FILTERS = {
  cyom: Flag("No market was made by its traders"),
  rfq_enabled: Flag("No market takes requests for quotes"),
  game_id: Values("No market has the number of a game"),
  sports_market_types: Values("There are no types of sports markets"),
  market_maker_address: Values("There are no automated market makers"),
  onchain_event_ids: Values("There is no chain"),
  request_ids: Values("There are no requests of resolutions on a chain"),
};

export const ABSENT_SERIES_FILTERS = {
  categories_ids: Values("Series have no categories"),
  categories_labels: Values("Series have no categories"),
};

const UNUSED_EVENT_PARAMETERS = {
  ...UNUSED_EVERYWHERE,
  featured_order: Unused("no event is featured"),
};
export const UNUSED_MARKET_PARAMETERS = {
  ...UNUSED_EVERYWHERE,
  decimalized: Unused("amounts are decimals"),
};
export const UNUSED_SERIES_PARAMETERS = UNUSED_EVERYWHERE;
export const UNUSED_SEARCH_PARAMETERS = { ...UNUSED_EVERYWHERE, presets: Unused("there are no presets") };

/** Returns true if the query filters by a feature that no row has. */
export const asksForNone = (query: Readonly<Record<string, unknown>>, absent: TProperties): boolean =>
  Object.keys(absent).some((name) => query[name] !== undefined && query[name] !== false);

// Lists of features that the services have and this exchange does not: sports, teams, comments and clarifications. Each is
// always empty, in the form that clients parse.

type EmptyList = {
  readonly path: string;
  /** Dialects of the list; both services by default. */
  readonly dialects?: readonly Dialect[];
  readonly noun: string;
  readonly group: OperationGroup;
  readonly query?: TProperties;
  readonly params?: TProperties;
  readonly answer?: TSchema;
  readonly body?: unknown;
};

const LISTED = { ...PageParameters, order: UnusedText, ascending: UnusedFlag };

const LISTS: readonly EmptyList[] = [
  { path: "/sports", noun: "sports", group: SPORTS },
  {
    path: "/sports/market-types",
    noun: "types of sports markets",
    group: SPORTS,
    answer: Type.Object({ marketTypes: NoRows }),
    body: { marketTypes: [] },
  },
  {
    path: "/teams",
    noun: "teams",
    group: SPORTS,
    query: {
      ...LISTED,
      league: UnusedTexts,
      name: UnusedTexts,
      abbreviation: UnusedTexts,
      provider_id: UnusedIntegers,
    },
  },
  {
    path: "/comments",
    noun: "comments",
    group: COMMENTS,
    query: {
      ...LISTED,
      parent_entity_type: UnusedText,
      parent_entity_id: UnusedInteger,
      event_slug: UnusedText,
      get_positions: UnusedFlag,
      holders_only: UnusedFlag,
    },
  },
  {
    path: "/comments/keyset",
    dialects: ["polymarket"],
    noun: "comments",
    group: COMMENTS,
    query: {
      limit: PageParameters.limit,
      order: UnusedText,
      ascending: UnusedFlag,
      after_cursor: UnusedText,
      parent_entity_type: UnusedText,
      parent_entity_id: UnusedInteger,
      get_positions: UnusedFlag,
      holders_only: UnusedFlag,
    },
    answer: Type.Object({ comments: NoRows }),
    body: { comments: [] },
  },
  {
    path: "/comments/:id",
    noun: "comments of a thread",
    group: COMMENTS,
    query: { ...PageParameters, get_positions: UnusedFlag },
    params: NumericId.properties,
  },
  {
    path: "/comments/user_address/:user_address",
    noun: "comments of a wallet",
    group: COMMENTS,
    query: LISTED,
    params: { user_address: Type.String({ description: "A wallet" }) },
  },
  {
    path: "/market-clarifications",
    dialects: ["polymarket"],
    noun: "clarifications of markets",
    group: CLARIFICATIONS,
    query: {
      ...LISTED,
      market_id: UnusedTexts,
      event_id: UnusedTexts,
      question_id: UnusedTexts,
      state: UnusedTexts,
      show_in_frontend: UnusedFlag,
      tx_hash: UnusedText,
    },
  },
];

export const emptyLists: readonly Endpoint[] = LISTS.map(
  ({ path, dialects = SERVICES, noun, group, query, params, answer = NoRows, body = [] }) =>
    uncodedOperation({
      method: "GET",
      path,
      dialects,
      summary: `List ${noun}, of which there are none: always empty`,
      group,
      limits: ONLY_INTERFACE_LIMIT,
      ...(query && { query: Type.Object(query) }),
      ...(params && { params: Type.Object(params) }),
      answer,
      maxAgeSeconds: LABEL_SECONDS,
      rows: 1,
      handle: () => ({ body }),
    }),
);

// Filters of event lists: those of the specification, and those of Polymarket's clients.

export const EventFilterParameters = Type.Object({
  ...FlagParameters,
  ...TagParameters,
  exclude_tag_id: IdList("Ids of tags that the event has none of"),
  series_slug: Type.Optional(Type.String({ description: "Slug of a series of the event" })),
  id: IdList("Ids"),
  series_id: IdList("Ids of series, of which the event is in one"),
  recurrence: Recurrence,
  slug: TextList("Slugs"),
  version: Versions("Versions of markets; the event has a market of one of them"),
  title_search: Type.Optional(
    Type.String({
      maxLength: MAX_QUERY_CHARACTERS,
      description: "Words in a row in the title, the first and the last also in part",
    }),
  ),
  featured: Type.Optional(
    Type.Boolean({ description: "No event is featured: true leaves none, false leaves all" }),
  ),
  start_time_min: Moment("Earliest start of a game of its markets"),
  start_time_max: Moment("Latest start of a game of its markets"),
  volume_min: Amount("Least volume"),
  volume_max: Amount("Largest volume"),
  liquidity_min: Amount("Least liquidity"),
  liquidity_max: Amount("Largest liquidity"),
  ...DateParameters,
});

/** Parses the filter without its scope; a fault names the invalid parameter. */
function readEventFilter(
  query: Type.Static<typeof EventFilterParameters>,
  dialect: Dialect,
): EventFilter | InputFault {
  const tags = readTags(query);
  if (isFault(tags)) return tags;
  const dates = readDates(query, dialect);
  if (isFault(dates)) return dates;
  const titlePart = query.title_search === undefined ? undefined : joinPhrase(query.title_search);
  if (titlePart === "") return { fault: "title_search" };
  const { active, closed, archived, id, featured, slug: slugs, recurrence } = query;
  const { exclude_tag_id: withoutTagIds, series_slug: seriesSlug, series_id: seriesIds } = query;
  return {
    active,
    closed,
    archived,
    ...tags,
    withoutTagIds,
    seriesSlug,
    seriesIds,
    recurrence,
    titlePart,
    ids: featured === true ? [] : id,
    slugs,
    versions: query.version,
    volumeMin: readAmount(query.volume_min),
    volumeMax: readAmount(query.volume_max),
    liquidityMin: readAmount(query.liquidity_min),
    liquidityMax: readAmount(query.liquidity_max),
    ...dates,
  };
}

// GET /events/creators and /events/creators/{wallet}: wallets that created markets, with the names of their sites.

const EventCreator = Type.Object({
  id: Type.String({ description: "The wallet, lower case" }),
  creatorName: Type.Optional(Type.String({ description: "Host name of a site that the wallet is on" })),
  creatorUrl: Type.Optional(Type.String({ description: "The same as an address" })),
});

export const listEventCreators = uncodedOperation({
  method: "GET",
  path: "/events/creators",
  dialects: SERVICES,
  summary: "List the wallets that made markets",
  group: EVENTS,
  limits: ONLY_INTERFACE_LIMIT,
  query: Type.Object({
    ...PageParameters,
    ...orderParameters(CREATOR_ORDERS),
    creator_name: Type.Optional(Type.String({ description: "Host name of a site" })),
    creator_handle: Type.Optional(Type.String({ description: "Nobody has a handle: finds none" })),
    creator: Creator,
  }),
  answer: Type.Array(EventCreator),
  maxAgeSeconds: LABEL_SECONDS,
  handle: async (call) => {
    const { creator_name: name, creator_handle: handle, offset, limit } = call.query;
    const order = readOrder(call.query, CREATOR_ORDERS, call.dialect);
    if (isErrorResponse(order)) return order;
    if (handle !== undefined) return { body: [] };
    return readList(call, async ({ sql, scope }) => {
      const hosts = name === undefined ? undefined : [name];
      const creators = await listMarketCreators(sql, {
        scope,
        hosts,
        order: order.order[0] ?? "id",
        ascending: order.ascending,
        offset,
        limit,
      });
      return { body: creators.map(creatorRecord) };
    });
  },
});

export const getEventCreator = uncodedOperation({
  method: "GET",
  path: "/events/creators/:wallet",
  dialects: SERVICES,
  summary: "Get a wallet that made markets",
  group: EVENTS,
  limits: ONLY_INTERFACE_LIMIT,
  params: Type.Object({ wallet: Type.String({ description: "Any case" }) }),
  query: Type.Object({ creator: Creator }),
  answer: EventCreator,
  maxAgeSeconds: LABEL_SECONDS,
  handle: (call) =>
    readCatalog(call, async ({ sql, scope }) => {
      const wallets = [call.params.wallet.toLowerCase()];
      const one = { order: "id", ascending: true, offset: 0, limit: 1 } as const;
      const [creator] = await listMarketCreators(sql, { scope, wallets, ...one });
      return creator === undefined ? notFoundBy("id") : { body: creatorRecord(creator) };
    }),
});

const creatorRecord = ({ wallet, host }: MarketCreator): Type.Static<typeof EventCreator> => ({
  id: wallet,
  ...(host !== null && { creatorName: host, creatorUrl: `https://${host}` }),
});

// Rows of an event list, with the additional fields of Polymarket's rows.

/** Read of a list; `keeps` selects the shown markets. */
type ListReading = CatalogRead & { readonly keeps?: (market: MarketEntry) => boolean };

export async function listedEvents(events: readonly EventRecord[], dialect: Dialect, reading: ListReading) {
  const { keeps } = reading;
  const ids =
    DIFFERENCES.listedEvents.does[dialect] === "with-markets"
      ? events.map(({ content }) => Number(content.id))
      : [];
  const markets = ids.length === 0 ? [] : await listEventsMarkets(reading.sql, ids, reading);
  const statistics = await readSeriesStatisticsByDialect(
    events.flatMap(({ content }) => content.series),
    dialect,
    reading,
  );
  const byEvent = Map.groupBy(markets, ({ eventId }) => eventId);
  return lazyRows(events, (event) =>
    LISTED_EVENTS[dialect].write({
      ...event,
      entries: byEvent.get(event.content.id) ?? [],
      keeps,
      statistics,
    }),
  );
}

// Filter and order of events, shared by all event lists, whatever their pagination.

export const EventListParameters = Type.Object({
  ...EventFilterParameters.properties,
  ...EventAdditions,
  ...ABSENT_EVENT_FILTERS,
  ...UNUSED_EVENT_PARAMETERS,
  ended: onlyIn(
    ["polymarket"],
    Type.Optional(
      Type.Boolean({ description: "true: events of games that are over; false: events that go on" }),
    ),
  ),
  event_date: onlyIn(["polymarket"], Moment("Day on which the event ends")),
  include_children: nothingToAdd("children of events"),
  related_tags: nothingToAdd("events of a tag that do not carry it"),
  ...orderParameters(EVENT_ORDERS),
  creator: Creator,
});

/** A page without its position and length. */
type EventList = Omit<EventPage, "offset" | "limit" | "after">;

type EventListRequest = {
  readonly context: Context;
  readonly dialect: Dialect;
  readonly forOperators: boolean;
  readonly query: Type.Static<typeof EventListParameters>;
};

/** Reads the requested list, which `kind` names; refuses invalid parameters. */
export async function readEventList(
  call: EventListRequest,
  kind: string,
  read: (list: EventList, reading: CatalogRead) => Promise<Answer>,
): Promise<Answer> {
  const { query, dialect } = call;
  const order = readOrder(query, EVENT_ORDERS, dialect);
  if (isErrorResponse(order)) return order;
  const refused = rejectOtherKind(query, dialect);
  if (refused !== undefined) return refused;
  const filter = readEventFilter(query, dialect);
  if (isFault(filter)) return badParameter(filter.fault, dialect);
  const narrowedFilter = narrowEvents(query, filter, dialect);
  if (isFault(narrowedFilter)) return badParameter(narrowedFilter.fault, dialect);
  return readListAnswer(call, kind, (reading) => {
    const { scope, since } = reading;
    return read({ filter: { ...filter, ...narrowedFilter, scope }, ...order, since }, reading);
  });
}

/** Date key before all others: matches every game with a start time. */
const EARLIEST_DATE_KEY = "";

/** Narrows the events by the parameters of Polymarket's clients. */
function narrowEvents(
  query: Type.Static<typeof EventListParameters>,
  filter: EventFilter,
  dialect: Dialect,
): Partial<EventFilter> | InputFault {
  const { ended, event_date: date } = query;
  const day = date === undefined ? undefined : dayKeys(date, dialect);
  if (date !== undefined && day === undefined) return { fault: "event_date" };
  const isNone =
    asksForNone(query, ABSENT_EVENT_FILTERS) || (ended !== undefined && filter.closed === !ended);
  return {
    ...(isNone && { ids: [] }),
    ...(ended !== undefined && { closed: ended }),
    ...(ended === true && { startTimeMin: filter.startTimeMin ?? EARLIEST_DATE_KEY }),
    ...(day !== undefined && {
      endDateMin: latest(filter.endDateMin, day.first),
      endDateMax: earliest(filter.endDateMax, day.last),
    }),
  };
}

const latest = (one: string | undefined, other: string): string =>
  one !== undefined && one > other ? one : other;

const earliest = (one: string | undefined, other: string): string =>
  one !== undefined && one < other ? one : other;
