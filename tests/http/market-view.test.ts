import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Payout } from "../../src/core/markets/catalog.ts";
import { STANDARD_TERMS } from "../../src/core/markets/market-terms.ts";
import { ticks } from "../../src/core/units.ts";
import { shownPrices } from "../../src/http/values/shown-prices.ts";
import { findWinner } from "../../src/http/trading/market-view.ts";
import type { MarketView } from "../../src/http/trading/market-view.ts";

type Prices = { bid?: number; ask?: number; last?: number; payout?: Payout };

const viewOf = ({ bid, ask, last, payout }: Prices): MarketView => ({
  status: payout === undefined ? "active" : "resolved",
  flags: { active: true, closed: payout !== undefined, archived: false },
  ...STANDARD_TERMS,
  tick: ticks(1),
  payout,
  bid: bid === undefined ? undefined : ticks(bid),
  ask: ask === undefined ? undefined : ticks(ask),
  lastPrice: last === undefined ? undefined : ticks(last),
});

const ROWS: [what: string, given: Prices, prices: [number, number], winner: 0 | 1 | undefined][] = [
  ["nothing is known", {}, [0.5, 0.5], undefined],
  ["a midpoint", { bid: 4000, ask: 4200, last: 9000 }, [0.41, 0.59], undefined],
  ["a midpoint of five decimals", { bid: 1, ask: 2 }, [0.00015, 0.99985], undefined],
  ["a spread of exactly 0.10", { bid: 4000, ask: 5000, last: 9000 }, [0.45, 0.55], undefined],
  ["a spread above 0.10", { bid: 4000, ask: 5001, last: 4700 }, [0.47, 0.53], undefined],
  ["a spread above 0.10, never traded", { bid: 4000, ask: 6000 }, [0.5, 0.5], undefined],
  ["only bids", { bid: 4000, last: 3000 }, [0.3, 0.7], undefined],
  ["only asks", { ask: 4000, last: 3000 }, [0.3, 0.7], undefined],
  ["only bids, never traded", { bid: 4000 }, [0.7, 0.3], undefined],
  ["only asks, never traded", { ask: 4000 }, [0.2, 0.8], undefined],
  ["no book, traded", { last: 3000 }, [0.3, 0.7], undefined],
  ["outcome 0 won", { last: 3000, payout: [1, 0] }, [1, 0], 0],
  ["outcome 1 won", { last: 3000, payout: [0, 1] }, [0, 1], 1],
  ["each pays half", { last: 3000, payout: [1, 1] }, [0.5, 0.5], undefined],
];

void describe("The price that listings show", () => {
  for (const [what, given, prices, winner] of ROWS) {
    void it(what, () => {
      const view = viewOf(given);
      assert.deepEqual(shownPrices(view), prices);
      assert.equal(findWinner(view), winner);
    });
  }
});
