/** GET /neg-risk: whether a token's market belongs to an event in which exactly one market comes true. */
import { Type } from "typebox";
import { tokenTerm } from "./token-term.ts";

export const getNegRisk = tokenTerm({
  path: "/neg-risk",
  summary: "Get whether a token is of a negative-risk market",
  answer: Type.Object({ neg_risk: Type.Boolean() }),
  read: ({ negativeRisk }) => ({ neg_risk: negativeRisk }),
});
