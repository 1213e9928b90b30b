/**
 * GET /rebates/current: the part of a day's fees that a maker gets back. Nothing is given back here, so there is none.
 */
import { Type } from "typebox";
import { endpoint } from "../../endpoint.ts";
import { WALLET_FORMAT } from "../../wallet-format.ts";
import { REWARDS } from "../groups.ts";
import { EarnedDay } from "./earnings-query.ts";
import { ONLY_INTERFACE_LIMIT } from "../../guard/rate-limits.ts";

export const listRebates = endpoint({
  method: "GET",
  path: "/rebates/current",
  fromMemory: true,
  summary: "List a maker's rebates of a day by market",
  group: REWARDS,
  limits: ONLY_INTERFACE_LIMIT,
  refuses: [],
  query: Type.Object({
    date: EarnedDay,
    maker_address: Type.String({ format: WALLET_FORMAT, description: "The maker's wallet" }),
  }),
  answer: Type.Array(
    Type.Object({
      date: Type.String(),
      condition_id: Type.String(),
      asset_address: Type.String(),
      maker_address: Type.String(),
      rebated_fees_usdc: Type.String(),
    }),
  ),
  handle: () => ({ body: [] }),
});
