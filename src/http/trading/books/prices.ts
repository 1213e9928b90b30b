/** Prices, midpoints, spreads and last trades, of one token and of many. */
import { Type } from "typebox";
import type { Context } from "../../../context.ts";
import { isRejection, reject } from "../../../core/rejection.ts";
import type { Market, Outcome, Token } from "../../../core/state.ts";
import { HALF, outcomePrice, priceText, ticks } from "../../../core/units.ts";
import type { Ticks } from "../../../core/units.ts";
import { whenRead } from "../../../engine/committed-reads.ts";
import type { MarketRead } from "../../../engine/committed-reads.ts";
import { nearestName } from "../../../base/nearest-name.ts";
import { DIFFERENCES } from "../../dialects/dialect-differences.ts";
import type { Dialect } from "../../dialects/dialect.ts";
import { endpoint } from "../../operation/endpoint.ts";
import type { Answer } from "../../operation/endpoint.ts";
import { TRADING_LIMITS } from "../../guard/rate-limits.ts";
import { halfTicksText } from "../../values/shown-prices.ts";
import { describeMistake } from "../../operation/validation-fault.ts";
import type { ValueFault } from "../../operation/validation-fault.ts";
import { BOOKS_AND_PRICES } from "../groups.ts";
import { MARKET_VIEW, getBestPrices, getBoundedPrices } from "../market-view.ts";
import type { MarketView } from "../market-view.ts";
import { INVALID_SIDE, INVALID_TOKEN_ID } from "../wire-error.ts";
import { TokenId, UnusedSide, readToken } from "../../values/token-id.ts";
import { tokenBatch } from "./token-batch.ts";
import type { KnownTokens } from "./token-batch.ts";

// The best prices of a token's book at the last commit, and the values derived from them, without rounding. An empty side
// counts as the price bound; a book without orders has no values.

/** Best prices of a token. An empty side has a bid of 0 or an ask of 1. */
type Quote = { readonly bid: Ticks; readonly ask: Ticks };

/** Answers with a body built from a token's quote; refuses a token whose book has no orders. */
function answerQuote(
  context: Context,
  tokenId: string,
  show: (quote: Quote) => object,
): Answer | Promise<Answer> {
  const token = readToken(context, tokenId);
  if (isRejection(token)) return { rejection: token };
  return whenRead(readQuote(context, token), (quote) =>
    quote === undefined
      ? { rejection: reject("no_book", `the book of token ${tokenId} has no bids and no asks`) }
      : { body: show(quote) },
  );
}

const readQuote = (
  { engine }: Pick<Context, "engine">,
  { market, outcome }: Token,
): Quote | undefined | Promise<Quote | undefined> =>
  whenRead(engine.reads.read(market, MARKET_VIEW), (view) => toQuote(getBestPrices(view, outcome)));

const toQuote = (best: Pick<MarketView, "bid" | "ask">): Quote | undefined =>
  best.bid === undefined && best.ask === undefined ? undefined : getBoundedPrices(best);

/** Answers with a value for each token's quote, by token id; tokens whose book has no orders are left out. */
async function answerQuotes<Shown>(
  context: Pick<Context, "engine">,
  tokens: KnownTokens,
  show: (quote: Quote) => Shown,
): Promise<Answer> {
  const quotes = await Promise.all(
    [...tokens].map(async ([tokenId, token]) => [tokenId, await readQuote(context, token)] as const),
  );
  const shown = quotes.flatMap(([tokenId, quote]) =>
    quote === undefined ? [] : [[tokenId, show(quote)] as const],
  );
  return { body: Object.fromEntries(shown) };
}

/**
 * Returns the price at which an order of each side would fill at once. In the Polymarket dialect it is the best price of
 * resting orders on that side.
 */
const sidePrices = ({ bid, ask }: Quote, dialect: Dialect) =>
  DIFFERENCES.sidePrices.does[dialect] === "own" ? { BUY: bid, SELL: ask } : { BUY: ask, SELL: bid };

/** Formats the midpoint of the best prices, to half a tick. */
const midpointText = ({ bid, ask }: Quote): string => halfTicksText(bid + ask);

/** Formats the spread: the best ask minus the best bid. */
const spreadText = ({ bid, ask }: Quote): string => priceText(ticks(ask - bid));

/** Creates the schema of one value per token, by token id. */
const ValueByToken = (description: string) => Type.Record(Type.String(), Type.String({ description }));

// The latest execution of a market, as seen from each of its tokens. The price is the token's own. The side is that of the
// incoming order, converted to the token: a buy of one token is a sale of the other.

const LastTrade = Type.Object({
  price: Type.String(),
  side: Type.String({ description: "BUY or SELL: what the incoming order did, seen from this token" }),
});
type LastTrade = Type.Static<typeof LastTrade>;

const LAST_TRADE: MarketRead<Market["lastTrade"]> = { build: ({ lastTrade }) => lastTrade };

/** Finds the last trade; `undefined` if the market never traded. */
const findLastTrade = (
  { engine }: Pick<Context, "engine">,
  { market, outcome }: Token,
): LastTrade | undefined | Promise<LastTrade | undefined> =>
  whenRead(engine.reads.read(market, LAST_TRADE), (trade) => trade && viewLastTrade(trade, outcome));

const viewLastTrade = ({ price, side }: NonNullable<Market["lastTrade"]>, outcome: Outcome): LastTrade => ({
  price: priceText(outcomePrice(price, outcome)),
  side: outcome === 0 ? side : side === "BUY" ? "SELL" : "BUY",
});

const PRICE_READ = { method: "GET", fromMemory: true, group: BOOKS_AND_PRICES } as const;

/** GET /price: the best price of a token on one side. The dialects differ in the meaning of BUY and SELL. */
export const getPrice = endpoint({
  ...PRICE_READ,
  path: "/price",
  summary: "Get a best price of a token; a missing bid counts 0, a missing ask 1",
  limits: [TRADING_LIMITS.price],
  refuses: ["invalid_side", "unknown_token", "no_book"],
  texts: [INVALID_SIDE, INVALID_TOKEN_ID],
  query: Type.Object({
    token_id: TokenId,
    side: Type.String({
      description:
        "BUY, the best ask, or SELL, the best bid, in any case; in the Polymarket dialect BUY is the best bid and SELL the best ask",
    }),
  }),
  answer: Type.Object({ price: Type.String() }),
  handle: ({ context, dialect, query }) => {
    const side = query.side.toUpperCase();
    if (side !== "BUY" && side !== "SELL")
      return { rejection: reject("invalid_side", describeMistake("side", describeSideFault(query.side))) };
    return answerQuote(context, query.token_id, (quote) => ({
      price: priceText(sidePrices(quote, dialect)[side]),
    }));
  },
});

const SIDES = ["BUY", "SELL"] as const;

const describeSideFault = (got: string): ValueFault => ({
  expected: SIDES.join(" or "),
  got,
  nearest: nearestName(got, SIDES),
});

/** GET /midpoint: the midpoint of a token's best bid and best ask; an empty side counts as 0 or 1. */
export const getMidpoint = endpoint({
  ...PRICE_READ,
  path: "/midpoint",
  summary: "Get the midpoint of a token; a missing bid counts 0, a missing ask 1",
  limits: [TRADING_LIMITS.midpoint],
  refuses: ["unknown_token", "no_book"],
  texts: [INVALID_TOKEN_ID],
  query: Type.Object({ token_id: TokenId }),
  answer: Type.Object({ mid: Type.String() }),
  handle: ({ context, query }) =>
    answerQuote(context, query.token_id, (quote) => ({ mid: midpointText(quote) })),
});

/** GET /spread: the difference between a token's best ask and best bid; an empty side counts as 0 or 1. */
export const getSpread = endpoint({
  ...PRICE_READ,
  path: "/spread",
  summary: "Get the spread of a token; a missing bid counts 0, a missing ask 1",
  limits: [TRADING_LIMITS.spread],
  refuses: ["unknown_token", "no_book"],
  texts: [INVALID_TOKEN_ID],
  query: Type.Object({ token_id: TokenId, side: UnusedSide }),
  answer: Type.Object({ spread: Type.String() }),
  handle: ({ context, query }) =>
    answerQuote(context, query.token_id, (quote) => ({ spread: spreadText(quote) })),
});

const BestPrices = Type.Object({
  BUY: Type.String({ description: "Best ask; in the Polymarket dialect best bid" }),
  SELL: Type.String({ description: "Best bid; in the Polymarket dialect best ask" }),
});

/** POST and GET /prices: the best prices of many tokens. The dialects differ in the meaning of BUY and SELL. */
export const listPrices = tokenBatch({
  path: "/prices",
  summary:
    "List the best prices of tokens; a missing bid counts 0, a missing ask 1; books without orders are left out",
  limit: TRADING_LIMITS.prices,
  answer: Type.Record(Type.String(), BestPrices),
  read: (tokens, { context, dialect }) =>
    answerQuotes(context, tokens, (quote) => pricesRecord(quote, dialect)),
});

function pricesRecord(quote: Quote, dialect: Dialect): Type.Static<typeof BestPrices> {
  const { BUY, SELL } = sidePrices(quote, dialect);
  return { BUY: priceText(BUY), SELL: priceText(SELL) };
}

/** POST and GET /midpoints: the midpoints of many tokens. */
export const listMidpoints = tokenBatch({
  path: "/midpoints",
  summary: "List the midpoints of tokens; books without orders are left out",
  limit: TRADING_LIMITS.midpoints,
  answer: ValueByToken("Midpoint"),
  read: (tokens, { context }) => answerQuotes(context, tokens, midpointText),
});

/** POST and GET /spreads: the spreads of many tokens. */
export const listSpreads = tokenBatch({
  path: "/spreads",
  summary: "List the spreads of tokens; books without orders are left out",
  limit: TRADING_LIMITS.spreads,
  answer: ValueByToken("Best ask less best bid"),
  read: (tokens, { context }) => answerQuotes(context, tokens, spreadText),
});

const NO_LAST_TRADE: LastTrade = { price: priceText(HALF), side: "" };

/**
 * GET /last-trade-price: the price of a token's last trade. Without a trade, Polymarket's clients get 0.5 and no side,
 * other clients an error.
 */
export const getLastTradePrice = endpoint({
  ...PRICE_READ,
  path: "/last-trade-price",
  summary: "Get the price of a token's last trade",
  limits: [TRADING_LIMITS.lastTrade],
  refuses: ["unknown_token", "no_trades"],
  texts: [INVALID_TOKEN_ID],
  query: Type.Object({ token_id: TokenId }),
  answer: LastTrade,
  handle: ({ context, dialect, query }) => {
    const token = readToken(context, query.token_id);
    if (isRejection(token)) return { rejection: token };
    return whenRead(findLastTrade(context, token), (trade) => {
      if (trade !== undefined) return { body: trade };
      if (DIFFERENCES.neverTraded.does[dialect] === "half") return { body: NO_LAST_TRADE };
      return { rejection: reject("no_trades", `token ${query.token_id} was never traded`) };
    });
  },
});

/** POST and GET /last-trades-prices: last trade prices of many tokens. Some clients send the body of the POST with a GET. */
export const listLastTradePrices = tokenBatch({
  path: "/last-trades-prices",
  summary: "List the prices of tokens' last trades; tokens that were never traded are left out",
  limit: TRADING_LIMITS.lastTrades,
  bodyWithGet: true,
  answer: Type.Array(Type.Object({ token_id: Type.String(), ...LastTrade.properties })),
  read: async (tokens, { context }) => {
    const trades = await Promise.all(
      [...tokens].map(async ([token_id, token]) => ({
        token_id,
        trade: await findLastTrade(context, token),
      })),
    );
    return {
      body: trades.flatMap(({ token_id, trade }) => (trade === undefined ? [] : [{ token_id, ...trade }])),
    };
  },
});
