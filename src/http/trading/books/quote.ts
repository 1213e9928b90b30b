/** The best prices of a token's book at the last commit, and what is made of them. Nothing is rounded. */
import { Type } from "typebox";
import type { Context } from "../../../context.ts";
import { isRejection, reject } from "../../../core/rejection.ts";
import type { Rejection } from "../../../core/rejection.ts";
import type { Token } from "../../../core/state.ts";
import { priceText, ticks } from "../../../core/units.ts";
import type { Ticks } from "../../../core/units.ts";
import { whenRead } from "../../../engine/committed-reads.ts";
import { DIFFERENCES } from "../../dialects/dialect-differences.ts";
import type { Dialect } from "../../dialects/dialect.ts";
import type { Answer } from "../../endpoint.ts";
import { halfTicksText } from "../../shown-prices.ts";
import { bestPrices, MARKET_VIEW } from "../market-view.ts";
import { readToken } from "../token-id.ts";
import type { KnownTokens } from "./token-batch.ts";

/** `undefined` where a side of the book is empty. */
export type Quote = { readonly bid: Ticks | undefined; readonly ask: Ticks | undefined };

/** Answers what `show` makes of the quote of a token; where it makes nothing of it, that a side of the book is empty. */
export function answerQuote(
  context: Context,
  tokenId: string,
  show: (quote: Quote) => object | undefined,
): Answer | Promise<Answer> {
  const token = readToken(context, tokenId);
  if (isRejection(token)) return { rejection: token };
  return whenRead(readQuote(context, token), (quote) => {
    const body = show(quote);
    return body === undefined ? { rejection: noBook(tokenId, quote) } : { body };
  });
}

const readQuote = ({ engine }: Pick<Context, "engine">, { market, outcome }: Token): Quote | Promise<Quote> =>
  whenRead(engine.reads.read(market, MARKET_VIEW), (view) => bestPrices(view, outcome));

/** Answers by token id what `show` makes of each quote; where it makes nothing, the token is left out. */
export async function answerQuotes<Shown>(
  context: Pick<Context, "engine">,
  tokens: KnownTokens,
  show: (quote: Quote) => Shown | undefined,
): Promise<Answer> {
  const entries = [...tokens].map(
    async ([tokenId, token]) => [tokenId, show(await readQuote(context, token))] as const,
  );
  const shown = (await Promise.all(entries)).filter(([, value]) => value !== undefined);
  return { body: Object.fromEntries(shown) };
}

/**
 * Prices at which an order of each side would fill at once; in the Polymarket dialect those of resting orders of that
 * side.
 */
export const sidePrices = ({ bid, ask }: Quote, dialect: Dialect) =>
  DIFFERENCES.sidePrices.does[dialect] === "own" ? { BUY: bid, SELL: ask } : { BUY: ask, SELL: bid };

/** Halfway between the best prices, to half a tick; of a book with an empty side there is none. */
export const midpointText = ({ bid, ask }: Quote): string | undefined =>
  bid === undefined || ask === undefined ? undefined : halfTicksText(bid + ask);

/** The best ask less the best bid; of a book with an empty side there is none. */
export const spreadText = ({ bid, ask }: Quote): string | undefined =>
  bid === undefined || ask === undefined ? undefined : priceText(ticks(ask - bid));

/** Refuses a figure that the quote has not got the prices for. */
function noBook(tokenId: string, { bid, ask }: Quote): Rejection {
  const missing = [...(bid === undefined ? ["bids"] : []), ...(ask === undefined ? ["asks"] : [])];
  return reject("no_book", `the book of token ${tokenId} has no ${missing.join(" and no ")}`);
}

/** A figure of many tokens, by their ids. */
export const FigureByToken = (description: string) =>
  Type.Record(Type.String(), Type.String({ description }));
