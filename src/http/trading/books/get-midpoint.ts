/** GET /midpoint: halfway between the best bid and the best ask of a token; a missing one counts as 0 or 1. */
import { Type } from "typebox";
import { endpoint } from "../../endpoint.ts";
import { TRADING_LIMITS } from "../../guard/rate-limits.ts";
import { BOOKS_AND_PRICES } from "../groups.ts";
import { INVALID_TOKEN_ID } from "../refusal-texts.ts";
import { TokenId } from "../token-id.ts";
import { answerQuote, midpointText } from "./quote.ts";

export const getMidpoint = endpoint({
  method: "GET",
  path: "/midpoint",
  fromMemory: true,
  summary: "Get the midpoint of a token; a missing bid counts 0, a missing ask 1",
  group: BOOKS_AND_PRICES,
  limits: [TRADING_LIMITS.midpoint],
  refuses: ["unknown_token", "no_book"],
  texts: [INVALID_TOKEN_ID],
  query: Type.Object({ token_id: TokenId }),
  answer: Type.Object({ mid: Type.String() }),
  handle: ({ context, query }) =>
    answerQuote(context, query.token_id, (quote) => ({ mid: midpointText(quote) })),
});
