/** The current state of a market, and a wallet's own holdings and orders in it. */
import type { Context } from "../context.ts";
import type { Rejection } from "../core/rejection.ts";
import type { Account, Exchange, Market } from "../core/state.ts";
import type { Turn } from "./strategies/intent.ts";
import { standingIn, viewMarket } from "./strategies/market-view.ts";
import type { Random } from "./strategies/seeded-random.ts";

export type MarketLook = { readonly market: Market; readonly turn: Turn };

export type Looker = {
  readonly conditionId: string;
  /** Lower-case address. */
  readonly address: string;
  readonly random: Random;
};

/** Reads the current market; `undefined` if it is not listed or the wallet has no account. */
export const lookAtMarket = (
  { engine }: Context,
  { conditionId, address, random }: Looker,
): Promise<MarketLook | Rejection | undefined> =>
  engine.examine((exchange, at) => {
    const found = findParties(exchange, conditionId, address);
    if (found === undefined) return undefined;
    const { market, account } = found;
    return {
      market,
      turn: { market: viewMarket(market), own: standingIn(account, market), random, now: at },
    };
  });

function findParties(
  exchange: Exchange,
  conditionId: string,
  address: string,
): { readonly market: Market; readonly account: Account } | undefined {
  const market = exchange.marketByCondition.get(conditionId);
  const account = exchange.accountByAddress.get(address);
  return market === undefined || account === undefined ? undefined : { market, account };
}
