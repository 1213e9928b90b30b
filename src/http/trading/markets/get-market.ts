/** GET /markets/{condition_id}: one market. */
import { Type } from "typebox";
import { endpoint } from "../../endpoint.ts";
import { CONDITION_PATTERN } from "../../id-patterns.ts";
import { MARKETS } from "../groups.ts";
import { INVALID_MARKET } from "../refusal-texts.ts";
import { unknownMarket } from "../unknown-id.ts";
import { findListedMarket } from "./listed-market.ts";
import { fullRecord } from "./market-record.ts";
import { FullMarket } from "./market-schema.ts";
import { ONLY_INTERFACE_LIMIT } from "../../guard/rate-limits.ts";

export const ConditionParams = Type.Object({
  condition_id: Type.String({
    pattern: CONDITION_PATTERN,
    description: "0x and 64 hex digits, in any case",
  }),
});

export const getMarket = endpoint({
  method: "GET",
  path: "/markets/:condition_id",
  summary: "Get a market",
  group: MARKETS,
  limits: ONLY_INTERFACE_LIMIT,
  refuses: ["unknown_market"],
  texts: [INVALID_MARKET],
  params: ConditionParams,
  answer: FullMarket,
  handle: async ({ context, dialect, params }) => {
    const listed = await findListedMarket(context, params.condition_id);
    if (listed === undefined) return { rejection: unknownMarket(context, params.condition_id) };
    return { body: fullRecord(listed, dialect) };
  },
});
