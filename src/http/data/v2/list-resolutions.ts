/** GET /v2/resolutions: how far markets are resolved. */
import { isRefused } from "../../refusal-form.ts";
import { Type } from "typebox";
import { listMarketResolutions } from "../../../store/reads/market-resolutions.ts";
import type { MarketResolution, ResolutionFilter } from "../../../store/reads/market-resolutions.ts";
import type { Refused } from "../../refusal-form.ts";
import { Time, timeAt } from "../../resolution-answer.ts";
import { halfTicksText, payoutHalfTicks } from "../../shown-prices.ts";
import { V2_MARKETS } from "../groups.ts";
import { invalidFieldBecause } from "../refusal.ts";
import { Envelope } from "./envelope.ts";
import { Events, MARKETS, readMarkets } from "./parameters.ts";
import { v2Operation } from "./v2-operation.ts";
import { ONLY_INTERFACE_LIMIT } from "../../guard/rate-limits.ts";

const Price = Type.Optional(Type.String({ description: "Of a share of the first outcome" }));

const ResolutionRow = Type.Object({
  question_id: Type.String({ description: "The condition id where the listing has no question id" }),
  condition_id: Type.String(),
  status: Type.Enum(["posed", "proposed", "disputed", "resolved"], {
    description: "posed again when a resolution was undone",
  }),
  extended_review: Type.Literal(false),
  was_disputed: Type.Boolean(),
  new_version_q: Type.Literal(false),
  proposed_price: Price,
  price: Price,
  transaction_hash: Type.Literal(""),
  log_index: Type.Literal(""),
  last_update_timestamp: Type.Integer({
    description: "Time of the last step, unix seconds; 0 of a market that was listed as resolved",
  }),
  market_type: Type.Enum(["BINARY", "INCREMENTAL_NEGRISK"]),
  payouts: Type.Optional(
    Type.Array(Type.Integer(), { description: "Of a share of each outcome, in 0.000001" }),
  ),
  resolution_source: Type.Optional(Type.Literal("reported")),
  resolved_at: Type.Optional(Time),
});
type ResolutionRow = Type.Static<typeof ResolutionRow>;

const MAX_QUESTION = 200;

const Query = Type.Object({
  question_id: Type.Optional(Type.String({ maxLength: MAX_QUESTION, description: "A question id" })),
  ...MARKETS,
  event_id: Events,
});
type Query = Type.Static<typeof Query>;

export const listResolutions = v2Operation({
  path: "/v2/resolutions",
  summary: "List resolutions of markets, version 2",
  group: V2_MARKETS,
  limits: ONLY_INTERFACE_LIMIT,
  query: Query,
  answer: Envelope(
    Type.Array(ResolutionRow, {
      description: "Markets that are resolved, or of which a resolution was proposed, as they were listed",
    }),
  ),
  maxAgeSeconds: 5,
  handle: async ({ context, query }) => {
    const filter = readFilter(query);
    if (isRefused(filter)) return filter;
    const found = await listMarketResolutions(await context.adHocSql(), filter);
    return { body: { data: found.map(rowOf) } };
  },
});

function readFilter(query: Query): ResolutionFilter | Refused {
  const asked = readMarkets(query);
  if (isRefused(asked)) return asked;
  const { conditionIds, eventIds } = asked;
  const { question_id: questionId } = query;
  const filters = [
    ...(conditionIds === undefined ? [] : [{ conditionIds }]),
    ...(eventIds === undefined ? [] : [{ eventIds }]),
    ...(questionId === undefined ? [] : [{ questionId: questionId.toLowerCase() }]),
  ];
  const [filter] = filters;
  return filter !== undefined && filters.length === 1
    ? filter
    : invalidFieldBecause("question_id", "expected one of question_id, condition_id and event_id");
}

function rowOf(found: MarketResolution): ResolutionRow {
  const { conditionId, questionId, negativeRisk, payout, proposedPayout, resolvedAt, steps } = found;
  const lastAt = steps.at(-1)?.at ?? resolvedAt ?? 0;
  return {
    question_id: questionId === "" ? conditionId : questionId,
    condition_id: conditionId,
    status: statusOf(found),
    extended_review: false,
    was_disputed: steps.some(({ step }) => step === "disputed"),
    new_version_q: false,
    ...(proposedPayout !== null && { proposed_price: halfTicksText(payoutHalfTicks(proposedPayout)[0]) }),
    ...(payout !== null && { price: halfTicksText(payoutHalfTicks(payout)[0]) }),
    transaction_hash: "",
    log_index: "",
    last_update_timestamp: Math.floor(lastAt / 1000),
    market_type: negativeRisk ? "INCREMENTAL_NEGRISK" : "BINARY",
    ...(payout !== null && {
      payouts: payoutHalfTicks(payout).map((halfTicks) => halfTicks * HALF_TICK),
      resolution_source: "reported" as const,
    }),
    ...(resolvedAt !== null && payout !== null && { resolved_at: timeAt(resolvedAt) }),
  };
}

/** A half tick in 0.000001. */
const HALF_TICK = 50;

function statusOf({ payout, proposedPayout, disputed }: MarketResolution): ResolutionRow["status"] {
  if (payout !== null) return "resolved";
  if (proposedPayout === null) return "posed";
  return disputed ? "disputed" : "proposed";
}
