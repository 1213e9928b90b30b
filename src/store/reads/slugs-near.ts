/** Slugs near a mistyped one, which refusals suggest. */
import type { Scope } from "../catalog/catalog-records.ts";
import { eventsInScope, marketsInScope } from "../catalog/search/scope-terms.ts";
import type { AnySql, Fragment } from "../sql/database.ts";

/** Slugs of each probe: the work is the same however many events and markets there are. */
const PROBED = 50;

/** First letters of which each may be a wrong one, or may be missing. */
const GUESSED_PLACES = 3;
const LETTERS = [..."abcdefghijklmnopqrstuvwxyz0123456789-"];

const SCOPED = {
  events: {
    columns: (sql: AnySql): Fragment => sql`event, slug, published, creators from event_entries`,
    inScope: eventsInScope,
  },
  markets: {
    columns: (sql: AnySql): Fragment => sql`slug, published, creator from market_entries`,
    inScope: marketsInScope,
  },
} as const;

/**
 * Lists a bounded number of slugs near the text, without those out of scope. First come slugs with one typing mistake, then
 * those on both sides of the text in their order, which share its beginning. The first slugs of all follow: a small exchange
 * has no others.
 */
export async function listSlugsNear(
  sql: AnySql,
  kind: keyof typeof SCOPED,
  { text, scope }: { readonly text: string; readonly scope: Scope },
): Promise<readonly string[]> {
  const { columns, inScope } = SCOPED[kind];
  const lower = text.toLowerCase();
  const rows = await sql<{ slug: string }[]>`
    select slug from (
      (select ${columns(sql)} where slug = any(${listMistyped(lower)}::text[]) limit ${PROBED})
      union all (select ${columns(sql)} where slug > ${lower} order by slug limit ${PROBED})
      union all (select ${columns(sql)} where slug < ${lower} order by slug desc limit ${PROBED})
      union all (select ${columns(sql)} order by slug limit ${PROBED})
    ) as near where true ${inScope(sql, scope)}`;
  return rows.map(({ slug }) => slug);
}

/**
 * Lists slugs that differ from the text by one typing mistake. At any place a letter of the text may be too much, or two
 * neighbours may be swapped. Among the first letters one may also be missing or wrong: the order of slugs does not help there.
 */
function listMistyped(text: string): string[] {
  const letters = [...text];
  const splits = letters.map((_, place) => [letters.slice(0, place).join(""), letters.slice(place)] as const);
  return [
    text,
    ...splits.flatMap(([before, [first = "", second = "", ...rest]]) => [
      [before, second, ...rest].join(""),
      [before, second, first, ...rest].join(""),
    ]),
    ...splits
      .slice(0, GUESSED_PLACES)
      .flatMap(([before, [first = "", ...rest]]) =>
        LETTERS.flatMap((letter) => [
          [before, letter, ...rest].join(""),
          [before, letter, first, ...rest].join(""),
        ]),
      ),
  ];
}
