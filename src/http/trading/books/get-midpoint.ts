/** GET /midpoint: halfway between the best bid and the best ask of a token; where one is missing there is no midpoint. */
import { Type } from "typebox";
import { endpoint } from "../../endpoint.ts";
import { answerQuote, midpointText } from "./quote.ts";
import { TokenId } from "../token-id.ts";

export const getMidpoint = endpoint({
  method: "GET",
  path: "/midpoint",
  summary: "Get the midpoint of a token",
  query: Type.Object({ token_id: TokenId }),
  answer: Type.Object({ mid: Type.String() }),
  handle: ({ context, query }) =>
    answerQuote(context, query.token_id, (quote) => {
      const mid = midpointText(quote);
      return mid === undefined ? undefined : { mid };
    }),
});
