/** POST and GET /books: the order books of many tokens. */
import { Type } from "typebox";
import type { Context } from "../../../context.ts";
import { whenRead } from "../../../engine/committed-reads.ts";
import type { Answer } from "../../endpoint.ts";
import { TRADING_LIMITS } from "../../guard/rate-limits.ts";
import { readyJson, rowsOf } from "../../large/rows.ts";
import { BookRecord, BOOKS } from "./book-record.ts";
import { tokenBatch } from "./token-batch.ts";
import type { KnownTokens } from "./token-batch.ts";

/** A book has as many levels or some times more. */
const USUAL_LEVELS = 20;

export const listBooks = tokenBatch({
  path: "/books",
  summary: "List the order books of tokens",
  limit: TRADING_LIMITS.books,
  answer: Type.Array(BookRecord),
  rowsOfToken: USUAL_LEVELS,
  read: (tokens, { context }) => answerBooks(context, tokens),
});

/** The kept bytes of each book. */
const answerBooks = ({ engine }: Pick<Context, "engine">, tokens: KnownTokens): Answer => ({
  body: rowsOf([...tokens.values()], ({ market, outcome }) =>
    whenRead(engine.reads.read(market, BOOKS[outcome]), ({ json }) => readyJson(json)),
  ),
});
