/** GET /markets-by-token/{token_id}: the market that lists a token. */
import { Type } from "typebox";
import { isRejection } from "../../../core/rejection.ts";
import { endpoint } from "../../endpoint.ts";
import { MARKETS } from "../groups.ts";
import { INVALID_TOKEN_ID } from "../refusal-texts.ts";
import { readToken, TokenId } from "../token-id.ts";
import { ONLY_INTERFACE_LIMIT } from "../../guard/rate-limits.ts";

export const getTokenMarket = endpoint({
  method: "GET",
  path: "/markets-by-token/:token_id",
  fromMemory: true,
  summary: "Get the market of a token",
  group: MARKETS,
  limits: ONLY_INTERFACE_LIMIT,
  refuses: ["unknown_token"],
  texts: [INVALID_TOKEN_ID],
  params: Type.Object({ token_id: TokenId }),
  answer: Type.Object({
    condition_id: Type.String(),
    primary_token_id: Type.String({ description: "Token of the first outcome" }),
    secondary_token_id: Type.String({ description: "Token of the second outcome" }),
  }),
  handle: ({ context, params }) => {
    const token = readToken(context, params.token_id);
    if (isRejection(token)) return { rejection: token };
    const { conditionId, tokenIds } = token.market;
    const [primary_token_id, secondary_token_id] = tokenIds;
    return { body: { condition_id: conditionId, primary_token_id, secondary_token_id } };
  },
});
