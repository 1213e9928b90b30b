/** Movements of collateral and shares, as public events contain them. */
import type { Static } from "typebox";
import { FEE_ACCOUNT } from "../../core/fees.ts";
import type { Side } from "../../core/state.ts";
import {
  addMicros,
  collateralText,
  NO_LOTS,
  NO_MICROS,
  sharesText,
  subtractLots,
  subtractMicros,
} from "../../core/units.ts";
import type { Lots, Micros } from "../../core/units.ts";
import type { Movement as MovementSchema } from "./event-fields.ts";

export type Movement = Static<typeof MovementSchema>;

/** Shares of a token; negative if taken. */
export type MovedShares = { readonly tokenId: string; readonly lots: Lots };

export const negative = (lots: Lots): Lots => subtractLots(NO_LOTS, lots);
export const spent = (amount: Micros): Micros => subtractMicros(NO_MICROS, amount);

/** Builds what a wallet receives; zero shares are left out. */
export const moved = (wallet: string, collateral: Micros, shares: readonly MovedShares[] = []): Movement => ({
  wallet,
  collateral: collateralText(collateral),
  shares: shares
    .filter(({ lots }) => lots !== 0)
    .map(({ tokenId, lots }) => ({ tokenId, shares: sharesText(lots) })),
});

/** Party of a trade, with the amount that it pays or receives for the shares. */
export type TradeSide = {
  readonly wallet: string;
  readonly tokenId: string;
  readonly side: Side;
  readonly money: Micros;
  readonly fee: Micros;
};

/** Lists the movements of a trade, or the reverse ones if it is undone. */
export function tradeMovements(parties: readonly TradeSide[], lots: Lots, undone = false): Movement[] {
  const signed = (amount: Micros): Micros => (undone ? spent(amount) : amount);
  const moves = parties.map(({ wallet, tokenId, side, money, fee }) => {
    const collateral = side === "BUY" ? spent(addMicros(money, fee)) : subtractMicros(money, fee);
    const gets = (side === "BUY") !== undone;
    return moved(wallet, signed(collateral), [{ tokenId, lots: gets ? lots : negative(lots) }]);
  });
  const fees = parties.reduce((sum, { fee }) => addMicros(sum, fee), NO_MICROS);
  return fees === 0 ? moves : [...moves, moved(FEE_ACCOUNT, signed(fees))];
}
