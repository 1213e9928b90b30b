/** Open orders that an operator means: those of a wallet, of a market or one outcome of it, or of a wallet there. */
import { Type } from "typebox";
import type { Context } from "../../context.ts";
import type { OrdersInQuestion } from "../../core/command.ts";
import { isRejection, reject } from "../../core/rejection.ts";
import type { Rejection } from "../../core/rejection.ts";
import { readMarketTerm } from "./market-term.ts";
import { GivenWallet, readWallet } from "./wallet-term.ts";

export const OUTCOMES = ["yes", "no"] as const;

/** An empty name is refused: taken for an absent one, it would widen what is meant. */
const NAMED = { minLength: 1 };

/** Fields that name the orders. */
export const ordersNamed = {
  address: Type.Optional(Type.Unsafe<string>({ ...GivenWallet, ...NAMED })),
  market: Type.Optional(
    Type.String({ ...NAMED, description: "A condition id, token id or number, or the slug of one market" }),
  ),
  outcome: Type.Optional(
    Type.Enum([...OUTCOMES], {
      ...NAMED,
      description: "yes is the first outcome of the market, no the second, whatever they are called",
    }),
  ),
};

type GivenOrders = {
  readonly address?: string | undefined;
  readonly market?: string | undefined;
  readonly outcome?: (typeof OUTCOMES)[number] | undefined;
};

/** Reads the names; the orders of everybody in all markets cannot be named. */
export async function readOrdersTerm(
  context: Context,
  given: GivenOrders,
): Promise<OrdersInQuestion | Rejection> {
  const address = given.address === undefined ? undefined : readWallet(given.address);
  if (isRejection(address)) return address;
  if (given.market === undefined) {
    if (given.outcome !== undefined)
      return reject("invalid_payload", "outcome: expected its market beside it, got none");
    return address === undefined
      ? reject("invalid_payload", "address, market: expected at least one of the two, got none")
      : { address };
  }
  const conditionId = await readMarketTerm(context, given.market);
  if (isRejection(conditionId)) return conditionId;
  const outcome = given.outcome && (given.outcome === "yes" ? 0 : 1);
  return { address, conditionId, outcome };
}
