/** Activities of wallets, made of the recorded history: fills, splits, merges, redemptions and conversions. */
import { ownPrice } from "./recorded-history.ts";
import type { RecordedHistory, RecordedMarket, RecordedTrade } from "./recorded-history.ts";

const TYPES = {
  split: "SPLIT",
  merge: "MERGE",
  redemption: "REDEEM",
  conversion: "CONVERSION",
} as const;

/** An activity of a wallet: amounts in 0.000001, the price in 0.0001. */
export type Activity = {
  readonly wallet: string;
  readonly market: RecordedMarket;
  readonly type: string;
  readonly taker: boolean;
  readonly at: number;
  readonly hash: string;
  readonly size: number;
  readonly cash: number;
  readonly fee: number;
  readonly price: number;
  readonly side: "BUY" | "SELL" | "";
  readonly outcome: 0 | 1 | undefined;
  /** Batch, and place in it: of one batch, fills come after all else. The later activity has the greater place. */
  readonly place: readonly number[];
};

function fillOf(history: RecordedHistory, trade: RecordedTrade, taker: boolean): Activity {
  const order = taker ? trade.taker : trade.maker;
  const price = ownPrice(order, trade.price);
  return {
    wallet: order.wallet.address,
    market: trade.market,
    type: "TRADE",
    taker,
    at: trade.at,
    hash: history.batches.get(trade.batch)!.hash,
    size: trade.lots * 10_000,
    cash: trade.lots * price,
    fee: taker ? trade.takerFee : trade.makerFee,
    price,
    side: order.side,
    outcome: order.outcome,
    place: [trade.batch, 1, trade.no, taker ? 1 : 0],
  };
}

/** Lists all activities of wallets, the latest first. */
export function activitiesOf(history: RecordedHistory): Activity[] {
  const fills = history.trades.flatMap((trade) => [
    fillOf(history, trade, true),
    fillOf(history, trade, false),
  ]);
  const others = history.fold.operations.flatMap((operation): Activity[] => {
    const { kind, leg, market, collateral, lots, batch, place, at, account } = operation;
    const type = TYPES[kind as keyof typeof TYPES];
    if (type === undefined || leg > 0 || market === undefined) return [];
    const lost = kind === "redemption" && collateral === 0;
    const moved = { split: lots[0], merge: -lots[0], conversion: -lots[1], redemption: -lots[0] - lots[1] };
    return [
      {
        wallet: history.fold.accounts.get(account)!.address,
        market: history.markets.get(market)!,
        type,
        taker: false,
        at,
        hash: history.batches.get(batch)!.hash,
        size: kind === "redemption" && !lost ? collateral : moved[kind as keyof typeof moved] * 10_000,
        cash: Math.abs(collateral),
        fee: 0,
        price: 0,
        side: "",
        outcome: lost ? (lots[0] === 0 ? 1 : 0) : undefined,
        place: [batch, 0, place, 0],
      },
    ];
  });
  return [...fills, ...others].sort(latestFirst);
}

/** Compares by place, the later one first. */
export function latestFirst({ place: left }: Activity, { place: right }: Activity): number {
  const at = left.findIndex((value, index) => value !== right[index]);
  return at === -1 ? 0 : right[at]! - left[at]!;
}
