/** The commands of the largest effect, in the core alone: how long one of them takes, and as many small ones. */
import type { Command } from "../../src/core/command.ts";
import { createExchange, execute, isRejection } from "../../src/core/exchange.ts";
import { STANDARD_LIMITS } from "../../src/core/limits.ts";
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

/** Milliseconds of the slowest command, and of all together. */
export type Spent = { readonly slowestMs: number; readonly allMs: number; readonly commands: number };

export const maker = (no: number): string => walletOf(2 + (no % MAKERS));

function mustExecute(exchange: Exchange, command: Command): number {
  const startedAt = performance.now();
  const decision = execute(exchange, command, AT);
  const ms = performance.now() - startedAt;
  if (isRejection(decision)) throw new Error(`${decision.code}: ${decision.hint}`);
  return ms;
}

/** An exchange with so many bids of one lot each in a market. */
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

function spend(exchange: Exchange, commands: Iterable<Command>): Spent {
  const spent = { slowestMs: 0, allMs: 0, commands: 0 };
  for (const command of commands) {
    const ms = mustExecute(exchange, command);
    spent.slowestMs = Math.max(spent.slowestMs, ms);
    spent.allMs += ms;
    spent.commands += 1;
  }
  return spent;
}

const takerOrder = (no: number, size: number): Command =>
  restingOrder({
    no: FIRST_TAKER_ID + no,
    maker: TAKER,
    tokenId: tokenOf(2 * MARKET),
    limit: HALF,
    lots: lots(size),
  });

/** Takes the whole book: with orders of so many lots, of which each meets as many as one may. */
export function sweepBook(resting: number, size: number): Spent {
  const exchange = openBook(resting, maker);
  const orders = Array.from({ length: Math.ceil(resting / size) }, (_, no) => takerOrder(no, size));
  return spend(exchange, orders);
}

/** All orders are of one wallet, which cancels them at once, or one by one. */
export function cancelAll(resting: number, together: boolean): Spent {
  const owner = walletOf(2);
  const exchange = openBook(resting, () => owner);
  if (together) return spend(exchange, [{ type: "cancel-orders", owner, reason: "by-owner" }]);
  return spend(
    exchange,
    cancelsOf(resting, () => owner),
  );
}

/** Resolves the market, which cancels all that rests there; or that one by one. */
export function resolve(resting: number, together: boolean): Spent {
  const exchange = openBook(resting, maker);
  if (!together) return spend(exchange, cancelsOf(resting, maker));
  return spend(exchange, [{ type: "resolve-market", conditionId: idOf(MARKET), payout: [1, 0] }]);
}

function* cancelsOf(resting: number, ownerOf: (no: number) => string): Generator<Command> {
  for (let no = 1; no <= resting; no += 1) yield { type: "cancel-order", id: idOf(no), owner: ownerOf(no) };
}
