/** Finding things on the page: the rounds of a series, and choices in the addresses of the activity and the search. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { ticks } from "../../src/core/units.ts";
import {
  buildActivityAddress,
  ALL_ACTIVITY,
  readActivityFilter,
} from "../../web/src/account/activity/activity-filter.ts";
import type { ActivityFilter } from "../../web/src/account/activity/activity-filter.ts";
import { keyTrades } from "../../web/src/account/activity/activity-trades.ts";
import type { Card, CardMarket } from "../../web/src/discover/cards/card.ts";
import { buildSearchAddress, readFindChoices } from "../../web/src/discover/find/find-choices.ts";
import { isSplit, joinRounds } from "../../web/src/discover/related/rounds.ts";
import { toCard } from "../../web/src/discover/cards/card.ts";

type Sold = Partial<Pick<CardMarket, "name" | "outcomes" | "closed" | "place">> & { readonly price?: number };

/** A card of an event that ends at the instant of its id. */
const card = (id: number, ...markets: readonly Sold[]): Card =>
  toCard({
    id: String(id),
    slug: `event-${id}`,
    title: `Event ${id}`,
    endDate: new Date(id).toISOString(),
    closed: false,
    volume: 0,
    volume24hr: 0,
    marketCount: markets.length,
    markets: markets.map(({ name = "", outcomes = ["Yes", "No"], closed = false, place = 0, price }) => ({
      slug: name,
      name,
      outcomes: [...outcomes],
      tokenId: name,
      ...(price !== undefined && { price }),
      bestBid: 0,
      bestAsk: 1,
      closed,
      place,
      acceptingOrders: !closed,
    })),
  });

const own = { id: "5", slug: "event-5", title: "Event 5", endsAt: 5, first: undefined };

describe("the rounds of a series", () => {
  it("stand in order of their ends, each once, with the visitor's own", () => {
    const idsOf = (earlier: number[], later: number[]): string =>
      joinRounds(
        earlier.map((id) => card(id)),
        later.map((id) => card(id)),
        own,
      )
        .map(({ id }) => id)
        .join("");
    assert.equal(idsOf([5, 3, 1], [5, 7, 9]), "13579");
    assert.equal(idsOf([3, 1], [7]), "1357");
    assert.equal(idsOf([], []), "5");
    assert.equal(idsOf([5], [5]), "5");
  });

  const firstOf = (...markets: readonly Sold[]) => joinRounds([], [card(6, ...markets)], own)[1]?.first;

  it("say how a round may end, or ended", () => {
    const game: Sold = { name: "Winner", outcomes: ["Comets", "Owls"], place: 0 };
    const overtime: Sold = { name: "Overtime", place: 1 };
    for (const [markets, name, price] of [
      [[{ name: "Rain?", price: 0.3 }], "", 3_000],
      [[{ name: "Rain?", price: 0, closed: true }], "No", 10_000],
      [[{ name: "Rain?", price: 1, closed: true }], "Yes", 10_000],
      [[{ ...game, price: 0.4 }], "Owls", 6_000],
      [
        [
          { ...overtime, price: 0.9 },
          { ...game, price: 0.6 },
        ],
        "Comets",
        6_000,
      ],
      [
        [
          { ...overtime, price: 1, closed: true },
          { ...game, price: 0, closed: true },
        ],
        "Owls",
        10_000,
      ],
      [
        [
          { name: "Cut", price: 0.5, place: 2 },
          { name: "Hold", price: 0.2 },
        ],
        "Cut",
        5_000,
      ],
      [
        [
          { name: "Cut", price: 1, closed: true },
          { name: "Hold", price: 0, closed: true },
        ],
        "Cut",
        10_000,
      ],
    ] as const) {
      const first = firstOf(...markets);
      assert.deepEqual([first?.name, first?.price], [name, ticks(price)], JSON.stringify(markets));
    }
    assert.equal(firstOf(), undefined);
  });

  it("tell of a result that is split", () => {
    for (const [price, split] of [
      [0, false],
      [1, false],
      [0.5, true],
    ] as const) {
      const first = firstOf({ price, closed: true });
      assert.equal(first && isSplit(first), split);
    }
  });
});

describe("the addresses of what visitors chose", () => {
  const back = (address: string): URLSearchParams => new URL(address, "http://localhost").searchParams;

  it("give the filters of the activity again", () => {
    assert.equal(buildActivityAddress({}), "/activity");
    for (const changed of [
      {},
      { event: "a b", market: "c", outcome: 1 },
      { event: "e", outcome: 0 },
      { kind: "SELL", least: 100, user: "0x00ab" },
    ] as const satisfies readonly Partial<ActivityFilter>[])
      assert.deepEqual(readActivityFilter(back(buildActivityAddress(changed))), {
        ...ALL_ACTIVITY,
        ...changed,
      });
    const odd = new URLSearchParams("market=m&outcome=1&kind=x&least=7&user=0XAB");
    assert.deepEqual(readActivityFilter(odd), { ...ALL_ACTIVITY, user: "0xab" });
  });

  it("give the choices of the search again", () => {
    assert.equal(buildSearchAddress({ words: "" }), "/search");
    assert.equal(buildSearchAddress({ words: "a & b", kind: "tags" }), "/search?q=a+%26+b&kind=tags");
    const choices = { words: "rain", kind: "people", state: "ended", sort: "volume" } as const;
    assert.deepEqual(readFindChoices(back(buildSearchAddress(choices))), choices);
    const odd = readFindChoices(new URLSearchParams("q=%20&kind=x&state=y&sort=z"));
    assert.deepEqual(odd, { words: "", kind: undefined, state: "all", sort: "best" });
  });
});

describe("rows of trades", () => {
  it("keep their names while later batches come above them and older rows below", () => {
    const trade = (hash: string) => ({ hash, at: 0 }) as Parameters<typeof keyTrades>[0][number];
    const keysOf = (hashes: string): string[] => keyTrades([...hashes].map(trade)).map(({ key }) => key);
    assert.deepEqual(keysOf("bba"), ["b 0", "b 1", "a 0"]);
    assert.deepEqual(keysOf("cbbaa").slice(1, 4), keysOf("bba"));
  });
});
