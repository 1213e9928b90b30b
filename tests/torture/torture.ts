/**
 * Kills the exchange with -9 under load at random moments and looks whether it kept its promises: every acknowledged
 * order, cancel and fill is there after the restart, nothing is there twice, what got no answer happened wholly or
 * not at all, and `presage verify` agrees with the journal.
 */
import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createWallet, orderBody, register } from "../../bench/support/order-requests.ts";
import type { Trader } from "../../bench/support/order-requests.ts";
import { createRandom } from "../support/random.ts";
import type { Random } from "../support/random.ts";
import { brokenPromises, noPromises } from "./ledger-of-promises.ts";
import type { OrderState, Promises, TradeState } from "./ledger-of-promises.ts";
import { startExchange, verify } from "./process.ts";
import type { RunningExchange } from "./process.ts";

export type TortureReport = {
  cycles: number;
  orders: number;
  cancels: number;
  trades: number;
  unanswered: number;
};

type Torture = {
  readonly directory: string;
  readonly random: Random;
  readonly promises: Promises;
  readonly traders: Trader[];
  readonly report: TortureReport;
  tokens: [string, string][];
};

const TRADERS = 6;
const MARKETS = 3;
const LONGEST_LIFE_MS = 900;

/** Runs so many cycles of start, load, kill and check; throws at the first broken promise. */
export async function torture(
  cycles: number,
  seed: number,
  log: (line: string) => void,
): Promise<TortureReport> {
  const directory = mkdtempSync(join(tmpdir(), "presage-torture-"));
  const report: TortureReport = { cycles: 0, orders: 0, cancels: 0, trades: 0, unanswered: 0 };
  const run: Torture = {
    directory,
    random: createRandom(seed),
    promises: noPromises(),
    traders: [],
    report,
    tokens: [],
  };
  let exchange = await startExchange(directory);
  run.tokens = await listTokens(exchange.url);
  for (let index = 0; index < TRADERS; index += 1)
    run.traders.push(await register(exchange.url, createWallet()));
  for (let cycle = 1; cycle <= cycles; cycle += 1) {
    const life = run.random.between(20, LONGEST_LIFE_MS);
    await loadAndKill(run, exchange, life);
    exchange = await startExchange(directory);
    await settleUnanswered(run, exchange.url);
    await checkPromises(run, exchange.url);
    await verify(directory);
    report.cycles = cycle;
    log(
      `cycle ${cycle}: killed after ${life} ms, ${report.orders} orders, ${report.cancels} cancels, ${report.trades} trades so far`,
    );
  }
  assert.equal(await exchange.stop(), 0);
  rmSync(directory, { recursive: true, force: true });
  return report;
}

async function listTokens(url: string): Promise<[string, string][]> {
  type Market = { neg_risk: boolean; tokens: [{ token_id: string }, { token_id: string }] };
  const page = (await (await fetch(`${url}/simplified-markets`)).json()) as { data: Market[] };
  return page.data
    .filter((market) => !market.neg_risk)
    .slice(0, MARKETS)
    .map(({ tokens: [first, second] }) => [first.token_id, second.token_id]);
}

async function loadAndKill(run: Torture, exchange: RunningExchange, lifeMs: number): Promise<void> {
  const life = { over: false };
  const clients = run.traders.map((_, index) => trade(run, { url: exchange.url, index }, life));
  await new Promise((resolve) => setTimeout(resolve, lifeMs));
  life.over = true;
  await exchange.kill();
  await Promise.all(clients);
}

type Client = { readonly url: string; readonly index: number };

/** One trader's load: places, and cancels now and then, until the exchange is gone. */
async function trade(run: Torture, client: Client, life: { readonly over: boolean }): Promise<void> {
  const open: string[] = [];
  while (!life.over) {
    const cancels = open.length > 3 && run.random.chance(40);
    const done = cancels ? await cancel(run, client, open.shift() ?? "") : await place(run, client, open);
    if (!done) return;
  }
}

async function place(run: Torture, client: Client, open: string[]): Promise<boolean> {
  const { random, traders } = run;
  const trader = traders[client.index];
  const market = random.pick(run.tokens);
  const terms = {
    tokenId: random.pick(market),
    cents: 40 + 10 * random.below(3),
    shares: random.between(1, 3),
  };
  const body = orderBody(trader, { ...terms, side: "BUY" });
  const id = await postOrder(run, client.url, { body, trader: client.index });
  if (id !== undefined) open.push(id);
  return id !== undefined;
}

/** Posts an order and notes what was promised; `undefined` when no answer came. */
async function postOrder(
  run: Torture,
  url: string,
  order: { body: string; trader: number },
): Promise<string | undefined> {
  const answer = await call(run.traders[order.trader], url, {
    method: "POST",
    path: "/order",
    body: order.body,
  });
  if (answer === undefined) {
    run.promises.unanswered.push({ what: "place", ...order });
    run.report.unanswered += 1;
    return undefined;
  }
  assert.equal(answer["success"], true, JSON.stringify(answer));
  const id = String(answer["orderID"]);
  const known = run.promises.orders.get(id);
  const tradeIds = new Set([...(known?.tradeIds ?? []), ...(answer["tradeIDs"] as string[])]);
  run.promises.orders.set(id, { id, tradeIds, canceled: known?.canceled ?? false });
  run.report.orders += 1;
  return id;
}

async function cancel(run: Torture, client: Client, id: string): Promise<boolean> {
  const body = JSON.stringify({ orderID: id });
  const answer = await call(run.traders[client.index], client.url, {
    method: "DELETE",
    path: "/order",
    body,
  });
  if (answer === undefined) {
    run.promises.unanswered.push({ what: "cancel", id });
    run.report.unanswered += 1;
    return false;
  }
  const promised = run.promises.orders.get(id);
  if (promised !== undefined && (answer["canceled"] as string[]).includes(id)) {
    promised.canceled = true;
    run.report.cancels += 1;
  }
  return true;
}

type Request = { readonly method: string; readonly path: string; readonly body: string };

/** A signed request; `undefined` when the connection broke before the answer. */
async function call(
  trader: Trader,
  url: string,
  request: Request,
): Promise<Record<string, unknown> | undefined> {
  const { method, path, body } = request;
  const timestamp = String(Math.floor(Date.now() / 1000));
  const signature = createHmac("sha256", trader.secret)
    .update(timestamp + method + path + body)
    .digest("base64url");
  const headers = {
    svc_address: trader.address,
    svc_api_key: trader.apiKey,
    svc_passphrase: trader.passphrase,
    svc_timestamp: timestamp,
    svc_signature: signature,
  };
  try {
    const answer = await fetch(url + path, { method, headers, body });
    return (await answer.json()) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}

/** Posts every unanswered order again: it must be placed exactly once, whether it had been accepted or not. */
async function settleUnanswered(run: Torture, url: string): Promise<void> {
  const unanswered = run.promises.unanswered.splice(0);
  for (const one of unanswered) {
    if (one.what === "place") assert.ok(await postOrder(run, url, one), "a repeated order got no answer");
    // An unanswered cancel may have happened: then the order is cancelled, which the check below allows.
  }
}

async function checkPromises(run: Torture, url: string): Promise<void> {
  const trades = await listAllTrades(url);
  const orders = await readOrders(url, [...run.promises.orders.keys()]);
  run.report.trades = trades.length;
  assert.deepEqual(brokenPromises(run.promises, orders, trades), []);
}

/** Orders of one look-up. */
const LOOKUP = 500;

async function readOrders(url: string, ids: readonly string[]): Promise<Map<string, OrderState>> {
  const orders = new Map<string, OrderState>();
  for (let start = 0; start < ids.length; start += LOOKUP) {
    const body = JSON.stringify(ids.slice(start, start + LOOKUP).map((orderId) => ({ orderId })));
    const answer = await fetch(`${url}/data/orders`, { method: "POST", body });
    const found = (await answer.json()) as { order_id: string; order?: OrderState }[];
    for (const { order_id: id, order } of found) if (order !== undefined) orders.set(id, order);
  }
  return orders;
}

async function listAllTrades(url: string): Promise<TradeState[]> {
  const trades: TradeState[] = [];
  let cursor = "MA==";
  while (cursor !== "LTE=") {
    const answer = await fetch(`${url}/data/trades?next_cursor=${encodeURIComponent(cursor)}`);
    const page = (await answer.json()) as { data: TradeState[]; next_cursor: string };
    trades.push(...page.data);
    cursor = page.next_cursor;
  }
  return trades;
}
