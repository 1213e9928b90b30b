/** Fills of events with their sign, and the sums that they add to their accounts, as verification makes them of the journal. */
import type { Event, EventOf } from "../../core/event.ts";
import { fillValue } from "../../core/fill-totals.ts";
import type { MatchedParty } from "../../core/matched-party.ts";
import type { Account, Market } from "../../core/state.ts";

export type MatchedFill = {
  readonly market: Market;
  readonly taker: MatchedParty;
  readonly fill: EventOf<"settlement-failed">["undone"][number] | EventOf<"order-placed">["fills"][number];
  /** 1 of a trade, -1 of one whose settlement failed. */
  readonly sign: 1 | -1;
};

/** Lists the fills that an event makes, or takes back. */
export function fillsOf(event: Event): readonly MatchedFill[] {
  if (event.type === "order-placed")
    return event.fills.map((fill) => ({
      market: event.order.market,
      taker: event.order,
      fill,
      sign: 1,
    }));
  if (event.type !== "settlement-failed") return [];
  return event.undone.map((fill) => ({ market: event.market, taker: event.taker, fill, sign: -1 }));
}

export type TakenSums = {
  readonly account: Account;
  readonly market: Market;
  readonly taker_trades: number;
  readonly taker_volume: number;
  readonly fees: number;
};

/** Lists what each fill adds to the sums of its two accounts in the market. */
export const listTaken = (event: Event): readonly TakenSums[] =>
  fillsOf(event).flatMap(({ market, taker, fill, sign }) => [
    {
      account: taker.account,
      market,
      taker_trades: sign,
      taker_volume: sign * fillValue(taker, fill),
      fees: sign * fill.takerFee,
    },
    { account: fill.maker.account, market, taker_trades: 0, taker_volume: 0, fees: sign * fill.makerFee },
  ]);
