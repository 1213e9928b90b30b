/** GET /value: the worth of a wallet's positions together. */
import { Type } from "typebox";
import { uncodedOperation } from "../uncoded-operation.ts";
import { POSITIONS } from "./groups.ts";
import { ConditionIds, lowerCase, User } from "./parameters.ts";
import { readPortfolioValue } from "./portfolio-value.ts";
import { ONLY_INTERFACE_LIMIT } from "../guard/rate-limits.ts";

export const getValue = uncodedOperation({
  method: "GET",
  path: "/value",
  summary: "Get what the positions of a wallet are worth",
  group: POSITIONS,
  limits: ONLY_INTERFACE_LIMIT,
  query: Type.Object({ user: User, market: Type.Optional(ConditionIds) }),
  answer: Type.Array(
    Type.Object({
      user: Type.String({ description: "Lower case" }),
      value: Type.Number({ description: "Sum of size x curPrice; collateral is not in it" }),
    }),
    { description: "Always one row" },
  ),
  maxAgeSeconds: 1,
  handle: async ({ context, query }) => {
    const user = lowerCase(query.user);
    const conditionIds = query.market?.map(lowerCase);
    return { body: [{ user, value: await readPortfolioValue(context, { wallet: user, conditionIds }) }] };
  },
});
