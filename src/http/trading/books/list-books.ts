/** POST and GET /books: the order books of many tokens. */
import { Type } from "typebox";
import type { Context } from "../../../context.ts";
import type { Answer } from "../../endpoint.ts";
import { BookRecord, BOOKS } from "./book-record.ts";
import { tokenBatch } from "./token-batch.ts";
import type { KnownTokens } from "./token-batch.ts";

export const listBooks = tokenBatch({
  path: "/books",
  summary: "List the order books of tokens",
  answer: Type.Array(BookRecord),
  read: (tokens, { context }) => answerBooks(context, tokens),
});

const OPENING = Buffer.from("[");
const COMMA = Buffer.from(",");
const CLOSING = Buffer.from("]");

/** The kept bytes of each book, joined. */
async function answerBooks(context: Context, tokens: KnownTokens): Promise<Answer> {
  const books = await Promise.all(
    [...tokens.values()].map(({ market, outcome }) => context.engine.reads.read(market, BOOKS[outcome])),
  );
  const parts = books.flatMap(({ json }, index) => (index === 0 ? [json] : [COMMA, json]));
  return { json: Buffer.concat([OPENING, ...parts, CLOSING]) };
}
