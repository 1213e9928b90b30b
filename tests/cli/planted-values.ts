/** Wrong values in answers of the right form, and filters without effect: one line each, with the endpoint that differs. */
import { ENDPOINTS, isEndpoint } from "../../src/tools/conformance/endpoints.ts";
import type { Asked, Given, Plant } from "./planted-differences.ts";

// Answers have every shape, and a test that changes a wrong one fails.
// oxlint-disable-next-line typescript/no-explicit-any
type Json = any;
type Change = Pick<Plant, "ask" | "change" | "tell">;
type Line = readonly [row: string, name: string, change: (isOf: (asked: Asked) => boolean) => Change];

/** Visits every object of an answer, from the outside inwards. */
function visit(json: Json, change: (record: Json) => void): void {
  if (json === null || typeof json !== "object") return;
  if (!Array.isArray(json)) change(json);
  for (const one of Object.values(json)) visit(one, change);
}

const answers =
  (change: (json: Json, asked: Asked) => void): Line[2] =>
  (isOf) => ({
    change: (given: Given, asked: Asked) => {
      if (isOf(asked) && given.status === 200) change(given.json, asked);
    },
  });

/** Changes a field wherever the answers have it. */
const set = (field: string, change: (value: Json, record: Json) => unknown): Line[2] =>
  answers((json) =>
    visit(json, (record) => {
      if (field in record) record[field] = change(record[field], record);
    }),
  );

/** Passes a parameter over, of the query or of a body. */
const ignore =
  (name: string): Line[2] =>
  (isOf) => ({
    ask: (asked) => {
      if (!isOf(asked)) return;
      asked.path = asked.path.replace(new RegExp(`([?&])${name}=[^&]*&?`), "$1");
      asked.body = asked.body.replace(new RegExp(`,"${name}":\\d+`), "");
    },
  });

/** Changes a field of the live messages of a type. */
const tell =
  (type: string, field: string, change: (value: Json) => unknown): Line[2] =>
  () => ({
    tell: (told) => {
      if (!told.text.includes(`"event_type":"${type}"`)) return;
      const message = JSON.parse(told.text);
      told.text = JSON.stringify({ ...message, [field]: change(message[field]) });
    },
  });

const plus = (amount: number) => (value: Json) =>
  typeof value === "string" ? String(Number(value) + amount) : value + amount;
const times = (factor: number) => (value: Json) =>
  typeof value === "string" ? String(Number(value) * factor) : value * factor;
const always = (value: unknown) => () => value;
const other = (value: string) => ({ Yes: "No", No: "Yes" })[value] ?? value;
const complement = (value: Json) =>
  plus(0)(typeof value === "string" ? String(1 - Number(value)) : 1 - value);
const later = (value: string) => new Date(Date.parse(value) + 86_400_000).toISOString();
const reversedText = (value: string) => JSON.stringify(JSON.parse(value).toReversed());
const FAR = "2099-01-01T00:00:00Z";
const reverse = answers((json) => void (Array.isArray(json) && json.reverse()));
/** Changes the answers about the second token. */
const ofSecond = (change: (json: Json) => void): Line[2] => {
  const tokens: string[] = [];
  return answers((json, { path }) => {
    const token = path.split("=")[1]!;
    if (!tokens.includes(token)) tokens.push(token);
    if (tokens.indexOf(token) === 1) change(json);
  });
};

const LINES: readonly Line[] = [
  ["GET /positions", "average prices are a cent too high", set("avgPrice", plus(0.01))],
  ["GET /positions", "profits are not what the values say", set("cashPnl", plus(0.1))],
  ["GET /positions", "outcomes are the other ones", set("outcome", other)],
  ["GET /positions", "times are in milliseconds", set("timestamp", times(1000))],
  ["GET /positions", "the event is that of a market", set("eventSlug", (_, { slug }) => slug)],
  ["GET /positions", "sizeThreshold has no effect", ignore("sizeThreshold")],
  ["GET /positions", "the market has no effect", ignore("market")],
  ["GET /closed-positions", "profits have the other sign", set("realizedPnl", times(-1))],
  ["GET /closed-positions", "more was bought than sold", set("totalBought", plus(1))],
  ["GET /closed-positions", "percents are parts of 1", set("percentRealizedPnl", times(0.01))],
  ["GET /closed-positions", "the opposite asset is its own", set("oppositeAsset", (_, { asset }) => asset)],
  ["GET /closed-positions", "the market has no effect", ignore("market")],
  ["GET /closed-positions", "markets end a day later", set("endDate", later)],
  ["GET /activity", "prices are those of the other outcome", set("price", complement)],
  ["GET /activity", "money is the number of shares", set("usdcSize", (_, { size }) => size)],
  ["GET /activity", "times are in milliseconds", set("timestamp", times(1000))],
  ["GET /activity", "hashes are short", set("transactionHash", (hash) => hash.slice(0, 20))],
  ["GET /activity", "the oldest comes first", reverse],
  ["GET /activity", "an offset has no effect", ignore("offset")],
  ["GET /holders", "outcomes are the other ones", set("outcomeIndex", (index) => 1 - index)],
  ["GET /holders", "a balance has no effect", ignore("minBalance")],
  ["GET /data/trades", "after has no effect", ignore("after")],
  ["GET /data/trades", "before has no effect", ignore("before")],
  ["GET /data/trades", "the token has no effect", ignore("asset_id")],
  ["GET /data/trades", "the wallet has no effect", ignore("maker_address")],
  ["GET /data/trades", "outcomes are the other ones", set("outcome", other)],
  ["GET /data/trades", "makers have half of it", set("matched_amount", times(0.5))],
  ["GET /data/trades", "trades were made years ago", set("match_time", always("2020-01-01T00:00:00.000Z"))],
  ["GET /data/order/{id}", "nothing was filled", set("sizeMatched", always("0"))],
  ["GET /data/order/{id}", "no trades are named", set("associateTrades", always([]))],
  ["GET /data/order/{id}", "orders were made later than changed", set("createdAt", always(FAR))],
  ["GET /data/order/{id}", "owners are others", set("owner", always("another"))],
  [
    "POST /order",
    "twice as much is paid",
    set("makingAmount", (amount) => (amount === "" ? "" : times(2)(amount))),
  ],
  ["POST /order", "an order that rests took something", set("takingAmount", (amount) => amount || "1")],
  [
    "DELETE /order",
    "a cancelled order is not cancelled, too",
    set("not_canceled", (left, { canceled: [id] }) => (id === undefined ? left : { [id]: "no" })),
  ],
  ["GET /book", "the tick is another", set("tick_size", always("0.001"))],
  ["GET /book", "the smallest size is another", set("min_order_size", always("5"))],
  [
    "GET /book",
    "asks have twice the size",
    set("asks", (asks) => asks.map(({ price, size }: Json) => ({ price, size: times(2)(size) }))),
  ],
  [
    "POST /order",
    "less is paid than the price",
    set("makingAmount", (amount) => (amount === "" ? "" : times(0.9)(amount))),
  ],
  [
    "POST /books",
    "the second token has the sizes doubled",
    answers(([, book]) => book && visit(book, (level) => level.size && (level.size = times(2)(level.size)))),
  ],
  [
    "POST /prices",
    "both tokens have the same prices",
    answers((json, { body }) => {
      const [one, second] = JSON.parse(body);
      if (second) json[second.token_id] = json[one.token_id];
    }),
  ],
  [
    "GET /midpoint",
    "the second token has the first one's",
    ofSecond((json) => void (json.mid = complement(json.mid))),
  ],
  ["GET /spread", "the second token has none", ofSecond((json) => void (json.spread = "0"))],
  ["POST /batch-prices-history", "times are in milliseconds", set("t", times(1000))],
  ["POST /batch-prices-history", "an end has no effect", ignore("end_ts")],
  [
    "GET /sampling-simplified-markets",
    "tokens are in the other order",
    set("tokens", (list) => list.toReversed()),
  ],
  ["GET /sampling-simplified-markets", "prices make more than 1", set("price", plus(0.1))],
  ["GET /simplified-markets", "outcomes are the other ones", set("outcome", other)],
  ["GET /simplified-markets", "the slug is another", set("slug", (slug) => `${slug}-2`)],
  ["GET /sampling-markets", "the tick is another", set("minimum_tick_size", always(0.02))],
  [
    "GET /sampling-markets",
    "ends are in another form",
    set("end_date_iso", (end) => new Date(end).toUTCString()),
  ],
  ["GET /markets/{condition_id}", "the smallest size is another", set("minimum_order_size", always(5))],
  [
    "GET /markets/{condition_id}",
    "the question is the title of the event",
    set("question", (question, { event }) => event?.title ?? question),
  ],
  ["GET /markets/slug/{slug}", "tokens are in the other order", set("clobTokenIds", reversedText)],
  [
    "GET /markets/slug/{slug}",
    "markets end before they start",
    set("endDate", always("2001-01-01T00:00:00Z")),
  ],
  ["GET /markets/{id}", "outcomes are in the other order", set("outcomes", reversedText)],
  ["GET /markets/{id}", "changes came before", set("updatedAt", always("2001-01-01T00:00:00Z"))],
  ["GET /events/{id}", "markets have closed", set("closed", always(true))],
  ["GET /events/slug/{slug}", "the title is another", set("title", (title) => `${title}!`)],
  ["GET /events", "closed has no effect", ignore("closed")],
  ["GET /events", "active has no effect", ignore("active")],
  ["GET /events", "a tag has no effect", ignore("tag_slug")],
  ["GET /events", "the first end has no effect", ignore("end_date_min")],
  ["GET /events", "the last start has no effect", ignore("start_date_max")],
  ["GET /events", "the direction has no effect", ignore("ascending")],
  ["GET /public-search", "no page has more", set("hasMore", always(false))],
  ["GET /public-search", "one more was found", set("totalResults", plus(1))],
  ["GET /public-search", "the status has no effect", ignore("events_status")],
  ["GET /public-search", "a tag has no effect", ignore("events_tag")],
  ["/ws/market", "changes are a day old", tell("price_change", "timestamp", plus(-86_400_000))],
  ["/ws/user", "orders are a day old", tell("order", "timestamp", plus(-86_400_000))],
  ["/ws/user", "outcomes are the other ones", tell("trade", "outcome", other)],
];

/** Fields and filters that the Polymarket dialect has beside. */
const POLYMARKET_LINES: readonly Line[] = [
  ["GET /activity", "the side has no effect", ignore("side")],
  ["GET /activity", "the type has no effect", ignore("type")],
  ["GET /activity", "the first time has no effect", ignore("start")],
  ["GET /activity", "the last time has no effect", ignore("end")],
  ["GET /markets/{id}", "the best bid is a cent too high", set("bestBid", plus(0.01))],
  ["GET /markets/{id}", "prices make more than 1", set("outcomePrices", always('["0.5", "0.6"]'))],
  ["GET /markets/slug/{slug}", "the last price is the other outcome's", set("lastTradePrice", complement)],
  ["GET /events/{id}", "the spread is doubled", set("spread", times(2))],
  ["GET /events/slug/{slug}", "less than nothing was traded", set("volume", always(-1))],
  ["GET /events", "liquidity is below 0", set("liquidity", always(-1))],
];

/** True for the requests of an endpoint; of a live channel there are none. */
const isRequestOf = (row: string) => {
  const [method, path = ""] = row.split(" ");
  const form = new RegExp(`^${path.replace(/\{\w+\}/g, "[^/]+")}$`);
  return (asked: Asked): boolean =>
    isEndpoint(row) &&
    asked.at === ENDPOINTS[row] &&
    asked.method === method &&
    form.test(asked.path.split("?")[0]!);
};

const plantOf =
  (dialect?: "polymarket") =>
  ([row, name, change]: Line): Plant => ({
    row,
    name,
    dialect,
    // Nothing is reckoned from a trade whose amounts are not told as they are.
    alone: row === "POST /order",
    ...change(isRequestOf(row)),
  });

export const VALUE_PLANTS: readonly Plant[] = [
  ...LINES.map(plantOf()),
  ...POLYMARKET_LINES.map(plantOf("polymarket")),
];
