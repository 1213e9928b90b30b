/**
 * GET /fees/builder-fees/{code}: the fees that orders with a builder's code pay to the builder, which are none here.
 */
import { Type } from "typebox";
import { endpoint } from "../../endpoint.ts";
import { BUILDER_PATTERN } from "../../id-patterns.ts";
import { TRADES } from "../groups.ts";
import { ONLY_INTERFACE_LIMIT } from "../../guard/rate-limits.ts";

const None = (description: string) => Type.Literal(0, { description });

const BuilderFees = Type.Object({
  builder_maker_flat_fee_bps: None("Kuest's name of what resting orders pay"),
  builder_taker_fee_share_bps: None("Kuest's name of the builder's share of what incoming orders pay"),
  builder_maker_fee_rate_bps: None("What resting orders pay"),
  builder_taker_fee_rate_bps: None("What incoming orders pay"),
});

const NOTHING: Type.Static<typeof BuilderFees> = {
  builder_maker_flat_fee_bps: 0,
  builder_taker_fee_share_bps: 0,
  builder_maker_fee_rate_bps: 0,
  builder_taker_fee_rate_bps: 0,
};

export const getBuilderFees = endpoint({
  method: "GET",
  path: "/fees/builder-fees/:code",
  fromMemory: true,
  summary: "Get the fees of a builder: none, since this exchange charges no builder fees",
  group: TRADES,
  limits: ONLY_INTERFACE_LIMIT,
  refuses: [],
  params: Type.Object({
    code: Type.String({
      pattern: BUILDER_PATTERN,
      description: "Builder code, 0x and 64 hex digits; any counts as known",
    }),
  }),
  answer: BuilderFees,
  handle: () => ({ body: NOTHING }),
});
