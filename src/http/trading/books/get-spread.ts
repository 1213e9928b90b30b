/** GET /spread: from the best bid to the best ask of a token; where one is missing there is no spread. */
import { Type } from "typebox";
import { endpoint } from "../../endpoint.ts";
import { answerQuote, spreadText } from "./quote.ts";
import { TokenId } from "../token-id.ts";

export const getSpread = endpoint({
  method: "GET",
  path: "/spread",
  summary: "Get the spread of a token",
  query: Type.Object({ token_id: TokenId }),
  answer: Type.Object({ spread: Type.String() }),
  handle: ({ context, query }) =>
    answerQuote(context, query.token_id, (quote) => {
      const spread = spreadText(quote);
      return spread === undefined ? undefined : { spread };
    }),
});
