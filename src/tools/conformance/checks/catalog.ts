/** Checks of the catalog: markets and events by slug and id, the list of events, and the search. */
import { expectJson, expectThat, requireAnswer, Unchecked } from "../shape/answer.ts";
import type { Answer } from "../shape/answer.ts";
import { describeChecks, expectRejection } from "../check.ts";
import type { Check, Run } from "../check.ts";
import { expectFields, isFalling, isRising } from "../shape/expected.ts";
import { getField, listIn, numberIn, parsedJson, textIn } from "../shape/json-value.ts";
import { tradedIdsField } from "../facts.ts";
import { expectFilters } from "../shape/expected-records.ts";
import type { Filter } from "../shape/expected-records.ts";
import { listedEvents, market, rejectionOf, searchResult, wholeEvent } from "../shape/records.ts";

const UNKNOWN_SLUG = "no-market-has-this-slug-7f3a";
const UNKNOWN_ID = "999999999";
const UNKNOWN_CREATOR = "0x00000000000000000000000000000000000000a1";

const ask = (run: Run, path: string) => run.ask("catalog", { path });

const notFound = (path: string | ((run: Run) => string), key: "slug" | "id"): Check["perform"] =>
  expectRejection(
    404,
    (run) => ask(run, typeof path === "string" ? path : path(run)),
    rejectionOf({ type: "not found error", error: `${key} not found` }),
  );

/** Reads the first listed event; throws `Unchecked` if there is none. */
async function findSomeEvent(run: Run): Promise<{ id: string; slug: string; title: string }> {
  const [event] = listIn((await requireAnswer(ask(run, "/events?limit=1"), "GET /events")).json);
  const [id, slug, title] = ["id", "slug", "title"].map((field) => textIn(event, field));
  if (id === undefined || slug === undefined || title === undefined)
    throw new Unchecked("no event is listed: see GET /events");
  return { id, slug, title };
}

async function expectMarket(run: Run, path: string): Promise<void> {
  const { conditionId, tokenIds } = run.market();
  const answer = await ask(run, path);
  const json = expectJson(answer, 200, market);
  expectFields(answer, json, { conditionId });
  const field = tradedIdsField(json);
  const tokens = listIn(parsedJson(textIn(json, field) ?? "") ?? getField(json, field));
  const hasAll = tokenIds.every((one) => tokens.includes(one));
  expectThat(answer, hasAll, `${field} of ${tokenIds.join(", ")}`, tokens);
}

const slugPath = (run: Run): string => {
  const { slug } = run.market();
  if (slug === "") throw new Unchecked("the market has no slug");
  return `/markets/slug/${encodeURIComponent(slug)}`;
};

async function expectEvent(run: Run, by: "id" | "slug"): Promise<void> {
  const event = await findSomeEvent(run);
  const answer = await ask(run, by === "id" ? `/events/${event.id}` : `/events/slug/${event.slug}`);
  expectFields(answer, expectJson(answer, 200, wholeEvent), { [by]: event[by] });
}

const PAGE = 5;
const MAX_PAGES = 40;

/** Expects pages of at most the requested length, and no event twice. */
async function expectPages(
  run: Run,
  pathOf: (page: number) => string,
  eventsOf: (answer: Answer, page: number) => readonly unknown[],
): Promise<void> {
  const seen = new Set<string>();
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const answer = await ask(run, pathOf(page));
    const events = eventsOf(answer, page);
    expectThat(answer, events.length <= PAGE, `at most ${PAGE} events`, `${events.length}`);
    for (const event of events) {
      const id = textIn(event, "id") ?? "";
      expectThat(answer, !seen.has(id), "each event once", `event ${id} again`);
      seen.add(id);
    }
    if (events.length < PAGE) return;
  }
}

const eventPages = (run: Run): Promise<void> =>
  expectPages(
    run,
    (page) => `/events?limit=${PAGE}&offset=${page * PAGE}`,
    (answer) => listIn(expectJson(answer, 200, listedEvents)),
  );

const DAY_MS = 86_400_000;

/** Derives filters from an event: the event's own values keep it in the answer, other values exclude it. */
function eventFilters(event: unknown): Filter[] {
  const of = (field: string): string | undefined => textIn(event, field);
  const flag = (field: string): Filter => [
    field,
    String(getField(event, field)),
    String(getField(event, field) !== true),
  ];
  const [tag] = listIn(getField(event, "tags"));
  const bounds = ["start_date", "end_date"].flatMap((name): Filter[] => {
    const at = Date.parse(of(name === "start_date" ? "startDate" : "endDate") ?? "");
    if (Number.isNaN(at)) return [];
    const [before, after] = [at - DAY_MS, at + DAY_MS].map((time) => new Date(time).toISOString());
    return [
      [`${name}_min`, before, after],
      [`${name}_max`, after, before],
    ];
  });
  return [
    ["slug", of("slug"), UNKNOWN_SLUG],
    ["tag_slug", textIn(tag, "slug"), UNKNOWN_SLUG],
    ["offset", "0", "1000"],
    ["limit", "1", undefined],
    ...["closed", "active", "archived"].map(flag),
    ...bounds,
  ];
}

async function expectEventFilters(run: Run): Promise<void> {
  const { id, slug } = await findSomeEvent(run);
  const isThere = ({ json }: Answer): boolean => listIn(json).some((one) => textIn(one, "id") === id);
  const found = await ask(run, `/events?slug=${slug}`);
  const [event, ...others] = listIn(expectJson(found, 200, listedEvents));
  expectThat(found, isThere(found) && others.length === 0, `the event ${slug} alone`, found.json);
  await expectFilters((query) => ask(run, `/events?id=${id}&${query}`), isThere, eventFilters(event));
  await expectFilters((query) => ask(run, `/events?${query}`), isThere, [["id", id, UNKNOWN_ID]]);
}

/** Expects events in the order of their start dates, ascending and descending. */
async function expectEventOrder(run: Run): Promise<void> {
  for (const ascending of [true, false]) {
    const answer = await ask(run, `/events?order=startDate&ascending=${ascending}&limit=20`);
    const starts = listIn(expectJson(answer, 200, listedEvents))
      .map((one) => Date.parse(textIn(one, "startDate") ?? ""))
      .filter((start) => !Number.isNaN(start));
    const isSorted = ascending ? isRising(starts) : isFalling(starts);
    expectThat(answer, isSorted, `events whose startDate ${ascending ? "rises" : "falls"}`, starts);
  }
}

/** Returns the longest word of an event's title, to search for. */
async function findSomeWord(run: Run): Promise<string> {
  const words = (await findSomeEvent(run)).title.match(/\p{L}+/gu) ?? [];
  return words.reduce((longest, word) => (word.length > longest.length ? word : longest), "");
}

async function expectSearchFinds(run: Run): Promise<void> {
  const answer = await ask(run, `/public-search?q=${encodeURIComponent(await findSomeWord(run))}`);
  const events = listIn(getField(expectJson(answer, 200, searchResult), "events"));
  expectThat(answer, events.length > 0, "an event, whose title has the word", answer.json);
}

/** Expects each page of a search to state correctly whether a further page follows, and how many events there are. */
async function expectSearchPages(run: Run): Promise<void> {
  const word = encodeURIComponent(await findSomeWord(run));
  let before: { readonly answer: Answer; readonly more: unknown } | undefined;
  await expectPages(
    run,
    (page) => `/public-search?q=${word}&limit_per_type=${PAGE}&page=${page + 1}`,
    (answer, page) => {
      const json = expectJson(answer, 200, searchResult);
      const events = listIn(getField(json, "events"));
      const pagination = getField(json, "pagination");
      const more = getField(pagination, "hasMore");
      if (before?.more === true)
        expectThat(before.answer, events.length > 0, "hasMore false", "an empty next page");
      const isLast = events.length < PAGE;
      expectThat(answer, !isLast || more === false, "hasMore false of a page that is not full", pagination);
      const [seen, total] = [page * PAGE + events.length, numberIn(pagination, "totalResults")];
      const fits = more === true ? total > seen : events.length === 0 || total === seen;
      expectThat(
        answer,
        fits,
        `totalResults ${more === true ? "above" : "of"} ${seen}, as of hasMore`,
        pagination,
      );
      before = { answer, more };
      return events;
    },
  );
}

async function expectSearchFilters(run: Run): Promise<void> {
  const { id, slug } = await findSomeEvent(run);
  const word = encodeURIComponent(await findSomeWord(run));
  const [event] = listIn((await requireAnswer(ask(run, `/events?slug=${slug}`), "GET /events")).json);
  if (getField(event, "closed") !== false || getField(event, "active") !== true) return;
  const [tag] = listIn(getField(event, "tags")).map((one) => textIn(one, "slug"));
  const isThere = ({ json }: Answer): boolean =>
    listIn(getField(json, "events")).some((one) => textIn(one, "id") === id);
  const found = await ask(run, `/public-search?q=${word}&limit_per_type=50`);
  for (const one of listIn(getField(found.json, "events")).filter((each) => textIn(each, "id") === id))
    expectFields(found, one, { slug, title: textIn(event, "title"), ticker: textIn(event, "ticker") });
  if (!isThere(found)) return;
  await expectFilters((query) => ask(run, `/public-search?q=${word}&limit_per_type=50&${query}`), isThere, [
    ["events_status", "active", "closed"],
    ["events_tag", tag, UNKNOWN_SLUG],
    ["page", "1", "1000"],
  ]);
}

const badQuery =
  (path: string, error: string): Check["perform"] =>
  async (run) => {
    const { status, type } = run.terms.badQuery;
    expectJson(await ask(run, path), status, rejectionOf({ type, error }));
  };

export const CATALOG_CHECKS: readonly Check[] = [
  ...describeChecks("GET /markets/slug/{slug}", "reading", {
    "gives a market with its events": (run) => expectMarket(run, slugPath(run)),
    "refuses an unknown slug": notFound(`/markets/slug/${UNKNOWN_SLUG}`, "slug"),
    "finds nothing of an unknown creator": notFound(
      (run) => `${slugPath(run)}?creator=${UNKNOWN_CREATOR}`,
      "slug",
    ),
  }),
  ...describeChecks("GET /markets/{id}", "reading", {
    "gives a market by its condition id": (run) => expectMarket(run, `/markets/${run.market().conditionId}`),
    "gives a market by its number": async (run) => {
      const found = await requireAnswer(ask(run, slugPath(run)), "GET /markets/slug/{slug}");
      const id = textIn(found.json, "id");
      if (id === undefined) throw new Unchecked("the number is not known: see GET /markets/slug/{slug}");
      await expectMarket(run, `/markets/${id}`);
    },
    "refuses an unknown id": notFound(`/markets/${UNKNOWN_ID}`, "id"),
  }),
  ...describeChecks("GET /events/{id}", "reading", {
    "gives an event with its markets": (run) => expectEvent(run, "id"),
    "refuses an unknown id": notFound(`/events/${UNKNOWN_ID}`, "id"),
  }),
  ...describeChecks("GET /events/slug/{slug}", "reading", {
    "gives an event with its markets": (run) => expectEvent(run, "slug"),
    "refuses an unknown slug": notFound(`/events/slug/${UNKNOWN_SLUG}`, "slug"),
  }),
  ...describeChecks("GET /events", "reading", {
    "gives each event once, page by page": eventPages,
    "filters in both directions": expectEventFilters,
    "gives them in the order that was asked for": expectEventOrder,
    "finds nothing of an unknown creator": async (run) => {
      const answer = await ask(run, `/events?creator=${UNKNOWN_CREATOR}`);
      const events = listIn(expectJson(answer, 200, listedEvents));
      expectThat(answer, events.length === 0, "no event", answer.json);
    },
    "refuses a limit of 0": badQuery("/events?limit=0", "limit is invalid"),
  }),
  ...describeChecks("GET /public-search", "reading", {
    "finds an event by a word of its title": expectSearchFinds,
    "gives each event once, page by page": expectSearchPages,
    "filters in both directions": expectSearchFilters,
    "refuses a search without q": badQuery("/public-search", "q is required"),
  }),
];
