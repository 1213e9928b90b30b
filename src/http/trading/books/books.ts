/** GET /book, GET and POST /books: order books in the form that clients hash. */
import { hash } from "node:crypto";
import { Type } from "typebox";
import type { Context } from "../../../context.ts";
import { listLevels } from "../../../core/orders/book.ts";
import type { Level } from "../../../core/orders/book.ts";
import { isRejection } from "../../../core/rejection.ts";
import type { Market, Outcome } from "../../../core/state.ts";
import { outcomePrice, priceText, sharesText } from "../../../core/units.ts";
import { whenRead } from "../../../engine/committed-reads.ts";
import type { MarketRead } from "../../../engine/committed-reads.ts";
import { endpoint } from "../../operation/endpoint.ts";
import type { Answer } from "../../operation/endpoint.ts";
import { TRADING_LIMITS } from "../../guard/rate-limits.ts";
import { readyJson, lazyRows } from "../../guard/slow-queries/json-slices.ts";
import { BOOKS_AND_PRICES } from "../groups.ts";
import { INVALID_TOKEN_ID } from "../wire-error.ts";
import { TokenId, UnusedSide, readToken } from "../../values/token-id.ts";
import { tokenBatch } from "./token-batch.ts";
import type { KnownTokens } from "./token-batch.ts";

// The order book of one token on the wire: exactly ten keys in a fixed order, since clients hash the answer. The bytes of
// each token's book are built once per change of the market and sent unchanged.

const BookLevel = Type.Object({ price: Type.String(), size: Type.String() });

export const BookRecord = Type.Object({
  market: Type.String({ description: "Condition id: 0x and 64 hex digits that name the market" }),
  asset_id: Type.String({ description: "Token id: a decimal number that names the outcome" }),
  timestamp: Type.String({ description: "Last change, unix milliseconds" }),
  hash: Type.String({ description: "SHA-1, in hex, of this JSON with an empty hash" }),
  bids: Type.Array(BookLevel, { description: "Worst first: the best is the last" }),
  asks: Type.Array(BookLevel, { description: "Worst first: the best is the last" }),
  min_order_size: Type.String(),
  tick_size: Type.String(),
  neg_risk: Type.Boolean(),
  last_trade_price: Type.String({ description: "In USDC; empty when the market never traded" }),
});
export type BookRecord = Type.Static<typeof BookRecord>;

/** Record of a book, and the latest sequence of the live channel that the book includes. */
export type SequencedBook = {
  readonly json: Buffer;
  /** The same record as an answer. A short record is text, sent in one write with the answer's head. */
  readonly answer: string | Buffer;
  readonly sequence: number;
};

/** Minimum size of a record sent as a separate buffer, bytes: copying longer text costs more than a second write. */
const MIN_BUFFER_BYTES = 4_096;

/** Both books of a market by outcome, cached by the engine. */
export const BOOKS: readonly [MarketRead<SequencedBook>, MarketRead<SequencedBook>] = [
  { build: (market, sequence) => buildSequencedBook(market, 0, sequence) },
  { build: (market, sequence) => buildSequencedBook(market, 1, sequence) },
];

function buildSequencedBook(market: Market, outcome: Outcome, sequence: number): SequencedBook {
  const json = bookBytes(bookRecord(market, outcome));
  return { json, answer: json.length < MIN_BUFFER_BYTES ? json.toString("utf8") : json, sequence };
}

/**
 * Returns the id of a market's stream on the live channel. The id includes the run, since sequences of different runs
 * cannot be compared.
 */
export const streamId = (run: string, { conditionId }: Pick<Market, "conditionId">): string =>
  `${conditionId}:${run}`;

/** Builds the record of a book. The book of outcome 1 is mirrored: sides swapped, each price the complement. */
function bookRecord(market: Market, outcome: Outcome): Omit<BookRecord, "hash"> {
  const { book, lastTrade } = market;
  const side = (bids: boolean): BookRecord["bids"] =>
    listLevels(book, bids === (outcome === 0))
      .reverse()
      .map((level) => levelRecord(level, outcome));
  return {
    market: market.conditionId,
    asset_id: market.tokenIds[outcome],
    timestamp: String(market.changedAt),
    bids: side(true),
    asks: side(false),
    min_order_size: sharesText(market.minimumLots),
    tick_size: priceText(market.tick),
    neg_risk: market.negativeRisk,
    last_trade_price: lastTrade === undefined ? "" : priceText(outcomePrice(lastTrade.price, outcome)),
  };
}

const levelRecord = ({ price, lots }: Level, outcome: Outcome): BookRecord["bids"][number] => ({
  price: priceText(outcomePrice(price, outcome)),
  size: sharesText(lots),
});

const EMPTY_HASH = '"hash":""';

/** Serializes the record as JSON with its hash: the SHA-1 of the same JSON with an empty hash. */
export function bookBytes(record: Omit<BookRecord, "hash">): Buffer {
  const { market, asset_id, timestamp, ...rest } = record;
  const text = JSON.stringify({ market, asset_id, timestamp, hash: "", ...rest });
  const place = text.indexOf(EMPTY_HASH) + EMPTY_HASH.length - 1;
  return Buffer.from(text.slice(0, place) + hash("sha1", text) + text.slice(place));
}

/**
 * GET /book: the order book of one token. Headers name the stream of the live channel and the sequence of the book, for
 * comparison with a book built from deltas.
 */
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

/** Rows that a book counts as in a batch: a typical number of levels, which some books exceed several times. */
const USUAL_LEVELS = 20;

/** POST and GET /books: the order books of many tokens. */
export const listBooks = tokenBatch({
  path: "/books",
  summary: "List the order books of tokens",
  limit: TRADING_LIMITS.books,
  answer: Type.Array(BookRecord),
  rowsOfToken: USUAL_LEVELS,
  read: (tokens, { context }) => answerBooks(context, tokens),
});

/** Answers with the cached bytes of each book. */
const answerBooks = ({ engine }: Pick<Context, "engine">, tokens: KnownTokens): Answer => ({
  body: lazyRows([...tokens.values()], ({ market, outcome }) =>
    whenRead(engine.reads.read(market, BOOKS[outcome]), ({ json }) => readyJson(json)),
  ),
});
