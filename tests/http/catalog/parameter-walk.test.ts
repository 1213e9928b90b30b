/**
 * Every parameter of every operation of the catalog, in each dialect, as the operations describe them: a value of it
 * changes the answer. A parameter that is new has no value here, and fails until it has one.
 */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { emptyLists } from "../../../src/http/catalog/events/event-lists.ts";
import { catalogEndpoints } from "../../../src/http/catalog/endpoints.ts";
import { inDialect, operationsIn } from "../../../src/http/dialects/dialect-parameters.ts";
import type { Dialect } from "../../../src/http/dialects/dialect.ts";
import type { Endpoint } from "../../../src/http/operation/endpoint.ts";
import { hashOf, testListing, tokenOf, walletOf } from "../../support/exchange.ts";
import type { TestExchange } from "../../support/exchange.ts";
import { bareListing, rainListing } from "./rich-listing.ts";
import { describeFormWalk, describeSlashWalk, laidOver } from "../../support/parameter-walk.ts";
import { DIALECTS, startCatalog } from "./world.ts";

/** Parameters by which clients ask for what there is not: documented as such, and without effect. */
const WITHOUT_EFFECT = new Set([
  "include_chat",
  "include_template",
  "include_templates",
  "include_best_lines",
  "include_children",
  "related_tags",
  "exclude_events",
  // Without effect where the answer has no place for people: the other dialects' is tested with the search.
  "search_profiles",
  "cache",
  "optimized",
  "locale",
  "featured_order",
  "decimalized",
  "presets",
]);

/** The query of an operation without the parameter, and with it. */
type Change = readonly [without: string, within: string];

const added = (text: string, without = ""): Change => [without, without === "" ? text : `${without}&${text}`];

/** Values of parameters that change every operation that has them. */
const CHANGES: Readonly<Record<string, Change>> = {
  limit: added("limit=1"),
  offset: added("offset=1"),
  active: added("active=false"),
  closed: added("closed=true"),
  archived: added("archived=true"),
  tag: added("tag=weather"),
  tag_slug: added("tag_slug=weather"),
  tag_id: added("tag_id=11"),
  tag_match: added("tag_match=all", "tag_id=11,999"),
  exclude_tag_id: added("exclude_tag_id=11"),
  series_slug: added("series_slug=rain-years"),
  series_id: added("series_id=21"),
  recurrence: added("recurrence=annual"),
  id: added("id=1"),
  slug: added("slug=none"),
  version: added("version=v2"),
  title_search: added("title_search=rain"),
  featured: added("featured=true"),
  page: added("page=2", "limit=1"),
  ended: added("ended=true"),
  event_date: added("event_date=2026-12-31"),
  ...Object.fromEntries(["live", "cyom", "rfq_enabled"].map((name) => [name, added(`${name}=true`)])),
  ...Object.fromEntries(
    [
      "game_id",
      "parent_event_id",
      "event_week",
      "created_by",
      "partner_slug",
      "sports_market_types",
      "market_maker_address",
      "position_ids",
      "onchain_event_ids",
      "request_ids",
      "categories_ids",
      "categories_labels",
    ].map((name) => [name, added(`${name}=7`)]),
  ),
  resolution_status: added("resolution_status=proposed"),
  rewards_min_size: added("rewards_min_size=100000"),
  is_carousel: added("is_carousel=true"),
  start_time_min: added("start_time_min=2026-01-01"),
  start_time_max: added("start_time_max=2027-01-01"),
  volume_min: added("volume_min=1"),
  volume_max: added("volume_max=1"),
  liquidity_min: added("liquidity_min=1"),
  liquidity_max: added("liquidity_max=1"),
  volume_num_min: added("volume_num_min=1"),
  volume_num_max: added("volume_num_max=1"),
  liquidity_num_min: added("liquidity_num_min=1"),
  liquidity_num_max: added("liquidity_num_max=1"),
  start_date_min: added("start_date_min=2020-01-01"),
  start_date_max: added("start_date_max=2027-01-01"),
  end_date_min: added("end_date_min=2020-01-01"),
  end_date_max: added("end_date_max=2028-01-01"),
  order: added("order=id"),
  ascending: added("ascending=true", "order=id"),
  creator: added(`creator=${walletOf("nobody")}`),
  question_ids: added(`question_ids=${hashOf("question rain")}`),
  uma_resolution_status: added("uma_resolution_status=proposed"),
  event_id: added("event_id=901"),
  event_slug: added("event_slug=rain-in-2026"),
  eventSlug: added("eventSlug=rain-in-2026"),
  conditionId: added(`conditionId=${hashOf("rain")}`),
  condition_id: added(`condition_id=${hashOf("rain")}`),
  condition_ids: added(`condition_ids=${hashOf("rain")}`),
  clob_token_ids: added(`clob_token_ids=${tokenOf("rain yes")}`),
  include_tag: added("include_tag=true"),
  status: added("status=active"),
  markets: added("markets=1"),
  omit_empty: added("omit_empty=true", "status=active"),
  creator_name: added("creator_name=none"),
  creator_handle: added("creator_handle=none"),
};

/** The same of the search, whose words find two open events and one that is over. */
const SEARCH_CHANGES: Readonly<Record<string, Change>> = {
  q: ["q=event", "q=rain"],
  limit_per_type: added("limit_per_type=1", "q=event"),
  page: added("page=2", "q=event&limit_per_type=1"),
  limit: added("limit=1", "q=event"),
  active: added("active=false", "q=event"),
  closed: added("closed=true", "q=event"),
  archived: added("archived=true", "q=event"),
  tag_id: added("tag_id=11", "q=event"),
  tag_slug: added("tag_slug=weather", "q=event"),
  search_tags: added("search_tags=false", "q=weather"),
  events_status: added("events_status=resolved", "q=event"),
  events_tag: added("events_tag=weather", "q=event"),
  exclude_tag_id: added("exclude_tag_id=11", "q=event"),
  recurrence: added("recurrence=annual", "q=event"),
  sort: added("sort=volume", "q=event"),
  ascending: added("ascending=true", "q=event&sort=volume"),
  keep_closed_markets: added("keep_closed_markets=false", "q=event"),
  creator: added(`creator=${walletOf("nobody")}`, "q=event"),
};

/** The same of the search for cards. */
const CARD_CHANGES: Readonly<Record<string, Change>> = {
  q: ["q=event", "q=rain"],
  limit: added("limit=1", "q=event"),
  page: added("page=2", "q=event&limit=1"),
  markets: added("markets=1", "q=event"),
  events_status: added("events_status=resolved", "q=event"),
  events_tag: added("events_tag=weather", "q=event"),
  sort: added("sort=volume", "q=event"),
  ascending: added("ascending=true", "q=event&sort=volume"),
  creator: added(`creator=${walletOf("nobody")}`, "q=event"),
};

/** The same of the search for people. */
const PEOPLE_CHANGES: Readonly<Record<string, Change>> = {
  q: ["q=rain", "q=snow"],
  limit: added("limit=1", "q=rain"),
  offset: added("offset=1", "q=rain"),
};

const PROFILE_CHANGES: Readonly<Record<string, Change>> = {
  address: [`address=${walletOf("maker")}`, `address=${walletOf("taker")}`],
};

const CHANGES_OF: Readonly<Record<string, Readonly<Record<string, Change>>>> = {
  "/public-search": SEARCH_CHANGES,
  "/search": CARD_CHANGES,
  "/profiles": PEOPLE_CHANGES,
  "/public-profile": PROFILE_CHANGES,
};

/** Paths with their parameters filled in. */
const PATHS: Readonly<Record<string, string>> = {
  "/events/:id": "/events/901",
  "/events/slug/:slug": "/events/slug/rain-in-2026",
  "/events/:id/tags": "/events/901/tags",
  "/events/:id/related": "/events/901/related",
  "/events/:id/changes": "/events/901/changes",
  "/markets/:id": "/markets/1001",
  "/markets/slug/:slug": "/markets/slug/rain",
  "/markets/:id/description": "/markets/1001/description",
  "/markets/:id/tags": "/markets/1001/tags",
  "/tags/:id": "/tags/11",
  "/tags/slug/:slug": "/tags/slug/weather",
  "/tags/:id/related-tags": "/tags/11/related-tags",
  "/tags/:id/related-tags/tags": "/tags/11/related-tags/tags",
  "/tags/slug/:slug/related-tags": "/tags/slug/weather/related-tags",
  "/tags/slug/:slug/related-tags/tags": "/tags/slug/weather/related-tags/tags",
  "/events/creators/:wallet": `/events/creators/${walletOf("creator")}`,
  "/series/:id": "/series/21",
  "/series/slug/:slug": "/series/slug/rain-years",
  "/events/:id/comments/count": "/events/901/comments/count",
  "/events/:id/tweet-count": "/events/901/tweet-count",
  "/series/:id/comments/count": "/series/rain-years/comments/count",
  "/series-summary/:id": "/series-summary/21",
  "/series-summary/slug/:slug": "/series-summary/slug/rain-years",
};

const [rain, bare] = [rainListing(), bareListing()];
const SNOW = testListing(
  [
    { name: "snow", id: "2001" },
    { name: "sleet", id: "2002" },
  ],
  {
    id: "903",
    slug: "snow-event",
    title: "Snow event",
    tags: rain.event.tags.slice(0, 1),
    series: rain.event.series.map((series) => ({
      ...series,
      id: "22",
      slug: "snow-months",
      recurrence: "monthly",
      closed: true,
    })),
  },
);

/** Games that are over, of a tag of their own beside the weather's. */
const MATCHES = ["first match", "second match"].map((name, index) =>
  testListing(
    [{ name, id: `300${index}`, gameStartTime: "2026-02-01T18:00:00Z", creator: walletOf("club") }],
    {
      id: `91${index}`,
      slug: `match-${index}`,
      title: name,
      tags: [...rain.event.tags.slice(0, 1), { id: "13", label: "Games", slug: "games" }],
    },
  ),
);

let exchange: TestExchange;
before(async () => {
  exchange = await startCatalog();
  for (const listing of [rain, bare, SNOW, ...MATCHES]) await exchange.list(listing);
  for (const text of ["Drizzle is rain.", "Dew is none."])
    await exchange.submit({
      type: "operate",
      operator: "ann",
      action: "clarify",
      subject: rain.event.id,
      reason: "asked",
      details: { text },
      command: undefined,
    });
  for (const name of ["maker", "taker"]) await exchange.open(walletOf(name), "10000");
  for (const [name, chosen] of [
    ["maker", "Rainer"],
    ["taker", "Rain man"],
  ] as const)
    assert.equal(await exchange.context.names.choose(walletOf(name), chosen), undefined);
  const buy = { side: "BUY", price: "0.5", size: "10" } as const;
  for (const token of ["snow yes", "sleet yes"])
    await exchange.place({ ...buy, account: walletOf("maker"), tokenId: tokenOf(token) });
  await exchange.place({ ...buy, account: walletOf("taker"), tokenId: tokenOf("snow no") });
  for (const name of ["snow", "first match", "second match"])
    await exchange.submit({ type: "resolve-market", conditionId: hashOf(name), payout: [1, 0] });
});
after(() => exchange.close());

async function changeOf(name: string, path: string, dialect: Dialect): Promise<Change | undefined> {
  if (name !== "after_cursor") return (CHANGES_OF[path] ?? CHANGES)[name];
  const { body } = await exchange.get(`${path}?limit=1`, dialect);
  return added(`after_cursor=${body.next_cursor}`, "limit=1");
}

async function assertEffect(name: string, { path }: Endpoint, dialect: Dialect): Promise<void> {
  const change = await changeOf(name, path, dialect);
  assert.ok(change !== undefined, `no value of ${name} is known to change anything`);
  const [without, within] = await Promise.all(
    change.map((query) => exchange.get(`${PATHS[path] ?? path}?${query}`, dialect)),
  );
  assert.equal(without?.status, 200, without?.text);
  assert.notEqual(within?.text, without?.text, `${name} changes nothing`);
  if (name !== "creator") assert.equal(within?.status, 200, within?.text);
}

/** Lists with parameters: those that are always empty, and those asked by a body, have tests of their own. */
const WALKED = catalogEndpoints.filter(
  (endpoint) => endpoint.method === "GET" && endpoint.query !== undefined && !emptyLists.includes(endpoint),
);

for (const endpoint of WALKED) {
  const dialects = endpoint.dialects ?? DIALECTS;
  void describe(`GET ${endpoint.path}`, () => {
    for (const dialect of dialects) {
      const names = Object.keys(inDialect(endpoint, dialect).query?.properties ?? {});
      for (const name of names.filter((one) => !WITHOUT_EFFECT.has(one)))
        void it(`${name} changes the answer in the ${dialect} dialect`, () =>
          assertEffect(name, endpoint, dialect));
    }

    void it("answers a parameter that it does not have in the Polymarket dialect, and refuses it elsewhere", async () => {
      const path = `${PATHS[endpoint.path] ?? endpoint.path}?q=event&address=${walletOf("maker")}`;
      for (const dialect of dialects) {
        const { status, body } = await exchange.get(`${path}&colour=red`, dialect);
        const isRefused = dialect !== "polymarket" || endpoint.strict;
        assert.equal(status, isRefused ? (dialect === "polymarket" ? 422 : 400) : 200);
        if (isRefused) assert.match(body.error, /^\w+ is not supported.*: expected (one of \w+|none)/);
      }
    });
  });
}

/** Parameters of any list in the Polymarket dialect, but for those of the exchange's own. */
const known = new Set(
  operationsIn(catalogEndpoints, "polymarket")
    .filter(({ strict }) => !strict)
    .flatMap(({ query }) => Object.keys(query?.properties ?? {})),
);

/** Queries without which an operation answers nothing. */
const NEEDED: Readonly<Record<string, string>> = {
  "/public-search": "q=event",
  "/search": "q=event",
  "/profiles": "q=rain",
  "/public-profile": `address=${walletOf("maker")}`,
};

const FILLED: Readonly<Record<string, string>> = {
  ...PATHS,
  "/teams/:id": "/teams/1",
  "/comments/:id": "/comments/1",
  "/comments/user_address/:user_address": `/comments/user_address/${walletOf("maker")}`,
  "/profiles/user_address/:address": `/profiles/user_address/${walletOf("maker")}`,
};

void it("ignores what Polymarket's clients send to other lists", async () => {
  for (const { path, query } of operationsIn(WALKED, "polymarket").filter(({ strict }) => !strict)) {
    const others = [...known].filter((name) => !(name in (query?.properties ?? {})));
    const asked = `${FILLED[path] ?? path}?${NEEDED[path] ?? ""}`;
    const more = others.map((name) => `&${name}=1`).join("");
    const [plain, sent] = [
      await exchange.get(asked, "polymarket"),
      await exchange.get(asked + more, "polymarket"),
    ];
    assert.deepEqual([sent.status, sent.text], [200, plain.text], path);
  }
});

describeFormWalk({
  endpoints: catalogEndpoints,
  read: ({ endpoint: { path }, query, dialect }) =>
    exchange.get(`${FILLED[path] ?? path}?${laidOver(NEEDED[path] ?? "", query)}`, dialect),
  beside: Object.fromEntries(
    ["/events", "/events/keyset", "/events/pagination", "/cards", "/markets", "/markets/keyset"].map(
      (path) => [`GET ${path} tag_match`, "tag_id=11"],
    ),
  ),
  refused: new Set(),
});

describeSlashWalk(catalogEndpoints, ({ endpoint: { path }, query, dialect, slash }) =>
  exchange.get(`${FILLED[path] ?? path}${slash}?${laidOver(NEEDED[path] ?? "", query)}`, dialect),
);

/** Columns of each list, as its parameter describes them. */
const columnsOf = ({ query }: Endpoint): readonly string[] => {
  const schema = query?.properties["order"];
  const text = schema !== undefined && "description" in schema ? String(schema.description) : "";
  return /descending: (.*?)\./.exec(text)?.[1]?.split(", ") ?? [];
};

/** Other spellings of a column: in snake and Pascal case, and in small and capital letters. */
const spelt = (name: string): readonly string[] => {
  const snake = name.replaceAll(/([A-Z]|\d+)/g, (part) => `_${part.toLowerCase()}`);
  const forms = [snake, name.toLowerCase(), name.toUpperCase(), name.charAt(0).toUpperCase() + name.slice(1)];
  return forms.filter((form, no) => form !== name && forms.indexOf(form) === no);
};

for (const endpoint of operationsIn(WALKED, "polymarket")) {
  const columns = columnsOf(endpoint);
  if (columns.length === 0) continue;
  void it(`sorts GET ${endpoint.path} by each of its columns, however it is spelt`, async () => {
    const ask = async (order: string, more = "") => {
      const { status, text } = await exchange.get(`${endpoint.path}?order=${order}${more}`, "polymarket");
      assert.equal(status, 200, `${order}: ${text}`);
      return text.replaceAll(/"next_cursor":"[^"]*"/g, "");
    };
    for (const column of columns) {
      const sorted = await ask(column);
      for (const form of spelt(column)) assert.equal(await ask(form), sorted, form);
      // The ids decide between equal rows in one column and in two.
      assert.equal(await ask(`${column},id`), sorted, column);
      const ascending = await ask(column, "&ascending=true");
      assert.equal(await ask(`${column},id`, "&ascending=true"), ascending, column);
    }
    await ask(columns.join());
    await ask(columns.join("&order="));
  });
}

/** Numbers and texts of numbers that rows show and that no list is sorted by: terms, places and amounts that are alike. */
const NOT_SORTED = new Set([
  ..."orderPriceMinTickSize orderMinSize rewardsMinSize rewardsMaxSpread secondsDelay".split(" "),
  ..."groupItemThreshold umaBond umaReward".split(" "),
]);

/** Numbers and dates, as numbers and in texts. */
const SORTABLE = /^-?\d+(\.\d+)?$|^\d{4}-\d\d-\d\d/;

for (const endpoint of operationsIn(WALKED, "polymarket")) {
  const columns = columnsOf(endpoint);
  if (!["/events", "/markets", "/series", "/tags"].includes(endpoint.path)) continue;
  void it(`sorts GET ${endpoint.path} by every number and date that its rows show, and as they show it`, async () => {
    const rowsBy = async (order: string): Promise<readonly Readonly<Record<string, unknown>>[]> => {
      const { body, text, status } = await exchange.get(`${endpoint.path}?order=${order}`, "polymarket");
      assert.equal(status, 200, text);
      return body;
    };
    const shown = new Set(
      (await rowsBy("id")).flatMap((row) =>
        Object.entries(row)
          .filter(([, value]) => typeof value !== "object" && SORTABLE.test(String(value)))
          .map(([name]) => name),
      ),
    );
    assert.deepEqual(
      [...shown].filter((name) => !columns.includes(name) && !NOT_SORTED.has(name)),
      [],
    );
    for (const column of columns) {
      const values = (await rowsBy(column)).map((row) => row[column]);
      const numbers = values.filter((value) => typeof value === "number" || typeof value === "boolean");
      assert.deepEqual(
        numbers,
        numbers.toSorted((one, other) => Number(other) - Number(one)),
        column,
      );
    }
  });
}

void it("says which parameters have no effect", () => {
  const texts = WALKED.flatMap(({ query }) =>
    Object.entries(query?.properties ?? {})
      .filter(([name]) => WITHOUT_EFFECT.has(name))
      .map(([, schema]) => ("description" in schema ? String(schema.description) : "")),
  );
  for (const text of texts) assert.match(text, /There are no|without their events|The answer is the same/);
});
