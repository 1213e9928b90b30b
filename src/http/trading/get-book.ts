/** GET /book: the order book of one token. */
import { Type } from "typebox";
import { endpoint } from "../endpoint.ts";
import { BookRecord, BOOKS } from "./book-record.ts";
import { readToken, TokenId } from "./token-id.ts";

export const getBook = endpoint({
  method: "GET",
  path: "/book",
  summary: "Get the order book of a token",
  query: Type.Object({ token_id: TokenId }),
  answer: BookRecord,
  handle: async ({ context, query }) => {
    const token = readToken(context, query.token_id);
    if ("code" in token) return { rejection: token };
    return { json: await context.engine.reads.read(token.market, BOOKS[token.outcome]) };
  },
});
