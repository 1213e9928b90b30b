/** The reads of one trading term of a token's market, each in two forms: the token in the query, or in the path. */
import { Type } from "typebox";
import type { TSchema } from "typebox";
import type { Context } from "../../../context.ts";
import { whenRead } from "../../../engine/committed-reads.ts";
import { endpoint } from "../../endpoint.ts";
import type { Answer, Endpoint } from "../../endpoint.ts";
import { MARKET_VIEW } from "../market-view.ts";
import type { MarketView } from "../market-view.ts";
import { readToken, TokenId } from "../token-id.ts";

type Term = {
  readonly path: string;
  readonly summary: string;
  readonly answer: TSchema;
  readonly read: (view: MarketView) => unknown;
};

export function tokenTerm({ path, summary, answer, read }: Term): readonly Endpoint[] {
  const named = Type.Object({ token_id: TokenId });
  return [
    endpoint({
      method: "GET",
      path,
      summary,
      query: named,
      answer,
      handle: ({ context, query }) => answerTerm(context, query.token_id, read),
    }),
    endpoint({
      method: "GET",
      path: `${path}/:token_id`,
      summary: `${summary} (token in the path)`,
      params: named,
      answer,
      handle: ({ context, params }) => answerTerm(context, params.token_id, read),
    }),
  ];
}

function answerTerm(context: Context, tokenId: string, read: Term["read"]): Answer | Promise<Answer> {
  const token = readToken(context, tokenId);
  if ("code" in token) return { rejection: token };
  return whenRead(context.engine.reads.read(token.market, MARKET_VIEW), (view) => ({ body: read(view) }));
}
