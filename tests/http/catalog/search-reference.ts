/**
 * A random catalog, and what its search must find by the rules, worked out event by event. The words of a text are
 * known here because the text is made from them.
 */
import type { Listing } from "../../../src/core/markets/catalog.ts";
import { testListing, walletOf } from "../../support/exchange.ts";
import type { Random } from "../../support/random.ts";

export type KnownTag = { readonly id: number; readonly words: readonly string[] };

export type KnownEvent = {
  readonly id: number;
  readonly open: boolean;
  /** Words of title, slug and ticker, and of its markets' questions and slugs, between blanks. */
  readonly names: readonly string[];
  readonly marketNames: readonly string[];
  readonly tags: readonly KnownTag[];
  readonly creators: readonly string[];
};

export type KnownCatalog = { readonly events: readonly KnownEvent[]; readonly listings: readonly Listing[] };

export const CREATORS = ["ann", "ben", "cleo"].map(walletOf);

/** Many begin alike, so that beginnings find more than one. */
export const VOCABULARY =
  "rain rainbow rains rail bit bitcoin bits win winter wind will the thaw of in inn fed federal cut rate senate".split(
    " ",
  );
const TAGS = [
  "rain",
  "winter",
  "wind rain",
  "the senate",
  "bitcoin",
  "federal rate",
  "rate",
  "win",
  "zebra",
].map((label, index) => ({ id: 90 + ((index * 7) % 9), words: label.split(" ") }));
const ACCENTS: Readonly<Record<string, string>> = { a: "ä", e: "é", i: "ï", o: "Ô", u: "ù", n: "ñ" };

export function randomCatalog(random: Random, count: number): KnownCatalog {
  const made = Array.from({ length: count }, (_, index) => randomEvent(random, index + 1));
  return { events: made.map(({ event }) => event), listings: made.map(({ listing }) => listing) };
}

function randomEvent(random: Random, id: number): { event: KnownEvent; listing: Listing } {
  const words = (least: number, most: number): string[] =>
    Array.from({ length: random.between(least, most) }, () => random.pick(VOCABULARY));
  const title = words(1, random.pick([1, 2, 6]));
  const slug = random.chance(70) ? title : [...title, String(id)];
  const ticker = random.chance(70) ? slug : words(1, 2);
  const open = random.chance(60);
  const tags = TAGS.filter(() => random.chance(12));
  const markets = Array.from({ length: random.between(1, 3) }, (_, index) => {
    const question = random.chance(50) ? title : words(1, 4);
    const creator = random.chance(80) ? random.pick(CREATORS) : undefined;
    return { question, slug: [...question, `m${id}x${index}`], creator };
  });
  const event: KnownEvent = {
    id,
    open,
    names: [title, slug, ticker].map(joined),
    marketNames: markets.flatMap((market) => [market.question, market.slug].map(joined)),
    tags,
    creators: markets.flatMap(({ creator }) => (creator === undefined ? [] : [creator])),
  };
  const listing = testListing(
    markets.map((market, index) => ({
      name: `m${id}x${index}`,
      id: `${id}0${index}`,
      question: shown(random, market.question),
      slug: market.slug.join("-"),
      ...(market.creator && { creator: market.creator }),
      ...(!open && { closed: true, payout: [1, 0] as const }),
    })),
    {
      id: String(id),
      title: shown(random, title),
      slug: slug.join("-"),
      ticker: ticker.join("_").toUpperCase(),
      closed: !open,
      tags: tags.map((tag) => ({
        id: String(tag.id),
        label: shown(random, tag.words),
        slug: tag.words.join("-"),
      })),
    },
  );
  return { event, listing };
}

const joined = (words: readonly string[]): string => words.join(" ");

/** A text of these words, written in one way or another. */
export const shown = (random: Random, words: readonly string[]): string =>
  words.map((word) => written(random, word)).join(random.pick([" ", " ", " - ", ", ", "/"])) +
  random.pick(["", "?", "!"]);

function written(random: Random, word: string): string {
  const accented = random.chance(20) ? word.replace(/[aeioun]/, (letter) => ACCENTS[letter] ?? letter) : word;
  return random.chance(30) ? accented[0]?.toUpperCase() + accented.slice(1) : accented;
}

/** Ids of all events that have every word of `asked`, the last one at least as a beginning, in the order of the rules. */
export function expectedEvents(
  events: readonly KnownEvent[],
  asked: readonly string[],
  creator?: string,
): number[] {
  return events
    .filter((event) => creator === undefined || event.creators.includes(creator))
    .filter((event) => hasAll(wordsOfEvent(event), asked))
    .map((event) => ({ id: event.id, rank: [tierOf(event, asked), event.open ? 0 : 1, event.id] }))
    .sort((a, b) => compareRanks(a.rank, b.rank))
    .map(({ id }) => id);
}

const wordsOfEvent = ({ names, marketNames, tags }: KnownEvent): string[] => [
  ...[...names, ...marketNames].flatMap((name) => name.split(" ")),
  ...tags.flatMap(({ words }) => words),
];

const hasAll = (words: readonly string[], asked: readonly string[]): boolean =>
  asked.every((word, index) =>
    index === asked.length - 1 ? words.some((other) => other.startsWith(word)) : words.includes(word),
  );

function tierOf({ names, marketNames }: KnownEvent, asked: readonly string[]): number {
  const own = names.flatMap((name) => name.split(" "));
  if ([...names, ...marketNames].includes(joined(asked))) return 0;
  if (names.some((name) => name.startsWith(`${joined(asked)} `))) return 1;
  if (asked.every((word) => own.includes(word))) return 2;
  return hasAll(own, asked) ? 3 : 4;
}

const compareRanks = (a: readonly number[], b: readonly number[]): number => {
  const at = a.findIndex((number, index) => number !== b[index]);
  return at < 0 ? 0 : a[at]! - b[at]!;
};

/** Ids and numbers of events of all tags that have every word, in the order of the rules. */
export function expectedTags(
  events: readonly KnownEvent[],
  asked: readonly string[],
  creator?: string,
): (readonly [id: number, events: number])[] {
  const scoped = events.filter((event) => creator === undefined || event.creators.includes(creator));
  return TAGS.filter(({ words }) => hasAll(words, asked))
    .map((tag) => ({ tag, count: scoped.filter(({ tags }) => tags.includes(tag)).length }))
    .filter(({ count }) => count > 0)
    .map(({ tag, count }) => {
      const name = joined(tag.words);
      const tier = name === asked.join(" ") ? 0 : name.startsWith(asked.join(" ")) ? 1 : 2;
      return { id: tag.id, count, rank: [tier, -count, tag.id] };
    })
    .sort((a, b) => compareRanks(a.rank, b.rank))
    .map(({ id, count }) => [id, count] as const);
}
