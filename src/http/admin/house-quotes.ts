/** Quotes of a house maker in a book without its orders, as the strategies above the interfaces count it. */
import type { Account, Market } from "../../core/state.ts";
import type { Lots } from "../../core/units.ts";
import type { HouseTerms } from "../../engine/house-terms.ts";

export type HouseQuotes = {
  /** Quotes on each side that the market would take. */
  readonly bids: number;
  readonly asks: number;
  /** The largest of all, also of those below the market's smallest size. */
  readonly largest: Lots;
  /** `b` of the market scoring rule; `undefined` of another kind. */
  readonly liquidity: Lots | undefined;
};

/** Counts the quotes on these terms; without an account, those of a start. */
export type CountQuotes = (terms: HouseTerms, market: Market, account: Account | undefined) => HouseQuotes;
