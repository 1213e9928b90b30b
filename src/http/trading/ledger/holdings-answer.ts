/** Holdings of a wallet in the markets whose shares it just changed: the answer of operations on shares. */
import { Type } from "typebox";
import { lotsOf } from "../../../core/sets.ts";
import type { Exchange } from "../../../core/state.ts";
import { sharesText } from "../../../core/units.ts";
import { checksumAddress } from "../../../signing/address.ts";
import { collateralOf } from "./wallet-request.ts";

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

/** Holdings without the names of outcomes, which a later listing may change. */
type Holdings = {
  readonly address: string;
  readonly balance: string;
  readonly positions: readonly Position[];
};
type Position = { readonly condition_id: string; readonly asset_id: string; readonly size: string };

type HoldingsOf = { readonly address: string; readonly conditionIds: readonly string[] };

/** The collateral of a wallet and its shares of both outcomes of each market. */
export function tellHoldings(exchange: Exchange, { address, conditionIds }: HoldingsOf): Holdings {
  const account = exchange.accountByAddress.get(address);
  const positions = conditionIds.flatMap((conditionId): Position[] => {
    const market = exchange.marketByCondition.get(conditionId);
    if (market === undefined || account === undefined) return [];
    return ([0, 1] as const).map((outcome) => ({
      condition_id: conditionId,
      asset_id: market.tokenIds[outcome],
      size: sharesText(lotsOf(account, market, outcome)),
    }));
  });
  return { address: checksumAddress(address), balance: collateralOf(exchange, address), positions };
}

/** Adds the names of the outcomes, as they are listed now. */
export const labelHoldings = ({ tokens }: Exchange, { positions, ...holdings }: Holdings) => ({
  ...holdings,
  positions: positions.map(({ condition_id, asset_id, size }) => {
    const token = tokens.get(asset_id);
    return { condition_id, asset_id, outcome: token?.market.outcomes[token.outcome] ?? "", size };
  }),
});
