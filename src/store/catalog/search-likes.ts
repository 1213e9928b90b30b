/**
 * Looser searches for words that find nothing together. A word may stand for the stored words that contain it. A word
 * that is stored nowhere may also stand for words one typing slip away, or with many of its groups of three letters.
 */
import { elementAt } from "../../core/element-at.ts";
import type { AnySql, Fragment } from "../sql/database.ts";
import type { Scope } from "./catalog-records.ts";
import { allOrAlike } from "./search-terms.ts";
import type { SearchWords } from "./search-words.ts";

/** Two tsqueries: all words that may have been meant, and of these the nearest to each word. */
export type LooseQueries = { readonly query: string; readonly nearest: string };

/** Number of words up to which a search is loosened; a longer text was pasted, and is found as it is or not at all. */
const MAX_LOOSE_WORDS = 12;
/** Shorter words are alike by chance. */
const MIN_LOOSE_CHARACTERS = 3;
/** One slip leaves a shorter word too few groups of letters to be found by. */
const MAX_SLIP_CHARACTERS = 6;
/** Part of the best nearness below which a word was not meant. */
const LEAST_NEARNESS = 0.6;
const LETTERS = [..."abcdefghijklmnopqrstuvwxyz"];

type LooseSearch = { readonly words: SearchWords; readonly scope: Scope };

type Like = { readonly position: number; readonly word: string; readonly nearness: number };

/** `undefined` when there are too many words. */
export async function loosenSearch(
  sql: AnySql,
  { words, scope }: LooseSearch,
): Promise<LooseQueries | undefined> {
  if (words.length > MAX_LOOSE_WORDS) return undefined;
  const likes = words.map((): Like[] => []);
  for (const like of await listLikes(sql, words, scope)) likes[like.position]?.push(like);
  return { query: queryOf(words, likes, LEAST_NEARNESS), nearest: queryOf(words, likes, 1) };
}

/** Makes a query of each word's likes that are at least this part as near as its nearest. */
function queryOf(words: SearchWords, likes: readonly (readonly Like[])[], part: number): string {
  const near = likes.map((found) => {
    const least = part * Math.max(...found.map(({ nearness }) => nearness));
    return found.filter(({ nearness }) => nearness >= least).map(({ word }) => word);
  });
  return allOrAlike(words, near);
}

/** Nearness: 1 for a word that begins with what was asked, 0.7 one slip away, 0.6 with it inside, else similarity. */
function listLikes(sql: AnySql, words: SearchWords, scope: Scope): Promise<Like[]> {
  const stored = storedWords(sql, scope);
  const texts = words.map((word) => (mayBeMisspelt(word) ? word : null));
  const slips = texts.flatMap((text, position) =>
    text === null ? [] : [...slipsOf(text)].map((slip) => ({ position, slip })),
  );
  return sql<Like[]>`
    with asked as materialized (
      select text, position - 1 as position,
        not exists (select from ${stored} where word = text) as unknown
      from unnest(${texts}::text[]) with ordinality as asked (text, position) where text is not null
    )
    select position::int, word, nearness from asked cross join lateral (
      select word, case when word ^@ text then 1 else 0.6 end::float4 as nearness from ${stored}
      where word like '%' || text || '%' order by similarity(word, text) desc, word limit 50
    ) as containing
    union all
    select position::int, word, nearness from asked cross join lateral (
      select word, similarity(word, text) as nearness from ${stored}
      where unknown and word % text order by nearness desc, word limit 5
    ) as resembling
    union all
    select asked.position::int, word, 0.7::float4 from asked
    join unnest(${slips.map(({ position }) => position)}::int[], ${slips.map(({ slip }) => slip)}::text[])
      as slips (position, slip) on slips.position = asked.position and unknown
    join ${stored} on word = slip
    order by position, word`;
}

/** The words of public events, and for operators those of drafts. */
const storedWords = (sql: AnySql, { drafts }: Scope): Fragment =>
  drafts
    ? sql`(
        select word from search_words union all select word from (
          select unnest(words) as word from market_entries where not published
          union select unnest(tsvector_to_array(words)) from event_entries where not published
        ) as hidden where not exists (select from search_words where search_words.word = hidden.word)
      ) as words`
    : sql`search_words`;

// A number, or a name with one, is meant as it is written.
const mayBeMisspelt = (word: string): boolean => word.length >= MIN_LOOSE_CHARACTERS && !/\p{N}/u.test(word);

/** Lists the forms of a short word with one letter left out, added or replaced, or two neighbours swapped. */
function slipsOf(word: string): Set<string> {
  const letters = [...word];
  if (letters.length > MAX_SLIP_CHARACTERS) return new Set();
  const at = [...letters.keys(), letters.length];
  const changed = (start: number, removed: number, ...added: readonly string[]): string =>
    letters.toSpliced(start, removed, ...added).join("");
  return new Set([
    ...at.map((index) => changed(index, 1)),
    ...at
      .slice(2)
      .map((index) => changed(index - 2, 2, elementAt(letters, index - 1), elementAt(letters, index - 2))),
    ...at.flatMap((index) =>
      LETTERS.flatMap((letter) => [changed(index, 0, letter), changed(index, 1, letter)]),
    ),
  ]);
}
