/** POST /positions/redeem: turns all shares of a resolved market into what they pay; losing ones pay nothing. */
import { Type } from "typebox";
import { collateralText, sharesText } from "../../core/units.ts";
import { checksumAddress } from "../../signing/address.ts";
import { endpoint } from "../endpoint.ts";
import { HoldingsFields, holdingsAnswer } from "./holdings-answer.ts";
import {
  eventOf,
  MarketFields,
  readCondition,
  readWallet,
  ReceiptFields,
  receiptOf,
  submit,
  WalletFields,
} from "./wallet-request.ts";

export const redeemPositions = endpoint({
  method: "POST",
  path: "/positions/redeem",
  summary: "Redeem all shares of a resolved market",
  access: "key",
  body: Type.Object({ ...MarketFields, ...WalletFields }),
  answer: Type.Object({
    condition_id: Type.String(),
    address: Type.String(),
    paid: Type.String({ description: "Collateral" }),
    redeemed: Type.Array(Type.String(), { description: "Shares of each outcome" }),
    ...HoldingsFields,
    ...ReceiptFields,
  }),
  handle: async ({ context, body, caller }) => {
    const wallet = readWallet(body, caller);
    if ("code" in wallet) return { rejection: wallet };
    const conditionId = readCondition(body);
    if (typeof conditionId !== "string") return { rejection: conditionId };
    const committed = await submit(context, { type: "redeem", ...wallet, conditionId });
    if ("code" in committed) return { rejection: committed };
    const { lots, paid } = eventOf(committed, "redeemed");
    return {
      body: {
        condition_id: conditionId,
        address: checksumAddress(wallet.address),
        paid: collateralText(paid),
        redeemed: lots.map(sharesText),
        ...(await holdingsAnswer(context, { address: wallet.address, conditionIds: [conditionId] })),
        ...receiptOf(committed),
      },
    };
  },
});
