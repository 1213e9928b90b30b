/** Payouts as operators write them. */
import { Type } from "typebox";
import type { Payout } from "../../core/catalog.ts";

/** `no` and the second outcome are the same, whatever the outcomes are called. */
const PAYOUTS = { yes: [1, 0], no: [0, 1], half: [1, 1] } as const satisfies { [word: string]: Payout };
type PayoutName = keyof typeof PAYOUTS;

const pair = ([first, second]: Payout) => Type.Tuple([Type.Literal(first), Type.Literal(second)]);

export const GivenPayout = Type.Unsafe<PayoutName | Payout>(
  Type.Union([Type.Enum(Object.keys(PAYOUTS)), ...Object.values(PAYOUTS).map(pair)], {
    description: "yes pays the first outcome, no the second, half both; or these as [1, 0], [0, 1], [1, 1]",
  }),
);

export const readPayout = (given: PayoutName | Payout): Payout =>
  typeof given === "string" ? PAYOUTS[given] : given;
