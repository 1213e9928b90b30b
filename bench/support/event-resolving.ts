/** The resolution of an event with many markets, holders and orders, in the core alone: at once, and market by market. */
import type { Command } from "../../src/core/events/command.ts";
import { createExchange } from "../../src/core/exchange.ts";
import { STANDARD_LIMITS } from "../../src/core/limits.ts";
import type { Exchange } from "../../src/core/state.ts";
import { lots } from "../../src/core/units.ts";
import { eventListing } from "../../tests/core/support/listing.ts";
import type { TestMarket } from "../../tests/core/support/listing.ts";
import { collectGarbage } from "./measure.ts";
import { idOf, marketTerms, openAccount, restingOrder, tokenOf, walletOf } from "./stored-book.ts";
import { HALF, mustExecute, ONE_LOT, timeCommands } from "./sweeping.ts";
import type { CommandDurations } from "./sweeping.ts";

const EVENT = "1";
/** Number of the first market: numbers of one length have tokens of their own. */
const FIRST = 1_000_000;
const HOLDERS = 1_000;
/** Holdings and orders in each market. */
const IN_MARKET = 100;

/** Markets of the event, as exactly one of them wins. */
export const eventMarkets = (markets: number): readonly TestMarket[] =>
  Array.from({ length: markets }, (_, index) => ({ ...marketTerms(FIRST + index, 100), negativeRisk: true }));

/** Gives each market holders and orders, of wallets that take turns. */
export function* holdAndOrder(markets: number): Generator<Command> {
  for (let no = 0; no < HOLDERS; no += 1) yield openAccount(walletOf(1 + no));
  for (let no = 0; no < markets * IN_MARKET; no += 1) {
    const address = walletOf(1 + (no % HOLDERS));
    const market = FIRST + Math.floor(no / IN_MARKET);
    yield { type: "split", address, owner: address, conditionId: idOf(market), lots: lots(100) };
    yield restingOrder({
      no: 1_000_000 + no,
      maker: address,
      tokenId: tokenOf(2 * market),
      limit: HALF,
      lots: ONE_LOT,
    });
  }
}

function openEvent(markets: number): Exchange {
  const exchange = createExchange({ selfTrade: "allow", autoRedeem: true, limits: STANDARD_LIMITS });
  mustExecute(exchange, { type: "list", listing: eventListing(EVENT, eventMarkets(markets)) });
  for (const command of holdAndOrder(markets)) mustExecute(exchange, command);
  collectGarbage();
  return exchange;
}

export const holdingsOf = (markets: number): number => markets * IN_MARKET;

export const WINNER = idOf(FIRST);

/** Resolves the event: the first market wins, and all others lose. */
export function resolveEvent(markets: number, atOnce: boolean): CommandDurations {
  const exchange = openEvent(markets);
  if (atOnce) return timeCommands(exchange, [{ type: "resolve-event", eventId: EVENT, winner: WINNER }]);
  const each = Array.from({ length: markets }, (_, index): Command => ({
    type: "resolve-market",
    conditionId: idOf(FIRST + index),
    payout: index === 0 ? [1, 0] : [0, 1],
  }));
  return timeCommands(exchange, each);
}
