/** The commands of the largest effect, in the core alone: durations of one of them, and of as many small ones. */
import type { Command } from "../../src/core/events/command.ts";
import { createExchange, execute } from "../../src/core/exchange.ts";
import { STANDARD_LIMITS } from "../../src/core/limits.ts";
import { isRejection } from "../../src/core/rejection.ts";
import type { Exchange } from "../../src/core/state.ts";
import { lots, ticks } from "../../src/core/units.ts";
import { eventListing } from "../../tests/core/support/listing.ts";
import { collectGarbage } from "./measure.ts";
import { idOf, marketTerms, openAccount, restingOrder, tokenOf, walletOf } from "./stored-book.ts";

const AT = 1_760_000_000_000;
export const HALF = ticks(5_000);
export const ONE_LOT = lots(1);
const TAKER = walletOf(1);
export const MAKERS = 100;
const FIRST_TAKER_ID = 1e9;
const MARKET = 1;

/** Milliseconds of the slowest command, and of all of them. */
export type CommandDurations = {
  readonly slowestMs: number;
  readonly allMs: number;
  readonly commands: number;
};

export const maker = (no: number): string => walletOf(2 + (no % MAKERS));

export function mustExecute(exchange: Exchange, command: Command): number {
  const startedAt = performance.now();
  const decision = execute(exchange, command, AT);
  const ms = performance.now() - startedAt;
  if (isRejection(decision)) throw new Error(`${decision.code}: ${decision.hint}`);
  return ms;
}

/** Creates an exchange with so many bids of one lot each in a market. */
function openBook(resting: number, makerOf: (no: number) => string): Exchange {
  const most = 10 * resting;
  const limits = {
    ...STANDARD_LIMITS,
    ofAccountInMarket: most,
    ofAccount: most,
    inMarket: most,
    inAll: most,
  };
  const exchange = createExchange({ selfTrade: "allow", autoRedeem: true, limits });
  mustExecute(exchange, { type: "list", listing: eventListing("1", [marketTerms(MARKET, 100)]) });
  for (let no = 0; no <= MAKERS; no += 1) mustExecute(exchange, openAccount(walletOf(1 + no)));
  for (let no = 1; no <= resting; no += 1)
    mustExecute(
      exchange,
      restingOrder({
        no,
        maker: makerOf(no),
        tokenId: tokenOf(2 * MARKET + 1),
        limit: HALF,
        lots: ONE_LOT,
      }),
    );
  collectGarbage();
  return exchange;
}

export function timeCommands(exchange: Exchange, commands: Iterable<Command>): CommandDurations {
  const durations = { slowestMs: 0, allMs: 0, commands: 0 };
  for (const command of commands) {
    const ms = mustExecute(exchange, command);
    durations.slowestMs = Math.max(durations.slowestMs, ms);
    durations.allMs += ms;
    durations.commands += 1;
  }
  return durations;
}

const takerOrder = (no: number, size: number): Command =>
  restingOrder({
    no: FIRST_TAKER_ID + no,
    maker: TAKER,
    tokenId: tokenOf(2 * MARKET),
    limit: HALF,
    lots: lots(size),
  });

/** Takes the whole book, with orders of `size` lots, at most as many as one order may fill. */
export function sweepBook(resting: number, size: number): CommandDurations {
  const exchange = openBook(resting, maker);
  const orders = Array.from({ length: Math.ceil(resting / size) }, (_, no) => takerOrder(no, size));
  return timeCommands(exchange, orders);
}

/** Cancels all orders of one wallet, by one command or one by one. */
export function cancelAll(resting: number, atOnce: boolean): CommandDurations {
  const owner = walletOf(2);
  const exchange = openBook(resting, () => owner);
  if (atOnce) return timeCommands(exchange, [{ type: "cancel-orders", owner, reason: "by-owner" }]);
  return timeCommands(
    exchange,
    cancelsOf(resting, () => owner),
  );
}

/** Resolves the market, which cancels all orders in it; or cancels them one by one. */
export function resolve(resting: number, atOnce: boolean): CommandDurations {
  const exchange = openBook(resting, maker);
  if (!atOnce) return timeCommands(exchange, cancelsOf(resting, maker));
  return timeCommands(exchange, [{ type: "resolve-market", conditionId: idOf(MARKET), payout: [1, 0] }]);
}

function* cancelsOf(resting: number, ownerOf: (no: number) => string): Generator<Command> {
  for (let no = 1; no <= resting; no += 1) yield { type: "cancel-order", id: idOf(no), owner: ownerOf(no) };
}
