/**
 * POST /positions/convert: turns NO shares of markets of a negative-risk event, of each as many, into as many YES shares
 * of each of its other open markets, and a unit of collateral per share for all but one of the given markets.
 */
import { Type } from "typebox";
import type { Rejection } from "../../core/rejection.ts";
import { collateralText, lots, setValue, sharesText, times } from "../../core/units.ts";
import { checksumAddress } from "../../signing/address.ts";
import { endpoint } from "../endpoint.ts";
import { AmountOf, readAmount, SHARE_PLACES } from "./amount.ts";
import { HoldingsFields, holdingsAnswer } from "./holdings-answer.ts";
import {
  badCondition,
  eventOf,
  parseCondition,
  readWallet,
  ReceiptFields,
  receiptOf,
  submit,
  WalletFields,
} from "./wallet-request.ts";

const MAX_MARKETS = 500;

export const convertPositions = endpoint({
  method: "POST",
  path: "/positions/convert",
  summary: "Convert NO shares of a negative-risk event",
  access: "key",
  body: Type.Object({
    conditionIds: Type.Array(Type.String({ maxLength: 100 }), {
      maxItems: MAX_MARKETS,
      description: "The markets whose NO shares are given",
    }),
    amount: AmountOf("Shares of each market, up to two decimals"),
    ...WalletFields,
  }),
  answer: Type.Object({
    condition_ids: Type.Array(Type.String()),
    address: Type.String(),
    amount: Type.String(),
    paid: Type.String({ description: "Collateral" }),
    received: Type.Array(Type.String(), { description: "Condition ids of the YES shares" }),
    ...HoldingsFields,
    ...ReceiptFields,
  }),
  handle: async ({ context, body, caller }) => {
    const wallet = readWallet(body, caller);
    if ("code" in wallet) return { rejection: wallet };
    const conditionIds = readConditions(body.conditionIds);
    if ("code" in conditionIds) return { rejection: conditionIds };
    const amount = readAmount(body.amount, SHARE_PLACES);
    if (typeof amount !== "number") return { rejection: amount };
    const command = { type: "convert" as const, ...wallet, conditionIds, lots: lots(amount) };
    const committed = await submit(context, command);
    if ("code" in committed) return { rejection: committed };
    const { given, got, lots: converted } = eventOf(committed, "converted");
    const received = got.map(({ conditionId }) => conditionId);
    const { address } = wallet;
    return {
      body: {
        condition_ids: conditionIds,
        address: checksumAddress(address),
        amount: sharesText(converted),
        paid: collateralText(times(setValue(converted), given.length - 1)),
        received,
        ...(await holdingsAnswer(context, { address, conditionIds: [...conditionIds, ...received] })),
        ...receiptOf(committed),
      },
    };
  },
});

function readConditions(given: readonly string[]): string[] | Rejection {
  const ids: string[] = [];
  for (const text of given) {
    const id = parseCondition(text);
    if (id === undefined) return badCondition("conditionIds", text);
    ids.push(id);
  }
  return ids;
}
