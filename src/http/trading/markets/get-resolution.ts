/** GET /markets/{condition_id}/resolution: how the market was or may be resolved, with the evidence and every step. */
import { Type } from "typebox";
import { findResolution } from "../../../store/reads/resolution-steps.ts";
import { endpoint } from "../../endpoint.ts";
import { findPublicMarket } from "../../shown-prices.ts";
import { describeResolution, ResolutionFields } from "../../resolution-answer.ts";
import { MARKETS } from "../groups.ts";
import { unknownMarket } from "../unknown-id.ts";
import { ConditionParams } from "./markets.ts";
import { MarketStatus } from "./market-record.ts";
import { ONLY_INTERFACE_LIMIT } from "../../guard/rate-limits.ts";

export const getResolution = endpoint({
  method: "GET",
  path: "/markets/:condition_id/resolution",
  summary: "Get the resolution of a market",
  group: MARKETS,
  limits: ONLY_INTERFACE_LIMIT,
  refuses: ["unknown_market"],
  params: ConditionParams,
  strict: true,
  answer: Type.Object({ condition_id: Type.String(), status: MarketStatus, ...ResolutionFields }),
  handle: async ({ context, params }) => {
    const { engine, sql } = context;
    const conditionId = params.condition_id.toLowerCase();
    const market = findPublicMarket(engine.exchange, conditionId);
    const found = market && (await findResolution(await sql(), market.no));
    if (found === undefined) return { rejection: unknownMarket(context, params.condition_id) };
    return { body: { condition_id: conditionId, status: found.status, ...describeResolution(found) } };
  },
});
