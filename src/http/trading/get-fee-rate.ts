/** GET /fee-rate: the fee that orders on a token must name. The exchange takes none. */
import { Type } from "typebox";
import { tokenTerm } from "./token-term.ts";

export const getFeeRate = tokenTerm({
  path: "/fee-rate",
  summary: "Get the fee rate of a token",
  answer: Type.Object({ base_fee: Type.Integer({ description: "Basis points" }) }),
  read: () => ({ base_fee: 0 }),
});
