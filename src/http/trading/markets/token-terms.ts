/** The reads of one trading term of a token's market, each in two forms: the token in the query, or in the path. */
import { Type } from "typebox";
import type { TSchema } from "typebox";
import type { Context } from "../../../context.ts";
import { isRejection } from "../../../core/rejection.ts";
import { priceNumber } from "../../../core/units.ts";
import { whenRead } from "../../../engine/committed-reads.ts";
import { endpoint } from "../../endpoint.ts";
import type { Answer, Endpoint } from "../../endpoint.ts";
import { TRADING_LIMITS } from "../../guard/rate-limits.ts";
import type { OwnLimits } from "../../guard/rate-limits.ts";
import type { RefusalText } from "../../refusal-form.ts";
import { TERMS } from "../groups.ts";
import { MARKET_VIEW } from "../market-view.ts";
import type { MarketView } from "../market-view.ts";
import { INVALID_TOKEN_ID, NO_FEE_RATE, NO_TERMS } from "../refusal-texts.ts";
import { readToken, TokenId } from "../token-id.ts";
import { baseFees, feeDetails, FeeDetails, RATE, TAKER_ONLY } from "./fee-details.ts";

type Term = {
  readonly path: string;
  readonly summary: string;
  /** The text of an unknown token. */
  readonly text: RefusalText;
  readonly answer: TSchema;
  readonly read: (view: MarketView) => unknown;
};

function tokenTerm({ path, summary, text, answer, read }: Term): readonly Endpoint[] {
  const named = Type.Object({ token_id: TokenId });
  const limits: OwnLimits = [TRADING_LIMITS.terms];
  const shared: Pick<Endpoint, "group" | "refuses" | "texts" | "answer" | "fromMemory"> = {
    group: TERMS,
    refuses: ["unknown_token"],
    texts: [INVALID_TOKEN_ID, text],
    answer,
    fromMemory: true,
  };
  return [
    endpoint({
      ...shared,
      limits,
      method: "GET",
      path,
      summary,
      query: named,
      handle: ({ context, query }) => answerTerm(context, query.token_id, read),
    }),
    endpoint({
      ...shared,
      limits,
      method: "GET",
      path: `${path}/:token_id`,
      summary: `${summary} (token in the path)`,
      params: named,
      handle: ({ context, params }) => answerTerm(context, params.token_id, read),
    }),
  ];
}

function answerTerm(context: Context, tokenId: string, read: Term["read"]): Answer | Promise<Answer> {
  const token = readToken(context, tokenId);
  if (isRejection(token)) return { rejection: token };
  return whenRead(context.engine.reads.read(token.market, MARKET_VIEW), (view) => ({ body: read(view) }));
}

/** GET /tick-size: the price step of a token's market. */
export const getTickSize = tokenTerm({
  path: "/tick-size",
  summary: "Get the price step of a token",
  text: NO_TERMS,
  answer: Type.Object({ minimum_tick_size: Type.Number() }),
  read: ({ tick }) => ({ minimum_tick_size: priceNumber(tick) }),
});

/** GET /neg-risk: whether a token's market belongs to an event in which exactly one market comes true. */
export const getNegRisk = tokenTerm({
  path: "/neg-risk",
  summary: "Get whether a token is of a negative-risk market",
  text: NO_TERMS,
  answer: Type.Object({ neg_risk: Type.Boolean() }),
  read: ({ negativeRisk }) => ({ neg_risk: negativeRisk }),
});

const FeeRate = Type.Object({
  base_fee: Type.Integer({ description: "The rate in basis points; 0 where trading is free" }),
  fee_schedule: Type.Object({
    rate: Type.Number(RATE),
    exponent: Type.Integer(),
    takerOnly: Type.Boolean(TAKER_ONLY),
  }),
  fd: FeeDetails,
});

/** GET /fee-rate: the fees of fills on a token's market. The same schedule stands under each name that clients read. */
export const getFeeRate = tokenTerm({
  path: "/fee-rate",
  summary: "Get the fee rate of a token",
  text: NO_FEE_RATE,
  answer: FeeRate,
  read: ({ fees }): Type.Static<typeof FeeRate> => {
    const fd = feeDetails(fees);
    return {
      base_fee: baseFees(fees).taker,
      fee_schedule: { rate: fd.r, exponent: fd.e, takerOnly: fd.to },
      fd,
    };
  },
});
