/** GET /spread: from the best bid to the best ask of a token; a missing one counts as 0 or 1. */
import { Type } from "typebox";
import { endpoint } from "../../endpoint.ts";
import { TRADING_LIMITS } from "../../guard/rate-limits.ts";
import { BOOKS_AND_PRICES } from "../groups.ts";
import { INVALID_TOKEN_ID } from "../refusal-texts.ts";
import { TokenId, UnusedSide } from "../token-id.ts";
import { answerQuote, spreadText } from "./quote.ts";

export const getSpread = endpoint({
  method: "GET",
  path: "/spread",
  fromMemory: true,
  summary: "Get the spread of a token; a missing bid counts 0, a missing ask 1",
  group: BOOKS_AND_PRICES,
  limits: [TRADING_LIMITS.spread],
  refuses: ["unknown_token", "no_book"],
  texts: [INVALID_TOKEN_ID],
  query: Type.Object({ token_id: TokenId, side: UnusedSide }),
  answer: Type.Object({ spread: Type.String() }),
  handle: ({ context, query }) =>
    answerQuote(context, query.token_id, (quote) => ({ spread: spreadText(quote) })),
});
