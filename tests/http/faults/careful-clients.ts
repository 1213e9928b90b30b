/** Small bots that survive faults on the wire, each by the rule of a preset; the library below them is the official one. */
import { ApiError, AssetType, OrderType } from "@polymarket/clob-client-v2";
import type { ClobClient, Trade } from "@polymarket/clob-client-v2";
import { connect } from "../../stream/live-client.ts";
import type { LiveClient, Message } from "../../stream/live-client.ts";
import { createLocalBooks } from "../../stream/local-book.ts";
import type { LocalBooks } from "../../stream/local-book.ts";

export type SignedOrder = Parameters<ClobClient["postOrder"]>[0];

/** Sends an order until its fate is known; an answer that never came is had by sending the same one again. */
export async function placeSurely(client: ClobClient, order: SignedOrder): Promise<void> {
  try {
    await client.postOrder(order, OrderType.GTC);
  } catch (error) {
    if (statusOf(error) !== undefined) throw error;
    await client.postOrder(order, OrderType.GTC).catch(expectTaken);
  }
}

function expectTaken(error: unknown): void {
  if (!(error instanceof ApiError) || !/Duplicated/.test(error.message)) throw error;
}

const statusOf = (error: unknown): number | undefined =>
  error instanceof ApiError ? error.status : undefined;

const PASSING: ReadonlySet<number | undefined> = new Set([425, 429, 503]);

/** Sends until the exchange is ready; `wait` lasts as long as a refusal's `Retry-After` says. */
export async function sendPatiently<T>(send: () => Promise<T>, wait: () => Promise<unknown>): Promise<T> {
  for (;;)
    try {
      return await send();
    } catch (error) {
      if (!PASSING.has(statusOf(error))) throw error;
      await wait();
    }
}

/** Walks the pages of a wallet's trades; throws when a cursor comes again. */
export async function listTrades(client: ClobClient): Promise<Trade[]> {
  const all: Trade[] = [];
  const seen = new Set<string>();
  for (let cursor = "MA=="; cursor !== "LTE=";) {
    if (seen.has(cursor)) throw new Error(`the cursor ${cursor} came again`);
    seen.add(cursor);
    const page = await client.getTradesPaginated({}, cursor);
    all.push(...page.trades);
    cursor = page.next_cursor;
  }
  return all;
}

/** Asks for an order until its match is no longer delayed; gives its status then. `wait` lets time pass. */
export async function outcomeOf(
  client: ClobClient,
  id: string,
  wait: () => Promise<unknown>,
): Promise<string> {
  for (;;) {
    const { status } = await client.getOrder(id);
    if (status !== "DELAYED") return status;
    await wait();
  }
}

/** Shares of a token, as the exchange says. */
export async function sharesOf(client: ClobClient, token: string): Promise<number> {
  const asked = { asset_type: AssetType.CONDITIONAL, token_id: token };
  return Number((await client.getBalanceAllowance(asked)).balance) / 1e6;
}

export type WatchedBid = {
  /** The best bid as far as messages told. */
  best(): number;
  readonly live: () => LiveClient;
  /** Connects again when nothing came since the last check; a bot checks every so often. */
  check(): Promise<void>;
  end(): Promise<void>;
};

/** Follows the best bid of a token on the market channel. */
export async function watchBestBid(base: string, token: string): Promise<WatchedBid> {
  let live = await subscribe(base, token);
  let checked = live.messages.length;
  return {
    best: () => bestBidOf(live.messages, token),
    live: () => live,
    async check() {
      const heard = live.messages.length;
      if (heard === checked) {
        await live.end();
        live = await subscribe(base, token);
      }
      checked = live.messages.length;
    },
    end: () => live.end(),
  };
}

export async function subscribe(base: string, token: string): Promise<LiveClient> {
  const live = await connect(base);
  live.send({ type: "market", assets_ids: [token], custom_feature_enabled: true });
  await live.event("book");
  await live.settle();
  return live;
}

function bestBidOf(messages: readonly Message[], token: string): number {
  let best = 0;
  for (const { event_type: type, bids, price_changes: changes } of messages) {
    if (type === "book") best = Math.max(0, ...bids.map(({ price }: Message) => Number(price)));
    if (type !== "price_change") continue;
    for (const change of changes) if (change.asset_id === token) best = Number(change.best_bid);
  }
  return best;
}

/** Keeps the book of a token by the sequence of its messages, and asks for it anew where that jumps. */
export function followBook(live: LiveClient, token: string): LocalBooks {
  const books = createLocalBooks({
    askFor: (tokens) => live.send({ operation: "snapshot", assets_ids: tokens }),
  });
  books.expect([token]);
  for (const message of live.messages) books.apply(message);
  live.socket.on("message", (data) => {
    const text = String(data);
    if (text !== "PONG") books.apply(JSON.parse(text));
  });
  return books;
}

/** Shares of a token that settled trades brought, as a bot may count on them. */
export async function settledShares(client: ClobClient, token: string): Promise<number> {
  const trades = await client.getTrades({ asset_id: token });
  const settled = trades.filter(({ status }) => status === "CONFIRMED");
  return settled.reduce((sum, { side, size }) => sum + (side === "BUY" ? 1 : -1) * Number(size), 0);
}
