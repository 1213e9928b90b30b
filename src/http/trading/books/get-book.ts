/**
 * GET /book: the order book of one token. Its headers name the stream of the live channel and the sequence of the book,
 * for comparison with a book that is kept by deltas.
 */
import { Type } from "typebox";
import { isRejection } from "../../../core/rejection.ts";
import { whenRead } from "../../../engine/committed-reads.ts";
import { endpoint } from "../../endpoint.ts";
import { TRADING_LIMITS } from "../../guard/rate-limits.ts";
import { BOOKS_AND_PRICES } from "../groups.ts";
import { INVALID_TOKEN_ID } from "../refusal-texts.ts";
import { readToken, TokenId, UnusedSide } from "../token-id.ts";
import { BookRecord, BOOKS, streamId } from "./book-record.ts";

export const getBook = endpoint({
  method: "GET",
  path: "/book",
  fromMemory: true,
  summary: "Get the order book of a token",
  group: BOOKS_AND_PRICES,
  limits: [TRADING_LIMITS.book],
  refuses: ["unknown_token"],
  texts: [INVALID_TOKEN_ID],
  query: Type.Object({ token_id: TokenId, side: UnusedSide }),
  answer: BookRecord,
  handle: ({ context, query }) => {
    const token = readToken(context, query.token_id);
    if (isRejection(token)) return { rejection: token };
    const { engine } = context;
    const id = streamId(engine.run, token.market);
    return whenRead(engine.reads.read(token.market, BOOKS[token.outcome]), ({ answer, sequence }) => ({
      json: answer,
      headers: { "x-sequence": String(sequence), "x-stream-id": id },
    }));
  },
});
