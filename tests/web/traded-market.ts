/** A market on a real core exchange, with a random book, in which signed orders are placed. */
import assert from "node:assert/strict";
import { listLevels } from "../../src/core/orders/book.ts";
import type { FeeSchedule } from "../../src/core/markets/market-terms.ts";
import type { Command } from "../../src/core/events/command.ts";
import { createExchange, execute } from "../../src/core/exchange.ts";
import type { Decision } from "../../src/core/exchange.ts";
import { STANDARD_LIMITS } from "../../src/core/limits.ts";
import { readOrderParams } from "../../src/core/orders/order-params.ts";
import type { SignedAmounts } from "../../src/core/orders/order-params.ts";
import { isRejection } from "../../src/core/rejection.ts";
import type { Account, Market, Outcome } from "../../src/core/state.ts";
import { baseUnits, cost, lots, micros, ONE, outcomePrice, setValue, ticks } from "../../src/core/units.ts";
import type { Lots, Micros, Ticks } from "../../src/core/units.ts";
import type { OrderBook } from "../../web/src/api/live/order-book.ts";
import { marketListing } from "../core/support/listing.ts";
import { NOT_SIGNED } from "../core/support/orders.ts";
import type { Random } from "../support/random.ts";

export type MarketSetting = {
  readonly tick: number;
  readonly minimum: number;
  readonly fees: FeeSchedule | undefined;
};

export type Signed = SignedAmounts & {
  readonly maker: string;
  readonly outcome: Outcome;
  readonly postOnly: boolean;
  /** Expiry in unix seconds. */
  readonly expiresAt: number | undefined;
};

export type TradedMarket = {
  readonly market: Market;
  /** Gives the book of an outcome in the page's form. */
  book(outcome: Outcome): OrderBook;
  /** Places random orders of several wallets, which rest or trade. */
  trade(random: Random, orders: number): void;
  /** Opens a wallet with this money, and these shares of both outcomes. */
  open(has: { money?: Micros; shares?: Lots }): Account;
  credit(account: Account, amount: Micros): void;
  place(order: Signed): Decision;
};

const MAKERS = ["maker0", "maker1", "maker2"];
const RICH = { money: micros(1e14), shares: lots(1e9) };

export function createTradedMarket({ tick, minimum, fees }: MarketSetting): TradedMarket {
  const exchange = createExchange({ selfTrade: "allow", autoRedeem: false, limits: STANDARD_LIMITS });
  let [placed, wallets, at] = [0, 0, 1_000];
  const execution = (command: Command): Decision => execute(exchange, command, (at += 1));
  function run(command: Command): void {
    const decision = execution(command);
    assert.ok(!isRejection(decision), isRejection(decision) ? decision.hint : "");
  }
  const terms = { name: "m", tick, minimumLots: minimum, ...(fees && { fees }) };
  run({ type: "list", listing: marketListing(terms) });
  const market = exchange.markets[1]!;

  function open({ money = micros(0), shares = lots(0) }, address = `wallet${(wallets += 1)}`): Account {
    const credit = micros(money + setValue(shares));
    run({ type: "open-account", address, owner: address, credit });
    if (shares > 0) run({ type: "split", address, owner: address, conditionId: "m", lots: shares });
    return exchange.accountByAddress.get(address)!;
  }

  function place({ maker, outcome, postOnly, expiresAt = 0, ...amounts }: Signed): Decision {
    const read = readOrderParams(amounts, market.tick, market.minimumLots);
    if (isRejection(read)) return read;
    const id = `order${(placed += 1)}`;
    const { side, kind } = amounts;
    const tokenId = market.tokenIds[outcome];
    return execution({
      type: "place-order",
      id,
      maker,
      owner: maker,
      tokenId,
      side,
      kind,
      postOnly,
      expiresAt: expiresAt * 1_000,
      ...read,
      apiKey: "key",
      signed: NOT_SIGNED,
    });
  }

  for (const maker of MAKERS) open(RICH, maker);
  return {
    market,
    open,
    place,
    book: (outcome) => bookOf(market, outcome),
    credit: ({ address }, amount) => run({ type: "credit", address, amount }),
    trade: (random, orders) => {
      for (let count = 0; count < orders; count += 1) place(drawOrder(random, market));
    },
  };
}

function bookOf({ book, tick, tokenIds }: Market, outcome: Outcome): OrderBook {
  const levels = (bids: boolean) =>
    listLevels(book, bids).map(({ price, lots: size }) => ({ price: outcomePrice(price, outcome), size }));
  const [bids, asks] = outcome === 0 ? [levels(true), levels(false)] : [levels(false), levels(true)];
  return { tokenId: tokenIds[outcome], bids, asks, tick, lastPrice: undefined, streamId: "s", sequence: 1 };
}

/** Draws an order near the middle, on any side of either outcome. Few of them match. */
function drawOrder(random: Random, { tick, minimumLots }: Market): Signed {
  const side = random.pick(["BUY", "SELL"] as const);
  const outcome = random.pick([0, 1] as const);
  const steps = ONE / tick;
  const middle = Math.floor(steps / 2);
  const away = random.between(-1, random.chance(80) ? Math.max(1, Math.floor(steps / 8)) : middle - 1);
  const step = Math.min(Math.max(side === "BUY" ? middle - away : middle + away, 1), steps - 1);
  const price: Ticks = ticks(step * tick);
  const size = lots(minimumLots + random.below(random.pick([3, 5_000, 200_000])));
  const [money, shares] = [cost(size, price), baseUnits(size)];
  return {
    side,
    outcome,
    kind: "GTC",
    maker: random.pick(MAKERS),
    makerAmount: side === "BUY" ? money : shares,
    takerAmount: side === "BUY" ? shares : money,
    postOnly: false,
    expiresAt: undefined,
  };
}
