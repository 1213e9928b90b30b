/** Searches and what they found, for tests. */
import assert from "node:assert/strict";
import { testListing } from "../../support/exchange.ts";
import type { NamedMarket, Reply, TestExchange } from "../../support/exchange.ts";
import { answered } from "./world.ts";

export type SearchAnswer = {
  /** Ids, in the order of the answer. */
  readonly events: readonly string[];
  readonly total: number;
  readonly hasMore: boolean;
  readonly tags: Reply["body"];
};

export type SearchRequest = {
  readonly q: string;
  readonly limit?: number;
  readonly page?: number;
  readonly creator?: string;
};

export async function search(
  exchange: TestExchange,
  { q, limit = 500, page = 1, creator }: SearchRequest,
): Promise<SearchAnswer> {
  const query = new URLSearchParams({ q, limit_per_type: String(limit), page: String(page) });
  if (creator !== undefined) query.set("creator", creator);
  const body = answered(await exchange.get(`/public-search?${query}`), "/public-search");
  const { totalResults: total, hasMore } = body.pagination;
  return { events: body.events.map(({ id }: { id: string }) => id), total, hasMore, tags: body.tags };
}

/** Asserts what each query finds: ids of events, a blank between two, in the order of the answer. */
export async function assertFinds(
  exchange: TestExchange,
  rows: readonly (readonly [q: string, events: string])[],
): Promise<void> {
  for (const [q, events] of rows) assert.equal((await search(exchange, { q })).events.join(" "), events, q);
}

/** An event that only its title finds, unless more is given: its market is called by numbers. */
export type TitledEvent = {
  readonly id: number;
  readonly title: string;
  readonly slug?: string;
  readonly ticker?: string;
  readonly tags?: readonly string[];
  readonly closed?: boolean;
  readonly markets?: readonly Omit<NamedMarket, "name">[];
};

export async function listTitled(exchange: TestExchange, event: TitledEvent): Promise<void> {
  const { id, title, slug = `s${id}`, ticker = slug, tags = [], closed = false, markets = [{}] } = event;
  const ending = closed ? ({ closed, payout: [1, 0] } as const) : {};
  const named = markets.map((market, index) => {
    const name = `m${id}x${index}`;
    return { name, id: `${id}0${index}`, question: name, slug: name, ...ending, ...market };
  });
  const labels = tags.map((label) => ({
    id: tagId(label),
    label,
    slug: label.toLowerCase().replaceAll(" ", "-"),
  }));
  await exchange.list(testListing(named, { id: String(id), title, slug, ticker, closed, tags: labels }));
}

/** A number that a label always gives. */
export const tagId = (label: string): string =>
  String([...label].reduce((sum, character) => (sum * 31 + character.charCodeAt(0)) % 1_000_003, 7));
