/** POST /books, and GET /books with the ids in the query: the order books of many tokens. */
import { Type } from "typebox";
import type { Context } from "../../context.ts";
import { reject } from "../../core/rejection.ts";
import { endpoint } from "../endpoint.ts";
import type { Answer } from "../endpoint.ts";
import { BookRecord, BOOKS } from "./book-record.ts";
import { BATCH_BODY_BYTES, BATCH_TOKENS, listKnownTokens, TokenList } from "./token-id.ts";

export const listBooks = endpoint({
  method: "POST",
  path: "/books",
  summary: "List the order books of tokens",
  body: TokenList,
  bodyLimit: BATCH_BODY_BYTES,
  answer: Type.Array(BookRecord),
  handle: ({ context, body }) =>
    answerBooks(
      context,
      body.map(({ token_id }) => token_id),
    ),
});

export const listBooksByQuery = endpoint({
  method: "GET",
  path: "/books",
  summary: "List the order books of tokens, named in the query",
  query: Type.Object({
    token_ids: Type.String({
      description: `At most ${BATCH_TOKENS} token ids, separated by commas; unknown ones are left out`,
    }),
  }),
  answer: Type.Array(BookRecord),
  handle: ({ context, query }) => {
    const tokenIds = query.token_ids.split(",").map((tokenId) => tokenId.trim());
    if (tokenIds.length > BATCH_TOKENS)
      return {
        rejection: reject(
          "invalid_payload",
          `token_ids: expected at most ${BATCH_TOKENS}, got ${tokenIds.length}`,
        ),
      };
    return answerBooks(context, tokenIds);
  },
});

const OPENING = Buffer.from("[");
const COMMA = Buffer.from(",");
const CLOSING = Buffer.from("]");

/** The kept bytes of each book, joined. */
async function answerBooks(context: Context, tokenIds: readonly string[]): Promise<Answer> {
  const tokens = [...listKnownTokens(context, tokenIds).values()];
  const books = await Promise.all(
    tokens.map(({ market, outcome }) => context.engine.reads.read(market, BOOKS[outcome])),
  );
  const parts = books.flatMap(({ json }, index) => (index === 0 ? [json] : [COMMA, json]));
  return { json: Buffer.concat([OPENING, ...parts, CLOSING]) };
}
