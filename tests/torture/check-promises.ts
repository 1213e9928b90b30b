/** Checks all promises against an exchange that was just restarted. */
import assert from "node:assert/strict";
import { listBalanceFaults } from "./balance-checks.ts";
import type { BalanceState } from "./balance-checks.ts";
import { getAnswer, callAs, callAsOperator, callPublic, isSolvent, readPages } from "./exchange-calls.ts";
import type { ExchangeAddress } from "./exchange-calls.ts";
import type { Clients } from "./clients.ts";
import { checkKeys } from "./load-keys.ts";
import { listStatusFaults } from "./load-operator.ts";
import { settleOrders } from "./load-orders.ts";
import { settleRequests } from "./load-shares.ts";
import { listOrderFaults } from "./order-checks.ts";
import type { OrderState, TradeState } from "./order-checks.ts";
import { listAuditFaults, listLedgerFaults } from "./operation-checks.ts";
import type { AuditState, LedgerState } from "./operation-checks.ts";

/** Number of orders in one look-up. */
const LOOKUP = 500;
const AUDIT_PAGE = 500;

/**
 * Sends unanswered orders and requests again, then checks all promises; throws when one is broken. `keysSince` is the
 * number of keys made before the last crash. Returns the number of trades.
 */
export async function checkPromises(
  clients: Clients,
  exchange: ExchangeAddress,
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
    ...listOrderFaults(promises, orders, trades),
    ...listAuditFaults(promises, await readAudit(exchange)),
    ...(await listStatusFaults(clients, exchange)),
  );
  const tokens = new Map(clients.markets.map((market) => [market.conditionId, market.tokens]));
  for (const [index, trader] of traders.entries()) {
    const promised = promises.traders[index]!;
    const ledger = await readPages<LedgerState>("/ledger", (request) => callAs(trader, url, request));
    const [balance] = await readPages<BalanceState>("/balances", (request) => callAs(trader, url, request));
    broken.push(
      ...listLedgerFaults(promised, ledger, clients.counts),
      ...listBalanceFaults({ address: trader.address, promised, trades, orders, tokens }, balance),
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
    const found = await getAnswer(() => callPublic(url, { method: "POST", path: "/data/orders", body }));
    for (const { order_id: id, order } of found as unknown as { order_id: string; order?: OrderState }[])
      if (order !== undefined) orders.set(id, order);
  }
  return orders;
}

async function readAudit(exchange: ExchangeAddress): Promise<AuditState[]> {
  const entries: AuditState[] = [];
  for (let before = ""; ;) {
    const path = `/audit?limit=${AUDIT_PAGE}${before}`;
    const page = await getAnswer(() => callAsOperator(exchange, { method: "GET", path }));
    entries.push(...(page["data"] as AuditState[]));
    if (page["next"] === null) return entries;
    before = `&before=${String(page["next"])}`;
  }
}
