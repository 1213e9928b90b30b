/**
 * Facts of the market and its event that several endpoints show: an endpoint that contradicts most of the others is at
 * fault.
 */
import { answerOrUndefined, Unchecked } from "./shape/answer.ts";
import type { Answer, AskServer } from "./shape/answer.ts";
import { readBook } from "./book.ts";
import type { EndpointName, InterfaceName } from "./endpoints.ts";
import type { FoundMarket } from "./find-market.ts";
import { getField, listIn, parsedJson, textIn } from "./shape/json-value.ts";

/** The market and its event as an endpoint shows them; either is undefined if the endpoint does not show it. */
export type View = {
  readonly endpoint: EndpointName;
  readonly answer: Answer;
  readonly market?: unknown;
  readonly event?: unknown;
};

/** Separator between the values of the outcomes in a fact. */
export const SEPARATOR = "\n";

type FactReaders = { readonly [fact: string]: (record: unknown) => readonly unknown[] };

const readNamed =
  (...fields: readonly string[]) =>
  (record: unknown): unknown[] =>
    fields
      .map((field) => getField(record, field))
      .filter((value) => value !== undefined && value !== null && value !== "");
const readNumbers =
  (...fields: readonly string[]) =>
  (record: unknown): unknown[] =>
    readNamed(...fields)(record).map(Number);
/**
 * Reads days of timestamps: Polymarket and Kuest show a market's end with the time in one interface, without in
 * another.
 */
const readDays =
  (...fields: readonly string[]) =>
  (record: unknown): unknown[] =>
    readNamed(...fields)(record).map((value) => String(value).slice(0, 10));
/** Reads a value per outcome: from a listing's tokens, or from lists, also as JSON text. */
const readPerOutcome =
  (ofToken: string, ...fields: readonly string[]) =>
  (record: unknown): unknown[] =>
    [
      listIn(getField(record, "tokens")).map((token) => getField(token, ofToken)),
      ...fields.map((field) => listIn(parsedJson(textIn(record, field) ?? "") ?? getField(record, field))),
    ]
      .filter(({ length }) => length > 0)
      .map((list) => list.join(SEPARATOR));
const readBest = (side: "bestBid" | "bestAsk") => (record: unknown) =>
  getField(record, "bids") === undefined ? readNumbers(side)(record) : [readBook(record)[side]];

/** Names the field of the ids that trade, by the version of a catalog market. */
export const tradedIdsField = (record: unknown): string =>
  getField(record, "version") === "v2" ? "positionIds" : "clobTokenIds";

/** Reads facts that have the names of their fields. */
const readSameNamed = (...fields: readonly string[]): FactReaders =>
  Object.fromEntries(fields.map((field) => [field, readNamed(field)]));

const MARKET: FactReaders = {
  ...readSameNamed("question", "description", "icon", "image", "active", "closed", "archived"),
  conditionId: readNamed("condition_id", "conditionId", "market"),
  number: readNamed("market_id", "id"),
  slug: readNamed("slug", "market_slug"),
  tokens: (record) => readPerOutcome("token_id", "assets_ids", tradedIdsField(record))(record),
  outcomes: readPerOutcome("outcome", "outcomes"),
  tick: readNumbers("minimum_tick_size", "orderPriceMinTickSize", "tick_size"),
  minimum: readNumbers("minimum_order_size", "orderMinSize", "min_order_size"),
  negRisk: readNamed("neg_risk", "negRisk"),
  accepting: readNamed("accepting_orders", "acceptingOrders"),
  questionId: readNamed("question_id", "questionID"),
  start: readDays("startDate"),
  end: readDays("end_date_iso", "endDate"),
  fee: readNumbers("taker_base_fee"),
  prices: readPerOutcome("price", "outcomePrices"),
  lastPrice: readNumbers("lastTradePrice"),
  bestBid: readBest("bestBid"),
  bestAsk: readBest("bestAsk"),
};

const EVENT: FactReaders = {
  eventId: readNamed("id"),
  eventSlug: readNamed("slug"),
  eventTitle: readNamed("title"),
  eventTicker: readNamed("ticker"),
  eventDescription: readNamed("description"),
  eventActive: readNamed("active"),
  eventClosed: readNamed("closed"),
  eventArchived: readNamed("archived"),
  eventStart: readDays("startDate"),
  eventEnd: readDays("endDate"),
};

/** Facts that change with trading. */
export const LIVE_FACTS: ReadonlySet<string> = new Set(["prices", "lastPrice", "bestBid", "bestAsk"]);
export const ALL_FACTS = [...Object.keys(MARKET), ...Object.keys(EVENT)];

/** Lists the values of a fact in a view: several if the view shows the fact under several names. */
export const listFactValues = (view: View, fact: string): string[] => {
  const values = MARKET[fact]?.(view.market) ?? EVENT[fact]?.(view.event) ?? [];
  return values.filter((value) => value !== undefined).map(String);
};

/** Returns the value of a fact on which most views agree, at least `least` of them; undefined if there is none. */
export function findAgreedValue(views: readonly View[], fact: string, least = 1): string | undefined {
  const counts = new Map<string, number>();
  for (const view of views) {
    const [value, ...others] = new Set(listFactValues(view, fact));
    if (value !== undefined && others.length === 0) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  const [first, second] = [...counts].toSorted(([, one], [, other]) => other - one);
  const isAgreed = first !== undefined && first[1] >= least && first[1] > (second?.[1] ?? 0);
  return isAgreed ? first[0] : undefined;
}

type KnownMarket = FoundMarket & { readonly eventId: string; readonly eventSlug: string };
type Source = {
  readonly endpoint: EndpointName;
  readonly at: InterfaceName;
  /** Returns the path to read; an empty text if an id in the path is still unknown. */
  readonly path: (known: KnownMarket) => string;
  readonly body?: (known: KnownMarket) => string;
  readonly market: Reader;
  readonly event?: Reader;
};

type Reader = (json: unknown, known: KnownMarket) => unknown;

const readWhole: Reader = (json) => json;
const getEventField: Reader = (json) => getField(json, "event");
const readFirstEvent: Reader = (json) => listIn(getField(json, "events"))[0];
const readFromPage: Reader = (json, { conditionId }) =>
  listIn(getField(json, "data")).find((one) => textIn(one, "condition_id") === conditionId);
const readFromEvent: Reader = (json, { conditionId }) =>
  listIn(getField(json, "markets")).find((one) => textIn(one, "conditionId") === conditionId);

const tradingSource = (
  endpoint: EndpointName,
  path: Source["path"],
  market: Reader = readWhole,
  event?: Reader,
): Source => ({ endpoint, at: "trading", path, market, ...(event && { event }) });
const listingSource = (
  path: "/sampling-markets" | "/sampling-simplified-markets" | "/simplified-markets",
): Source =>
  tradingSource(
    `GET ${path}`,
    () => path,
    readFromPage,
    (json, known) => getEventField(readFromPage(json, known), known),
  );
const marketSource = (endpoint: EndpointName, path: Source["path"]): Source => ({
  ...tradingSource(endpoint, path, readWhole, readFirstEvent),
  at: "catalog",
});
const eventSource = (endpoint: EndpointName, path: Source["path"]): Source => ({
  ...tradingSource(endpoint, path, readFromEvent, readWhole),
  at: "catalog",
});

/** Sources in the order of reading: events come after the markets that contain the event's id. */
const SOURCES: readonly Source[] = [
  listingSource("/sampling-markets"),
  listingSource("/sampling-simplified-markets"),
  listingSource("/simplified-markets"),
  tradingSource(
    "GET /markets/{condition_id}",
    ({ conditionId }) => `/markets/${conditionId}`,
    readWhole,
    getEventField,
  ),
  tradingSource("GET /book", ({ tokenIds }) => `/book?token_id=${tokenIds[0]}`),
  {
    ...tradingSource(
      "POST /books",
      () => "/books",
      (json) => listIn(json)[0],
    ),
    body: ({ tokenIds }) => JSON.stringify([{ token_id: tokenIds[0] }]),
  },
  marketSource("GET /markets/slug/{slug}", ({ slug }) => slug && `/markets/slug/${encodeURIComponent(slug)}`),
  marketSource("GET /markets/{id}", ({ conditionId }) => `/markets/${conditionId}`),
  eventSource("GET /events/{id}", ({ eventId }) => eventId && `/events/${eventId}`),
  eventSource("GET /events/slug/{slug}", ({ eventSlug }) => eventSlug && `/events/slug/${eventSlug}`),
  {
    ...eventSource("GET /events", ({ eventSlug }) => eventSlug && `/events?slug=${eventSlug}`),
    market: (json, known) => readFromEvent(listIn(json)[0], known),
    event: (json) => listIn(json)[0],
  },
];

export const FACT_ENDPOINTS = SOURCES.map(({ endpoint }) => endpoint);

/** Reads the market from all endpoints. Leaves out endpoints without a successful answer. */
export async function readMarketViews(ask: AskServer, market: FoundMarket): Promise<View[]> {
  const views: View[] = [];
  for (const { endpoint, at, path, body, market: marketOf, event } of SOURCES) {
    const [eventId = "", eventSlug = ""] = ["eventId", "eventSlug"].map((fact) =>
      findAgreedValue(views, fact),
    );
    const known = { ...market, eventId, eventSlug };
    const requestPath = path(known);
    const sent = { path: requestPath, ...(body && { method: "POST" as const, body: body(known) }) };
    const answer = requestPath === "" ? undefined : await askLeniently(() => ask(at, sent));
    if (answer?.status !== 200) continue;
    const { json } = answer;
    views.push({ endpoint, answer, market: marketOf(json, known), event: event?.(json, known) });
  }
  return views;
}

/** Waits for an answer; returns undefined if none comes, also for an interface without a known address. */
async function askLeniently(asked: () => Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await answerOrUndefined(asked());
  } catch (error) {
    if (error instanceof Unchecked) return undefined;
    throw error;
  }
}

const MICROS = 1_000_000;

/** Returns the market as most endpoints show it, which may contradict the listing in which the market was found. */
export function findAgreedMarket(market: FoundMarket, views: readonly View[]): FoundMarket {
  const [first, second] = findAgreedValue(views, "tokens", 2)?.split(SEPARATOR) ?? [];
  const hasSameTokens = market.tokenIds.every((one) => one === first || one === second);
  const tick = Number(findAgreedValue(views, "tick", 2) ?? Number.NaN);
  const minimum = Number(findAgreedValue(views, "minimum", 2) ?? Number.NaN);
  return {
    ...market,
    ...(hasSameTokens && first !== undefined && second !== undefined && { tokenIds: [first, second] }),
    ...(tick > 0 && tick < 1 && { tickMicros: Math.round(tick * MICROS) }),
    ...(minimum >= 0 && { minimumShares: Math.max(1, Math.ceil(minimum)) }),
    slug: findAgreedValue(views, "slug", 2) ?? market.slug,
  };
}
