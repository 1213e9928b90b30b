/** The clients of an exchange under torture, their knowledge, and their requests. */
import { setTimeout as delay } from "node:timers/promises";
import { createWallet, orderBody, register } from "../../bench/support/order-requests.ts";
import type { Trader, Wallet } from "../../bench/support/order-requests.ts";
import type { Random } from "../support/random.ts";
import { getAnswer, callAs, callPublic } from "./exchange-calls.ts";
import type { ExchangeAddress } from "./exchange-calls.ts";
import { createPromises } from "./promises.ts";
import type { Counts, Promises } from "./promises.ts";

export type TradedMarket = { readonly conditionId: string; readonly tokens: readonly [string, string] };

/** The clients and their knowledge, which outlive every process of the exchange. */
export type Clients = {
  readonly random: Random;
  readonly promises: Promises;
  /** All trade with each other but the last, whose balances only its own operations change. */
  readonly traders: readonly Trader[];
  /** Trader whose API keys are made during the load. */
  readonly keyHolder: Trader;
  readonly markets: readonly TradedMarket[];
  /** Commands by kind: acknowledged, refused and unanswered. */
  readonly counts: Counts;
};

const TRADERS = 7;
const MARKETS = 3;
const DEADLINE_MS = 120_000;
const RETRY_MS = 50;

/** Registers the traders at a new exchange, and lists their markets. */
export async function createClients(
  exchange: ExchangeAddress,
  given: { readonly random: Random; readonly counts: Counts },
): Promise<Clients> {
  const traders: Trader[] = [];
  for (let index = 0; index < TRADERS; index += 1)
    traders.push(await registerWithRetries(exchange.trading, createWallet()));
  const keyHolder = await registerWithRetries(exchange.trading, createWallet());
  const markets = await listMarkets(exchange.trading);
  return { ...given, promises: createPromises(TRADERS), traders, keyHolder, markets };
}

/** Makes the wallet's key, or gets the same one again; repeats while the exchange is busy. */
export async function registerWithRetries(url: string, wallet: Wallet): Promise<Trader> {
  const deadline = performance.now() + DEADLINE_MS;
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
  const page = await getAnswer(() => callPublic(url, { method: "GET", path: "/simplified-markets" }));
  return (page["data"] as Market[])
    .filter((market) => !market.neg_risk)
    .slice(0, MARKETS)
    .map(({ condition_id: conditionId, tokens: [first, second] }) => ({
      conditionId,
      tokens: [first.token_id, second.token_id],
    }));
}

/** One trader's requests: where they go, and its orders so far. */
export type TraderSession = {
  readonly clients: Clients;
  /** Base addresses of the trading and the data interface. */
  readonly url: string;
  readonly data: string;
  readonly index: number;
  readonly trader: Trader;
  /** Ids of orders that may rest. */
  readonly open: string[];
};

/** True if the request got an answer. */
export type GotAnswer = boolean;

/** Signs an order for a random market and token; some match at once, most rest. */
export function drawOrder({ clients, trader }: TraderSession): {
  readonly body: string;
  readonly rests: boolean;
} {
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

/** Sends a request of the trader, signed with its key. */
export const ask = (session: TraderSession, method: "POST" | "DELETE", path: string, body?: unknown) =>
  callAs(session.trader, session.url, { method, path, body });
