/** GET /oi: how much collateral the shares of markets stand for, of some or of all together. */
import { Type } from "typebox";
import { uncodedOperation } from "../uncoded-operation.ts";
import { MARKETS } from "./groups.ts";
import { ALL_MARKETS, readOpenInterest } from "./open-interest.ts";
import { ConditionIds, lowerCase } from "./parameters.ts";
import { ONLY_INTERFACE_LIMIT } from "../guard/rate-limits.ts";

export const listOpenInterest = uncodedOperation({
  method: "GET",
  path: "/oi",
  summary: "List the open interest of markets",
  group: MARKETS,
  limits: ONLY_INTERFACE_LIMIT,
  query: Type.Object({ market: Type.Optional(ConditionIds) }),
  answer: Type.Array(
    Type.Object({
      market: Type.String({ description: `Condition id; ${ALL_MARKETS} where none was asked for` }),
      value: Type.Number({
        description: "Collateral behind all shares, less the market's part of what conversions paid ahead",
      }),
    }),
    { description: "In the order of the request, or one row for all markets" },
  ),
  maxAgeSeconds: 5,
  handle: async ({ context, query }) => ({
    body: await readOpenInterest(context, query.market?.map(lowerCase)),
  }),
});
