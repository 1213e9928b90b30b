/** The clients of an exchange under torture: what they know, which outlives every exchange, and how they ask. */
import { setTimeout as delay } from "node:timers/promises";
import { createWallet, orderBody, register } from "../../bench/support/order-requests.ts";
import type { Trader, Wallet } from "../../bench/support/order-requests.ts";
import type { Random } from "../support/random.ts";
import { answered, callAs, callPublic } from "./exchange-calls.ts";
import type { Reached } from "./exchange-calls.ts";
import { noPromises } from "./promises.ts";
import type { Counts, Promises } from "./promises.ts";

export type TradedMarket = { readonly conditionId: string; readonly tokens: readonly [string, string] };

/** What the clients know; it outlives every exchange. */
export type Clients = {
  readonly random: Random;
  readonly promises: Promises;
  readonly traders: readonly Trader[];
  /** Whose keys are made. */
  readonly keyHolder: Trader;
  readonly markets: readonly TradedMarket[];
  /** Commands that were acknowledged, by kind; refused; and unanswered. */
  readonly counts: Counts;
};

const TRADERS = 6;
const MARKETS = 3;
const PATIENCE_MS = 120_000;
const RETRY_MS = 50;

/** Registers them at a new exchange. */
export async function createClients(
  exchange: Reached,
  given: { readonly random: Random; readonly counts: Counts },
): Promise<Clients> {
  const traders: Trader[] = [];
  for (let index = 0; index < TRADERS; index += 1)
    traders.push(await registerPatiently(exchange.trading, createWallet()));
  const keyHolder = await registerPatiently(exchange.trading, createWallet());
  const markets = await listMarkets(exchange.trading);
  return { ...given, promises: noPromises(TRADERS), traders, keyHolder, markets };
}

/** Makes the wallet's key, or gets the same again, as soon as the exchange has time for it. */
export async function registerPatiently(url: string, wallet: Wallet): Promise<Trader> {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await register(url, wallet);
    } catch (error) {
      if (performance.now() > deadline) throw error;
      await delay(RETRY_MS);
    }
  }
}

async function listMarkets(url: string): Promise<TradedMarket[]> {
  type Market = {
    condition_id: string;
    neg_risk: boolean;
    tokens: [{ token_id: string }, { token_id: string }];
  };
  const page = await answered(() => callPublic(url, { method: "GET", path: "/simplified-markets" }));
  return (page["data"] as Market[])
    .filter((market) => !market.neg_risk)
    .slice(0, MARKETS)
    .map(({ condition_id: conditionId, tokens: [first, second] }) => ({
      conditionId,
      tokens: [first.token_id, second.token_id],
    }));
}

/** One trader's seat: what a client's requests are about. */
export type Seat = {
  readonly clients: Clients;
  readonly url: string;
  readonly index: number;
  readonly trader: Trader;
  /** Orders that may rest. */
  readonly open: string[];
};

/** Whether there was an answer. */
export type Answered = boolean;

/** Signs an order for a market and token by chance; some take at once, most rest. */
export function drawOrder({ clients, trader }: Seat): { readonly body: string; readonly rests: boolean } {
  const { random, markets } = clients;
  const terms = {
    tokenId: random.pick(random.pick(markets).tokens),
    side: random.chance(70) ? ("BUY" as const) : ("SELL" as const),
    cents: 40 + 10 * random.below(3),
    shares: random.between(1, 3),
  };
  const body = orderBody(trader, terms);
  const rests = random.chance(90);
  return { body: rests ? body : body.replace('"orderType":"GTC"', '"orderType":"FAK"'), rests };
}

/** A request of a trader's. */
export const ask = (seat: Seat, method: "POST" | "DELETE", path: string, body?: unknown) =>
  callAs(seat.trader, seat.url, { method, path, body });
