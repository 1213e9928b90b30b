/** GET /v2/tokens: markets, outcomes and payouts of tokens. */
import { isRefused } from "../../refusal-form.ts";
import { Type } from "typebox";
import type { Context } from "../../../context.ts";
import type { Outcome } from "../../../core/state.ts";
import { listTokenMarkets } from "../../../store/reads/token-references.ts";
import type { TokenMarket } from "../../../store/reads/token-references.ts";
import { TOKEN_PATTERN } from "../../id-patterns.ts";
import { OrNull } from "../../resolution-answer.ts";
import { halfTicksNumber, payoutHalfTicks } from "../../shown-prices.ts";
import { V2_MARKETS } from "../groups.ts";
import { invalidFieldBecause } from "../refusal.ts";
import { Envelope } from "./envelope.ts";
import { Conditions, readMarkets } from "./parameters.ts";
import { v2Operation } from "./v2-operation.ts";
import { ONLY_INTERFACE_LIMIT } from "../../guard/rate-limits.ts";

const MOST_TOKENS = 50;

const Reference = Type.Object({
  token_id: Type.String({ description: "Decimal" }),
  condition_id: Type.String(),
  structural_condition_id: Type.Null(),
  module: Type.Literal("v1_ctf"),
  outcome_index: Type.Integer(),
  clob_index: Type.Integer(),
  outcome: Type.String(),
  opposite_token_id: Type.String(),
  resolved: Type.Boolean(),
  final_price: OrNull(Type.Number({ description: "Payout of a share; null until it is decided" })),
  title: Type.String(),
  market_slug: Type.String(),
  closed: Type.Boolean(),
  neg_risk: Type.Boolean(),
  neg_risk_market_id: Type.Null(),
  question_index: Type.Null(),
  event_id: Type.Integer(),
  event_slug: Type.String(),
});
type Reference = Type.Static<typeof Reference>;

const Query = Type.Object({
  token_id: Type.Optional(
    Type.Array(Type.String({ pattern: TOKEN_PATTERN }), {
      maxItems: MOST_TOKENS,
      description: "Decimal token ids, with commas between them; not together with conditions",
    }),
  ),
  condition: Conditions(10),
  condition_id: Conditions(10),
});
type Query = Type.Static<typeof Query>;

export const listTokens = v2Operation({
  path: "/v2/tokens",
  summary: "Describe tokens by their ids or their markets, version 2",
  group: V2_MARKETS,
  limits: ONLY_INTERFACE_LIMIT,
  query: Query,
  answer: Envelope(
    Type.Array(Reference, {
      description:
        "In the order of the request, of a market both; tokens that the exchange does not have are left out",
    }),
  ),
  maxAgeSeconds: 5,
  handle: async ({ context, query }) => {
    const { token_id: tokenIds, ...named } = query;
    const asked = readMarkets(named);
    if (isRefused(asked)) return asked;
    const { conditionIds } = asked;
    if ((tokenIds === undefined) === (conditionIds === undefined))
      return invalidFieldBecause("token_id", "expected either token_id or condition");
    return { body: { data: await readReferences(context, { tokenIds, conditionIds }) } };
  },
});

type TokensRequest = {
  readonly tokenIds: readonly string[] | undefined;
  readonly conditionIds: readonly string[] | undefined;
};

async function readReferences(
  context: Context,
  { tokenIds, conditionIds = [] }: TokensRequest,
): Promise<Reference[]> {
  const { tokens } = context.engine.exchange;
  const named = tokenIds && [...new Set(tokenIds)].flatMap((id) => tokens.get(id)?.market.conditionId ?? []);
  const markets = await listTokenMarkets(await context.adHocSql(), [...new Set(named ?? conditionIds)]);
  const all = markets.flatMap((market) => [referenceOf(market, 0), referenceOf(market, 1)]);
  if (tokenIds === undefined) return all;
  const byToken = new Map(all.map((reference) => [reference.token_id, reference]));
  return [...new Set(tokenIds)].flatMap((id) => byToken.get(id) ?? []);
}

function referenceOf(market: TokenMarket, outcome: Outcome): Reference {
  const { payout, tokenIds, outcomes } = market;
  const opposite: Outcome = outcome === 0 ? 1 : 0;
  return {
    token_id: tokenIds[outcome],
    condition_id: market.conditionId,
    structural_condition_id: null,
    module: "v1_ctf",
    outcome_index: outcome,
    clob_index: outcome,
    outcome: outcomes[outcome],
    opposite_token_id: tokenIds[opposite],
    resolved: payout !== null,
    final_price: payout && halfTicksNumber(payoutHalfTicks(payout)[outcome]),
    title: market.title,
    market_slug: market.slug,
    closed: market.closed,
    neg_risk: market.negativeRisk,
    neg_risk_market_id: null,
    question_index: null,
    event_id: market.eventId,
    event_slug: market.eventSlug,
  };
}
