/** A market with quotes on both sides and one trade, by a client's own orders, for the reads of it. */
import assert from "node:assert/strict";
import { it } from "node:test";
import type { Trader } from "./trader.ts";
import type { Stage } from "./world.ts";

/** Prices and sizes of outcome YES after the trade: 10 of 100 offered shares were bought. */
export const QUOTES = {
  bid: "0.49",
  bidSize: "100",
  ask: "0.51",
  askSize: "90",
  mid: "0.5",
  spread: "0.02",
  last: "0.51",
} as const;

/** Prices by side: at Polymarket's what an order of it would rest at, elsewhere what it would be filled at. */
export const quotedPrices = ({ dialect }: Stage): { readonly BUY: string; readonly SELL: string } =>
  dialect === "polymarket" ? { BUY: QUOTES.bid, SELL: QUOTES.ask } : { BUY: QUOTES.ask, SELL: QUOTES.bid };

/** Describes the quotes; the first trader rests them, the second buys of them. */
export function describeQuotes({ quoted: { yes, no } }: Stage, traders: readonly Trader[]): void {
  it("quotes both sides of a market, one of which is bought from", async () => {
    const [maker, taker] = traders as [Trader, Trader];
    for (const token of [yes, no])
      assert.equal((await maker.limit({ token, side: "BUY", price: 0.49, size: 100 })).status, "live");
    const bought = await taker.limit({ token: yes, side: "BUY", price: 0.51, size: 10 });
    assert.equal(bought.status, "matched");
  });
}
