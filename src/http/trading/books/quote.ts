/**
 * The best prices of a token's book at the last commit, and the figures made of them. Nothing is rounded. A missing side
 * counts as the bound of all prices; a book without orders has no figures.
 */
import { Type } from "typebox";
import type { Context } from "../../../context.ts";
import { isRejection, reject } from "../../../core/rejection.ts";
import type { Token } from "../../../core/state.ts";
import { priceText, ticks } from "../../../core/units.ts";
import type { Ticks } from "../../../core/units.ts";
import { whenRead } from "../../../engine/committed-reads.ts";
import { DIFFERENCES } from "../../dialects/dialect-differences.ts";
import type { Dialect } from "../../dialects/dialect.ts";
import type { Answer } from "../../endpoint.ts";
import { halfTicksText } from "../../shown-prices.ts";
import { bestPrices, boundedPrices, MARKET_VIEW } from "../market-view.ts";
import type { MarketView } from "../market-view.ts";
import { readToken } from "../token-id.ts";
import type { KnownTokens } from "./token-batch.ts";

/** A bid of 0 or an ask of 1 stands for a side without orders. */
export type Quote = { readonly bid: Ticks; readonly ask: Ticks };

/** Answers a body made of a token's quote; refuses a token whose book has no orders. */
export function answerQuote(
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
  whenRead(engine.reads.read(market, MARKET_VIEW), (view) => quoteOf(bestPrices(view, outcome)));

const quoteOf = (best: Pick<MarketView, "bid" | "ask">): Quote | undefined =>
  best.bid === undefined && best.ask === undefined ? undefined : boundedPrices(best);

/** Answers a value made of each quote by token id; tokens whose book has no orders are left out. */
export async function answerQuotes<Shown>(
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
 * Prices at which an order of each side would fill at once; in the Polymarket dialect those of resting orders of that
 * side.
 */
export const sidePrices = ({ bid, ask }: Quote, dialect: Dialect) =>
  DIFFERENCES.sidePrices.does[dialect] === "own" ? { BUY: bid, SELL: ask } : { BUY: ask, SELL: bid };

/** Halfway between the best prices, to half a tick. */
export const midpointText = ({ bid, ask }: Quote): string => halfTicksText(bid + ask);

/** The best ask less the best bid. */
export const spreadText = ({ bid, ask }: Quote): string => priceText(ticks(ask - bid));

/** A figure of many tokens, by their ids. */
export const FigureByToken = (description: string) =>
  Type.Record(Type.String(), Type.String({ description }));
