/** Checks of the catalog: markets and events by slug and id, the list of events, and the search. */
import { expectJson, expectThat, needed, Unchecked } from "../answer.ts";
import type { Answer } from "../answer.ts";
import { listedEvent, market, refusal, searchResult, wholeEvent } from "../catalog-records.ts";
import { checksOf } from "../check.ts";
import type { Check, Run } from "../check.ts";
import { fieldOf, listIn, parsedJson, textIn } from "../json-value.ts";
import { listOf } from "../shape.ts";

const UNKNOWN_SLUG = "no-market-has-this-slug-7f3a";
const UNKNOWN_ID = "999999999";
const UNKNOWN_CREATOR = "0x00000000000000000000000000000000000000a1";

const ask = (run: Run, path: string) => run.ask("catalog", { path });

const noSlug = refusal("not found error", "slug not found");
const noId = refusal("not found error", "id not found");

/** Reads the first listed event; throws `Unchecked` where there is none. */
async function someEvent(run: Run): Promise<{ id: string; slug: string; title: string }> {
  const [event] = listIn((await needed(ask(run, "/events?limit=1"), "GET /events")).json);
  const [id, slug, title] = ["id", "slug", "title"].map((field) => textIn(event, field));
  if (id === undefined || slug === undefined || title === undefined)
    throw new Unchecked("no event is listed: see GET /events");
  return { id, slug, title };
}

async function expectMarket(run: Run, path: string): Promise<void> {
  const { conditionId } = run.market();
  const answer = await ask(run, path);
  const json = expectJson(answer, 200, market);
  expectThat(
    answer,
    textIn(json, "conditionId") === conditionId,
    `conditionId ${conditionId}`,
    fieldOf(json, "conditionId"),
  );
  const tokens = parsedJson(textIn(json, "clobTokenIds") ?? "");
  const { tokenIds } = run.market();
  expectThat(
    answer,
    tokenIds.every((one) => listIn(tokens).includes(one)),
    `clobTokenIds of ${tokenIds.join(", ")}`,
    tokens,
  );
}

const slugPath = (run: Run): string => {
  const { slug } = run.market();
  if (slug === "") throw new Unchecked("the market has no slug");
  return `/markets/slug/${encodeURIComponent(slug)}`;
};

async function expectEvent(run: Run, by: "id" | "slug"): Promise<void> {
  const event = await someEvent(run);
  const answer = await ask(run, by === "id" ? `/events/${event.id}` : `/events/slug/${event.slug}`);
  const json = expectJson(answer, 200, wholeEvent);
  expectThat(answer, textIn(json, by) === event[by], `${by} ${event[by]}`, fieldOf(json, by));
}

const PAGE = 5;
const MOST_PAGES = 40;

/** Expects pages of events that are no longer than asked for, and have no event twice. */
async function expectPages(
  run: Run,
  pathOf: (page: number) => string,
  eventsOf: (answer: Answer) => readonly unknown[],
): Promise<void> {
  const seen = new Set<string>();
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const answer = await ask(run, pathOf(page));
    const events = eventsOf(answer);
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
    (answer) => listIn(expectJson(answer, 200, listOf(listedEvent))),
  );

async function expectOpenEvents(run: Run): Promise<void> {
  const answer = await ask(run, `/events?closed=false&limit=${PAGE}`);
  const closed = listIn(expectJson(answer, 200, listOf(listedEvent))).find(
    (event) => fieldOf(event, "closed") !== false,
  );
  expectThat(answer, closed === undefined, "events with closed false", closed);
}

async function expectEventOfSlug(run: Run): Promise<void> {
  const { slug } = await someEvent(run);
  const answer = await ask(run, `/events?slug=${slug}`);
  const slugs = listIn(expectJson(answer, 200, listOf(listedEvent))).map((event) => textIn(event, "slug"));
  expectThat(answer, slugs.length === 1 && slugs[0] === slug, `the event ${slug} alone`, slugs);
}

/** Gives a word of an event's title to search for: its longest. */
async function someWord(run: Run): Promise<string> {
  const words = (await someEvent(run)).title.match(/\p{L}+/gu) ?? [];
  return words.reduce((longest, word) => (word.length > longest.length ? word : longest), "");
}

async function expectFound(run: Run): Promise<void> {
  const answer = await ask(run, `/public-search?q=${encodeURIComponent(await someWord(run))}`);
  const events = listIn(fieldOf(expectJson(answer, 200, searchResult), "events"));
  expectThat(answer, events.length > 0, "an event, whose title has the word", answer.json);
}

async function searchPages(run: Run): Promise<void> {
  const word = encodeURIComponent(await someWord(run));
  await expectPages(
    run,
    (page) => `/public-search?q=${word}&limit_per_type=${PAGE}&page=${page + 1}`,
    (answer) => listIn(fieldOf(expectJson(answer, 200, searchResult), "events")),
  );
}

async function expectBadQuery(run: Run, path: string, error: string): Promise<void> {
  const { status, type } = run.terms.badQuery;
  expectJson(await ask(run, path), status, refusal(type, error));
}

export const CATALOG_CHECKS: readonly Check[] = [
  ...checksOf("GET /markets/slug/{slug}", "reading", {
    "gives a market with its events": (run) => expectMarket(run, slugPath(run)),
    "refuses an unknown slug": async (run) => {
      expectJson(await ask(run, `/markets/slug/${UNKNOWN_SLUG}`), 404, noSlug);
    },
    "finds nothing of an unknown creator": async (run) => {
      expectJson(await ask(run, `${slugPath(run)}?creator=${UNKNOWN_CREATOR}`), 404, noSlug);
    },
  }),
  ...checksOf("GET /markets/{id}", "reading", {
    "gives a market by its condition id": (run) => expectMarket(run, `/markets/${run.market().conditionId}`),
    "gives a market by its number": async (run) => {
      const found = await needed(ask(run, slugPath(run)), "GET /markets/slug/{slug}");
      const id = textIn(found.json, "id");
      if (id === undefined) throw new Unchecked("the number is not known: see GET /markets/slug/{slug}");
      await expectMarket(run, `/markets/${id}`);
    },
    "refuses an unknown id": async (run) => {
      expectJson(await ask(run, `/markets/${UNKNOWN_ID}`), 404, noId);
    },
  }),
  ...checksOf("GET /events/{id}", "reading", {
    "gives an event with its markets": (run) => expectEvent(run, "id"),
    "refuses an unknown id": async (run) => {
      expectJson(await ask(run, `/events/${UNKNOWN_ID}`), 404, noId);
    },
  }),
  ...checksOf("GET /events/slug/{slug}", "reading", {
    "gives an event with its markets": (run) => expectEvent(run, "slug"),
    "refuses an unknown slug": async (run) => {
      expectJson(await ask(run, `/events/slug/${UNKNOWN_SLUG}`), 404, noSlug);
    },
  }),
  ...checksOf("GET /events", "reading", {
    "gives each event once, page by page": eventPages,
    "filters by closed": expectOpenEvents,
    "filters by slug": expectEventOfSlug,
    "finds nothing of an unknown creator": async (run) => {
      const answer = await ask(run, `/events?creator=${UNKNOWN_CREATOR}`);
      const events = listIn(expectJson(answer, 200, listOf(listedEvent)));
      expectThat(answer, events.length === 0, "no event", answer.json);
    },
    "refuses a limit of 0": (run) => expectBadQuery(run, "/events?limit=0", "limit is invalid"),
  }),
  ...checksOf("GET /public-search", "reading", {
    "finds an event by a word of its title": expectFound,
    "gives each event once, page by page": searchPages,
    "refuses a search without q": (run) => expectBadQuery(run, "/public-search", "q is required"),
  }),
];
