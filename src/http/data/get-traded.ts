/** GET /traded: of how many markets a wallet ever had shares. */
import { Type } from "typebox";
import { countTradedMarkets } from "../../store/reads/positions.ts";
import { uncodedOperation } from "../uncoded-operation.ts";
import { POSITIONS } from "./groups.ts";
import { lowerCase, User } from "./parameters.ts";
import { ONLY_INTERFACE_LIMIT } from "../guard/rate-limits.ts";

export const getTraded = uncodedOperation({
  method: "GET",
  path: "/traded",
  summary: "Count the markets of which a wallet ever had shares",
  group: POSITIONS,
  limits: ONLY_INTERFACE_LIMIT,
  query: Type.Object({ user: User }),
  answer: Type.Object({
    user: Type.String({ description: "Lower case" }),
    traded: Type.Integer({ description: "Number of markets" }),
  }),
  maxAgeSeconds: 1,
  handle: async ({ context, query }) => {
    const user = lowerCase(query.user);
    return { body: { user, traded: await countTradedMarkets(await context.adHocSql(), user) } };
  },
});
