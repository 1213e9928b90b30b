/** Searches in a catalog where common words are in more events than are looked at first. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import postgres from "postgres";
import { PUBLIC } from "../../src/store/catalog/catalog-records.ts";
import { searchEvents } from "../../src/store/catalog/search/catalog-search.ts";
import type { Sql } from "../../src/store/sql/database.ts";
import { createTestDatabase } from "../support/database.ts";
import type { TestDatabase } from "../support/database.ts";

const EVENTS = 9_000;
const EVEN_WALLET = `0x${"e".repeat(40)}`;

/**
 * Most titles begin with `common` or `other`, few with a number, the latest with `late`; one is just `common`. All events
 * are tagged, with words that few titles have, or only the latest ones.
 */
const CATALOG = Array.from({ length: EVENTS }, (_, index) => {
  const id = index + 1;
  const closed = id % 3 === 0;
  const creators = id % 2 === 0 ? [EVEN_WALLET] : [];
  const tags = `tagged latest seldom number${id % 7}`;
  if (id === 8_999) return { id, title: "common", tags, closed, creators };
  if (id % 400 === 0)
    return { id, title: `a seldom${id % 800 === 0 ? "" : "ly"} event`, tags, closed, creators };
  const first = id > 8_000 ? "late common" : id % 2 === 0 ? "common" : "other common";
  const last = id > 8_000 ? `number${id} latest` : `number${id}`;
  const title = id % 500 === 0 ? `number${id} common` : `${first} ${last}`;
  return { id, title, tags, closed, creators };
});

let database: TestDatabase;
let sql: Sql;
let statements: { readonly text: string; readonly parameters: unknown[] }[] = [];

before(async () => {
  database = await createTestDatabase();
  sql = postgres(database.url, {
    max: 1,
    onnotice: () => {},
    debug: (_connection, text, parameters) => statements.push({ text, parameters }),
    types: { int8: { to: 20, from: [20], serialize: String, parse: Number } },
  });
  await sql`insert into events (id, slug, content) select i, '', '{}' from generate_series(1, ${EVENTS}::int) as i`;
  await sql`
    insert into event_entries (event, slug, ticker, title, start_date, creation_date, end_date, created_at, updated_at,
      tag_ids, tag_slugs, series_slugs, creators, active, closed, archived, published, phrases, words)
    select id, '', '', title, '', '', '', '', '', '{}', '{}', '{}', creators, true, closed, false, true, array[title],
      array_to_tsvector(string_to_array(title || ' ' || tags, ' '))
    from jsonb_to_recordset(${sql.json(CATALOG)}) as row (id bigint, title text, tags text, closed boolean, creators text[])`;
  await sql`insert into search_words select distinct unnest(tsvector_to_array(words)) from event_entries`;
  await sql`vacuum analyze event_entries`;
});
after(async () => {
  await sql?.end();
  await database?.close();
});

function expected(query: string, scope: readonly string[] | undefined): number[] {
  const asked = query.split(" ");
  return CATALOG.filter(({ creators }) => scope === undefined || creators.some((one) => scope.includes(one)))
    .filter(({ title, tags }) => hasAll(`${title} ${tags}`.split(" "), asked))
    .map(({ id, title, closed }) => ({ id, rank: (2 * tierOf(title, query) + Number(closed)) * EVENTS + id }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ id }) => id);
}

const hasAll = (words: readonly string[], asked: readonly string[]): boolean =>
  asked.every((word, at) =>
    at < asked.length - 1 ? words.includes(word) : words.some((other) => other.startsWith(word)),
  );

function tierOf(title: string, query: string): number {
  const [words, asked] = [title.split(" "), query.split(" ")];
  if (title === query) return 0;
  if (title.startsWith(`${query} `)) return 1;
  if (asked.every((word) => words.includes(word))) return 2;
  return hasAll(words, asked) ? 3 : 4;
}

const QUERIES =
  "common, c, other, late, late common, common number1, number777, number, n, tagged, t, seldom, sel, latest, common latest, tagged seldom";

describe("A search in a large catalog", () => {
  for (const query of QUERIES.split(", ")) {
    for (const scope of [undefined, [EVEN_WALLET]]) {
      it(`gives any page of what has "${query}"${scope ? ", in scope" : ""}`, async () => {
        const ids = expected(query, scope);
        const words = query.split(" ");
        for (const offset of [0, 1, 8, 600, 1_300, 2_640, 5_990, 8_990, 9_007_199_254_740_000]) {
          for (const limit of [1, 25, 500]) {
            const within = { creators: scope, drafts: false };
            const found = await searchEvents(sql, { words, scope: within, offset, limit });
            assert.deepEqual(found.ids, ids.slice(offset, offset + limit), `${offset} + ${limit}`);
            assert.equal(found.total, ids.length);
          }
        }
      });
    }
  }

  it("never reads all events, however common a word is", async () => {
    for (const query of ["common", "n", "tagged", "seldom", "number777", "numbre7 comon"]) {
      statements = [];
      await searchEvents(sql, { words: query.split(" "), scope: PUBLIC, offset: 0, limit: 25 });
      const sent = statements.filter(({ text }) => text.includes("event_entries"));
      assert.ok(sent.length > 0);
      for (const { text, parameters } of sent) {
        const plan = await sql.unsafe(`explain ${text}`, parameters as string[]);
        assert.doesNotMatch(JSON.stringify(plan), /Seq Scan on event_entries/);
      }
    }
  });
});
