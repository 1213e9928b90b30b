/**
 * An entry of the ledger on the wire. Amounts are what was added to the wallet, negative when taken, so that all entries
 * of a wallet sum to what it has. The collateral of a fill is net of its fee.
 */
import { Type } from "typebox";
import {
  collateralText,
  NO_LOTS,
  outcomePrice,
  priceText,
  sharesText,
  subtractLots,
} from "../../../core/units.ts";
import { checksumAddress } from "../../../signing/address.ts";
import type { LedgerEntry, LedgerFill, LedgerOperation } from "../../../store/reads/ledger.ts";
import { tradeId } from "../../../store/reads/trade-id.ts";
import type { Dialect } from "../../dialects/dialect.ts";
import { collateralOfFill, conditionOfOperation, LedgerType } from "../../ledger-facts.ts";
import { timeText } from "../trades/trade-record.ts";

const Text = Type.String();
const Blank = (description: string) => Type.String({ description: `${description}; blank of anything else` });

export const LedgerAnswer = Type.Object({
  id: Type.String({ description: "Of a trade its id, a point, and taker or maker" }),
  type: LedgerType,
  address: Type.String({ description: "The wallet" }),
  time: Text,
  condition_id: Blank("Of what was done on one market"),
  asset_id: Blank("Token id of a trade"),
  side: Blank("Of the wallet's own order in a trade"),
  price: Blank("Of the token in a trade"),
  collateral: Type.String({
    description: "Added to the wallet, negative when taken; of a trade net of the fee",
  }),
  shares: Type.Array(Type.Object({ asset_id: Text, amount: Text }), {
    description: "Added to the wallet, negative when taken, by token",
  }),
  fee: Type.String({ description: "What the trade cost the wallet besides its price" }),
  transaction_hash: Text,
});
type LedgerAnswer = Type.Static<typeof LedgerAnswer>;

export const ledgerAnswer = (entry: LedgerEntry, dialect: Dialect): LedgerAnswer => ({
  ...(entry.role === "operation" ? operationAnswer(entry) : fillAnswer(entry)),
  address: checksumAddress(entry.address),
  time: timeText(entry.at, dialect),
  transaction_hash: `0x${entry.hash.toString("hex")}`,
});

function fillAnswer(fill: LedgerFill) {
  const { no, role, conditionId, tokenId, outcome, side, fee } = fill;
  const price = outcomePrice(fill.price, outcome);
  const shares = side === "BUY" ? fill.lots : subtractLots(NO_LOTS, fill.lots);
  return {
    id: `${tradeId(no)}.${role}`,
    type: "trade" as const,
    condition_id: conditionId,
    asset_id: tokenId,
    side,
    price: priceText(price),
    collateral: collateralText(collateralOfFill(fill)),
    shares: [{ asset_id: tokenId, amount: sharesText(shares) }],
    fee: collateralText(fee),
  };
}

function operationAnswer({ batch, place, leg, kind, collateral, legs }: LedgerOperation) {
  const shares = legs.flatMap(({ tokenIds, lots: added }) =>
    ([0, 1] as const).map((outcome) => ({ asset_id: tokenIds[outcome], added: added[outcome] })),
  );
  return {
    id: leg === 0 ? `${batch}.${place}` : `${batch}.${place}.${leg}`,
    type: kind,
    condition_id: conditionOfOperation({ legs }) ?? "",
    asset_id: "",
    side: "",
    price: "",
    collateral: collateralText(collateral),
    shares: shares
      .filter(({ added }) => added !== 0)
      .map(({ asset_id, added }) => ({ asset_id, amount: sharesText(added) })),
    fee: "0",
  };
}
