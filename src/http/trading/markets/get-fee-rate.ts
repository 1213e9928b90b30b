/** GET /fee-rate: what fills on a token's market cost. The same schedule stands under each name that clients read. */
import { Type } from "typebox";
import { baseFees, feeDetails, FeeDetails, RATE, TAKER_ONLY } from "./fee-details.ts";
import { tokenTerm } from "./token-term.ts";

const FeeRate = Type.Object({
  base_fee: Type.Integer({ description: "The rate in basis points; 0 where trading is free" }),
  fee_schedule: Type.Object({
    rate: Type.Number(RATE),
    exponent: Type.Integer(),
    takerOnly: Type.Boolean(TAKER_ONLY),
  }),
  fd: FeeDetails,
});

export const getFeeRate = tokenTerm({
  path: "/fee-rate",
  summary: "Get the fee rate of a token",
  answer: FeeRate,
  read: ({ fees }): Type.Static<typeof FeeRate> => {
    const fd = feeDetails(fees);
    return {
      base_fee: baseFees(fees).taker,
      fee_schedule: { rate: fd.r, exponent: fd.e, takerOnly: fd.to },
      fd,
    };
  },
});
