/** The rehearsal of a resolution over the wire of the operator API. */
import { Type } from "typebox";
import { PayoutAnswer } from "../resolution-answer.ts";
import { WalletName } from "../wallet-name.ts";
import { namedMarket } from "./event-answer.ts";

const Collateral = (description: string) => Type.String({ description });

export const Rehearsal = Type.Object({
  id: Type.String(),
  slug: Type.String(),
  title: Type.String(),
  winner: Type.String({ description: "Condition id" }),
  holders: Type.Integer({ description: "Accounts that have shares of these markets" }),
  orders: Type.Integer({ description: "Open orders that are cancelled" }),
  paid: Collateral("Paid by the resolution itself, to all holders"),
  due: Collateral("Paid to holders as they redeem"),
  remains: Collateral("Left behind these markets once everyone is paid"),
  markets: Type.Array(
    Type.Object({
      ...namedMarket,
      payout: PayoutAnswer,
      disputed: Type.Boolean({ description: "Whether its open proposal is disputed" }),
      orders: Type.Integer(),
      paysAtOnce: Type.Boolean({ description: "Whether its resolution pays; otherwise holders redeem" }),
    }),
    { description: "The markets that resolve; those that are decided so already are left out" },
  ),
  accounts: Type.Array(
    Type.Object({
      address: Type.String(),
      name: WalletName,
      total: Collateral("Of all its payouts"),
      payouts: Type.Array(
        Type.Object({
          conditionId: Type.String(),
          shares: Type.Tuple([Type.String(), Type.String()], { description: "Of each outcome" }),
          amount: Collateral("What they pay"),
        }),
      ),
    }),
    { description: "The largest total first; a page of them" },
  ),
});
