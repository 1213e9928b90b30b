/** GET /v2/oi: how much collateral the shares of markets stand for, of some or of all together. */
import { isRefused } from "../../refusal-form.ts";
import { Type } from "typebox";
import { V2_MARKETS } from "../groups.ts";
import { ALL_MARKETS, readOpenInterest } from "../open-interest.ts";
import { Envelope } from "./envelope.ts";
import { MARKETS, readMarkets } from "./parameters.ts";
import { v2Operation } from "./v2-operation.ts";
import { ONLY_INTERFACE_LIMIT } from "../../guard/rate-limits.ts";

export const listV2OpenInterest = v2Operation({
  path: "/v2/oi",
  summary: "List the open interest of markets, version 2",
  group: V2_MARKETS,
  limits: ONLY_INTERFACE_LIMIT,
  query: Type.Object(MARKETS),
  answer: Envelope(
    Type.Array(
      Type.Object({
        condition_id: Type.String({ description: `${ALL_MARKETS} where no market was asked for` }),
        value: Type.Number({ description: "Collateral, as value of GET /oi" }),
      }),
    ),
  ),
  maxAgeSeconds: 5,
  handle: async ({ context, query }) => {
    const markets = readMarkets(query);
    if (isRefused(markets)) return markets;
    const rows = await readOpenInterest(context, markets.conditionIds);
    return { body: { data: rows.map(({ market, value }) => ({ condition_id: market, value })) } };
  },
});
