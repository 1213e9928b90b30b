/** Reads back everything that was promised, from an exchange that was just restarted, and says what of it is not so. */
import assert from "node:assert/strict";
import { brokenBalances } from "./balances.ts";
import type { BalanceState } from "./balances.ts";
import { answered, callAs, callAsOperator, callPublic, isSolvent, readPages } from "./exchange-calls.ts";
import type { Reached } from "./exchange-calls.ts";
import type { Clients } from "./clients.ts";
import { checkKeys } from "./load-keys.ts";
import { brokenStatuses } from "./load-operator.ts";
import { settleOrders } from "./load-orders.ts";
import { settleRequests } from "./load-shares.ts";
import { brokenOrders } from "./orders.ts";
import type { OrderState, TradeState } from "./orders.ts";
import { brokenDeeds, brokenOperations } from "./operations.ts";
import type { AuditState, LedgerState } from "./operations.ts";

/** Orders of one look-up. */
const LOOKUP = 500;
const AUDIT_PAGE = 500;

/**
 * Sends the orders that got no answer again and settles what else got none, and throws when a promise is broken.
 * `keysSince` is how many keys earlier lives had made. Gives the number of trades.
 */
export async function checkPromises(
  clients: Clients,
  exchange: Reached,
  keysSince: number,
): Promise<{ readonly trades: number }> {
  const { promises, traders } = clients;
  const url = exchange.trading;
  await settleOrders(clients, url);
  const broken = await checkKeys(clients, url, keysSince);
  broken.push(...(await settleRequests(clients, url)));
  const trades = await readPages<TradeState>("/data/trades", (request) => callPublic(url, request));
  const orders = await readOrders(url, [...promises.orders.keys(), ...promises.refused]);
  broken.push(
    ...brokenOrders(promises, orders, trades),
    ...brokenDeeds(promises, await readAudit(exchange)),
    ...(await brokenStatuses(clients, exchange)),
  );
  const tokens = new Map(clients.markets.map((market) => [market.conditionId, market.tokens]));
  for (const [index, trader] of traders.entries()) {
    const promised = promises.traders[index];
    const ledger = await readPages<LedgerState>("/ledger", (request) => callAs(trader, url, request));
    const [balance] = await readPages<BalanceState>("/balances", (request) => callAs(trader, url, request));
    broken.push(
      ...brokenOperations(promised, ledger, clients.counts),
      ...brokenBalances({ address: trader.address, promised, trades, orders, tokens }, balance),
    );
  }
  if (!(await isSolvent(url))) broken.push("the exchange is not solvent");
  assert.deepEqual(broken, []);
  return { trades: trades.length };
}

async function readOrders(url: string, ids: readonly string[]): Promise<Map<string, OrderState>> {
  const orders = new Map<string, OrderState>();
  for (let start = 0; start < ids.length; start += LOOKUP) {
    const body = ids.slice(start, start + LOOKUP).map((orderId) => ({ orderId }));
    const found = await answered(() => callPublic(url, { method: "POST", path: "/data/orders", body }));
    for (const { order_id: id, order } of found as unknown as { order_id: string; order?: OrderState }[])
      if (order !== undefined) orders.set(id, order);
  }
  return orders;
}

async function readAudit(exchange: Reached): Promise<AuditState[]> {
  const entries: AuditState[] = [];
  for (let before = ""; ;) {
    const path = `/audit?limit=${AUDIT_PAGE}${before}`;
    const page = await answered(() => callAsOperator(exchange, { method: "GET", path }));
    entries.push(...(page["data"] as AuditState[]));
    if (page["next"] === null) return entries;
    before = `&before=${String(page["next"])}`;
  }
}
