/** Daily statistics: sums of markets and accounts, to which a batch adds its trades, account openings and payments. */
import type { EventOf, Fill } from "../../core/event.ts";
import { fillValue } from "../../core/fill-totals.ts";
import type { MatchedParty } from "../../core/matched-party.ts";
import { realizedIn } from "../../core/position.ts";
import { tokenNumber } from "../../core/state.ts";
import type { Account, Market } from "../../core/state.ts";
import { addUpTo, addWithin, NO_MICROS, subtractMicros } from "../../core/units.ts";
import type { Micros } from "../../core/units.ts";
import { noFigures, NO_TRADES } from "../tables/day-figures.ts";
import type { AccountFigures, TradeSums } from "../tables/day-figures.ts";
import type { TouchedState } from "./touched.ts";

/** A fill of an incoming order, or one whose settlement failed. */
export type CountedTrade = {
  readonly market: Market;
  readonly taker: MatchedParty;
  readonly fill: Pick<Fill, "lots" | "price" | "takerFee" | "makerFee"> & { readonly maker: MatchedParty };
};

type Figures = Pick<TouchedState, "marketSums" | "marketFigures" | "accountFigures">;

/** Returns one number per account and token; room for 8 million markets and 500 million accounts. */
export const positionKey = (account: Account, token: number): number => account.no * 2 ** 24 + token;

/** Counts a trade for its market and for both accounts, each with its own volume. */
export function countTrade(touched: Figures, trade: CountedTrade): void {
  const { market, taker, fill } = trade;
  const { maker } = fill;
  const [taken, made] = sumsOf(trade);
  countInMarket(touched, market, addSums(taken, made));
  countForAccount(touched, taker.account, { ...taken, fills: 1 });
  countForAccount(touched, maker.account, { ...made, fills: 1 });
  addMarketSums(touched, { account: taker.account, market, volume: fillValue(taker, fill), taken });
  addMarketSums(touched, { account: maker.account, market, volume: fillValue(maker, fill), taken: made });
}

/**
 * Takes back a trade whose settlement failed. The accounts still count as active traders, and keep their volume in
 * rankings.
 */
export function takeBackTrade(touched: Figures, trade: CountedTrade): void {
  const { market, taker, fill } = trade;
  const [ofTaker, ofMaker] = sumsOf(trade);
  const [taken, made] = [negative(ofTaker), negative(ofMaker)];
  countInMarket(touched, market, addSums(taken, made));
  countForAccount(touched, taker.account, taken);
  countForAccount(touched, fill.maker.account, made);
  addMarketSums(touched, { account: taker.account, market, volume: NO_MICROS, taken });
  addMarketSums(touched, { account: fill.maker.account, market, volume: NO_MICROS, taken: made });
}

/** Counts a deposit or withdrawal of an account, and its opening. */
export function countPayment(
  touched: Figures,
  account: Account,
  event: EventOf<"account-opened" | "credited" | "debited">,
): void {
  switch (event.type) {
    case "account-opened":
      return countForAccount(touched, account, { opened: 1, deposits: event.credit });
    case "credited":
      return countForAccount(touched, account, { deposits: event.amount });
    case "debited":
      return countForAccount(touched, account, { withdrawals: event.amount });
  }
}

/** Returns the sums of the incoming order's account, which the trade counts for, and of the other account. */
function sumsOf({ taker, fill }: CountedTrade): [TradeSums, TradeSums] {
  const { takerFee, makerFee } = fill;
  const taken = { trades: 1, volume: fillValue(taker, fill), fees: takerFee };
  return [taken, { ...NO_TRADES, fees: makerFee }];
}

const negative = ({ trades, volume, fees }: TradeSums): TradeSums => ({
  trades: 0 - trades,
  volume: subtractMicros(NO_MICROS, volume),
  fees: subtractMicros(NO_MICROS, fees),
});

/** Adds sums of trades. */
export const addSums = (a: TradeSums, b: TradeSums): TradeSums => ({
  trades: a.trades + b.trades,
  volume: addWithin(a.volume, b.volume),
  fees: addWithin(a.fees, b.fees),
});

function countInMarket({ marketFigures }: Figures, market: Market, sums: TradeSums): void {
  const before = marketFigures.get(market.no) ?? NO_TRADES;
  marketFigures.set(market.no, { market, ...addSums(before, sums) });
}

function countForAccount({ accountFigures }: Figures, account: Account, more: Partial<AccountFigures>): void {
  const before = accountFigures.get(account.no) ?? noFigures(account);
  accountFigures.set(account.no, addFigures(before, { ...noFigures(account), ...more }));
}

/** Adds an account's later statistics to its earlier ones. */
export const addFigures = (before: AccountFigures, more: AccountFigures): AccountFigures => ({
  ...addSums(before, more),
  account: before.account,
  opened: before.opened + more.opened,
  fills: before.fills + more.fills,
  deposits: addUpTo(before.deposits, more.deposits),
  withdrawals: addUpTo(before.withdrawals, more.withdrawals),
});

type AddedSums = {
  readonly account: Account;
  readonly market: Market;
  readonly volume: Micros;
  readonly taken?: TradeSums;
};

/** Adds to an account's sums in a market; its profit there is read as the batch left it. */
export function addMarketSums({ marketSums }: Figures, added: AddedSums): void {
  const { account, market, volume, taken = NO_TRADES } = added;
  const key = positionKey(account, tokenNumber(market, 0));
  const before = marketSums.get(key) ?? { volume: NO_MICROS, taken: NO_TRADES };
  marketSums.set(key, {
    account,
    market,
    volume: addUpTo(before.volume, volume),
    realized: realizedIn(account, market),
    taken: addSums(before.taken, taken),
  });
}
