/** An exchange for one bench, with markets to trade, funded wallets, and signed orders. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { versionOfCondition } from "../../src/core/markets/market-version.ts";
import { startProcess } from "./exchange-process.ts";
import type { ProcessOptions } from "./exchange-process.ts";
import { createWallet, orderBody, register } from "./order-requests.ts";
import type { Trader, Wallet } from "./order-requests.ts";

export type Exchange = {
  /** Address of the trading interface. */
  readonly url: string;
  readonly port: number;
  /** Address of the public reads. */
  readonly dataUrl: string;
  /** Address of the operator API. */
  readonly admin: string;
  readonly pid: number;
  readonly directory: string;
  stop(): Promise<void>;
};

/** Starts an exchange on an empty data directory, which is removed when it stops. */
export async function startExchange(options?: ProcessOptions): Promise<Exchange> {
  const directory = mkdtempSync(join(tmpdir(), "presage-bench-"));
  const exchange = await startProcess(directory, options);
  const stop = async (): Promise<void> => {
    await exchange.stop();
    rmSync(directory, { recursive: true, force: true });
  };
  const { trading: url, data: dataUrl } = exchange.addresses;
  return {
    url,
    port: Number(new URL(url).port),
    dataUrl,
    admin: exchange.admin,
    pid: exchange.pid,
    directory,
    stop,
  };
}

type ListedMarket = {
  readonly condition_id: string;
  readonly neg_risk: boolean;
  readonly minimum_tick_size: number;
  readonly tokens: readonly [Token, Token];
};
type Token = { readonly token_id: string };

export async function listTokens(url: string, count: number): Promise<[string, string][]> {
  const page = (await (await fetch(`${url}/markets`)).json()) as { data: ListedMarket[] };
  return page.data
    .filter(
      (market) =>
        !market.neg_risk &&
        market.minimum_tick_size === 0.01 &&
        // The orders are signed for the domain of Protocol V1.
        versionOfCondition(market.condition_id) === "v1",
    )
    .slice(0, count)
    .map(({ tokens: [first, second] }) => [first.token_id, second.token_id]);
}

/** Makes pairs of orders: one rests near the mid, the other, of another wallet on the other outcome, crosses it. */
export function orderBodies(traders: readonly Trader[], tokens: readonly [string, string][], count: number) {
  return Array.from({ length: count }, (_, index) => {
    const pair = index >> 1;
    const trader = traders[(index * 7) % traders.length]!;
    const [first, second] = tokens[pair % tokens.length]!;
    const cents = 40 + (pair % 20);
    const terms = index % 2 === 0 ? { tokenId: first, cents } : { tokenId: second, cents: 100 - cents };
    return { trader, body: orderBody(trader, { ...terms, side: "BUY", shares: 1 + (pair % 5) }) };
  });
}

/** Creates a wallet with a key and more funds than its orders can spend. */
export const createTrader = (url: string): Promise<Trader> => fund(url, createWallet());

export async function fund(url: string, wallet: Wallet): Promise<Trader> {
  const trader = await register(url, wallet);
  const body = JSON.stringify({ address: trader.address, amount: "1000000" });
  const answer = await fetch(`${url}/sandbox/faucet`, { method: "POST", body });
  if (answer.status !== 200) throw new Error(await answer.text());
  return trader;
}

export async function createTraders(url: string, count: number): Promise<Trader[]> {
  const traders: Trader[] = [];
  for (let index = 0; index < count; index += 1) traders.push(await createTrader(url));
  return traders;
}
