/** Builds the fills of a commit in the form of the data interface's trades: from the side of the incoming orders, in order. */
import type { Fill } from "../../core/event.ts";
import { fillValue } from "../../core/fill-totals.ts";
import type { Order } from "../../core/state.ts";
import { baseUnits, collateralText, outcomePrice } from "../../core/units.ts";
import type { Publication } from "../../engine/entry.ts";
import { tradeRecord } from "../../http/data/activity.ts";
import type { Names } from "../../http/wallets.ts";
import type { Dialect } from "../../http/dialects/dialect.ts";
import type { FillRow } from "../../store/reads/activity.ts";
import type { DescribedMarket } from "../described-markets.ts";

export function fillsOf({ events, at, hash }: Pick<Publication, "events" | "at" | "hash">): FillRow[] {
  const batch = { at, hash: hash.toString("hex") };
  return events.flatMap((event) =>
    event.type === "order-placed"
      ? event.fills.map((fill) => ({ ...rowOf(event.order, fill), ...batch }))
      : [],
  );
}

function rowOf(taker: Order, fill: Fill): Omit<FillRow, "at" | "hash"> {
  return {
    kind: "trade",
    wallet: taker.account.address,
    market: taker.market.no,
    size: baseUnits(fill.lots),
    cash: fillValue(taker, fill),
    fee: fill.takerFee,
    price: outcomePrice(fill.price, taker.outcome),
    side: taker.side,
    outcome: taker.outcome,
    number: fill.no,
    role: 1,
  };
}

type ShownFill = {
  readonly market: DescribedMarket;
  readonly dialect: Dialect;
  readonly names: Names;
};

/** Returns the JSON of a fill in a dialect. */
export function payloadOf(row: FillRow, shown: ShownFill): string {
  const { tags, creator } = shown.market;
  return JSON.stringify({
    ...tradeRecord({ row, ...shown }),
    usdcSize: Number(collateralText(row.cash)),
    tags,
    creator,
  });
}
