/** What a wallet has of the markets that it just changed its shares of: operations on shares answer with it. */
import { Type } from "typebox";
import type { Context } from "../../../context.ts";
import { collateralText, NO_MICROS, sharesText } from "../../../core/units.ts";
import { checksumAddress } from "../../../signing/address.ts";
import { listMarketHoldings } from "../../../store/balances.ts";
import type { HoldingsOf, MarketHolding } from "../../../store/balances.ts";

export const HoldingsFields = {
  address: Type.String(),
  balance: Type.String({ description: "The wallet's collateral, with what its open orders hold" }),
  positions: Type.Array(
    Type.Object({
      condition_id: Type.String(),
      asset_id: Type.String({ description: "Token id" }),
      outcome: Type.String(),
      size: Type.String({ description: "Shares, with those that open orders hold" }),
    }),
  ),
};

/** As of now: what was done after the caller's command counts as well. */
export async function holdingsAnswer(context: Context, wanted: HoldingsOf) {
  const holdings = await listMarketHoldings(context.sql, wanted);
  return {
    address: checksumAddress(wanted.address),
    balance: collateralText(holdings[0]?.collateral ?? NO_MICROS),
    positions: holdings.flatMap(positionsOf),
  };
}

const positionsOf = ({ conditionId, tokenIds, outcomes, lots }: MarketHolding) =>
  ([0, 1] as const).map((outcome) => ({
    condition_id: conditionId,
    asset_id: tokenIds[outcome],
    outcome: outcomes[outcome],
    size: sharesText(lots[outcome]),
  }));
