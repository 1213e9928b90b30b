/**
 * Reads right after an acknowledgement: they have it at once, though the read tables follow the journal.
 */
import assert from "node:assert/strict";
import { listBalanceFaults, toUnits } from "./balance-checks.ts";
import type { BalanceState, WalletRecord } from "./balance-checks.ts";
import type { GotAnswer, TraderSession } from "./clients.ts";
import { callAs, callPublic } from "./exchange-calls.ts";
import type { Reply } from "./exchange-calls.ts";
import type { LedgerState } from "./operation-checks.ts";
import { listFaultsOfOrder } from "./order-checks.ts";
import type { OrderState } from "./order-checks.ts";
import { count } from "./promises.ts";
import type { Operation } from "./promises.ts";

const LOT_PLACES = 2;

type Read = { readonly what: string; readonly answer: Promise<Reply | undefined> };

/** Gives the body of an answer; `undefined` when the exchange is gone or away. Other refusals are faults. */
async function bodyOf({ clients }: TraderSession, { what, answer }: Read): Promise<unknown> {
  const reply = await answer;
  if (reply === undefined || reply.status === 503) return undefined;
  assert.equal(reply.status, 200, `${what} was acknowledged and cannot be read: ${JSON.stringify(reply)}`);
  count(clients.counts, `read at once: ${what}`);
  return reply.body;
}

/** Reads an acknowledged order in one of the ways there are. */
export async function readOrderAtOnce(session: TraderSession, id: string): Promise<GotAnswer> {
  const order = await session.clients.random.pick([readOne, readListed, readLookedUp])(session, id);
  if (order === undefined) return false;
  const promised = session.clients.promises.orders.get(id)!;
  assert.deepEqual(
    order === "missing" ? [`order ${id} is not there`] : listFaultsOfOrder(promised, order),
    [],
  );
  return true;
}

type FoundOrder = OrderState | "missing" | undefined;

async function readOne(session: TraderSession, id: string): Promise<FoundOrder> {
  const answer = callPublic(session.url, { method: "GET", path: `/data/order/${id}` });
  return (await bodyOf(session, { what: "order", answer })) as FoundOrder;
}

async function readListed(session: TraderSession, id: string): Promise<FoundOrder> {
  const answer = callAs(session.trader, session.url, { method: "GET", path: `/data/orders?id=${id}` });
  const body = await bodyOf(session, { what: "listed order", answer });
  return body === undefined ? undefined : ((body as { data: OrderState[] }).data[0] ?? "missing");
}

async function readLookedUp(session: TraderSession, id: string): Promise<FoundOrder> {
  const answer = callPublic(session.url, { method: "POST", path: "/data/orders", body: [{ orderId: id }] });
  const body = await bodyOf(session, { what: "looked up order", answer });
  return body === undefined ? undefined : ((body as { order?: OrderState }[])[0]?.order ?? "missing");
}

/** Reads ledger, balances and positions of a trader that nobody trades with, after its last operation. */
export async function readWalletAtOnce(session: TraderSession): Promise<GotAnswer> {
  const { clients, trader, index } = session;
  const promised = clients.promises.traders[index]!;
  const last = promised.operations.at(-1);
  if (last?.hash !== undefined && !(await readLedger(session, last))) return false;
  const balances = await bodyOf(session, {
    what: "balances",
    answer: callAs(trader, session.url, { method: "GET", path: "/balances" }),
  });
  if (balances === undefined) return false;
  const tokens = new Map(clients.markets.map((market) => [market.conditionId, market.tokens]));
  const known: WalletRecord = { address: trader.address, promised, trades: [], orders: new Map(), tokens };
  const [balance] = (balances as { data: BalanceState[] }).data;
  assert.deepEqual(listBalanceFaults(known, balance), []);
  return readPositions(session, balance!);
}

async function readLedger(session: TraderSession, { kind, hash }: Operation): Promise<GotAnswer> {
  const body = await bodyOf(session, {
    what: "ledger",
    answer: callAs(session.trader, session.url, { method: "GET", path: "/ledger" }),
  });
  if (body === undefined) return false;
  const [latest] = (body as { data: LedgerState[] }).data;
  assert.deepEqual({ kind: latest?.type, hash: latest?.transaction_hash }, { kind, hash });
  return true;
}

type DataPosition = { readonly conditionId: string; readonly size: number };

/** The list of the data interface has the shares that the balances have. */
async function readPositions(session: TraderSession, { positions }: BalanceState): Promise<GotAnswer> {
  const path = `/positions?user=${session.trader.address}&sizeThreshold=0&limit=500`;
  const body = await bodyOf(session, {
    what: "positions",
    answer: callPublic(session.data, { method: "GET", path }),
  });
  if (body === undefined) return false;
  const listed = (body as DataPosition[]).map(({ conditionId, size }) => `${conditionId} ${size}`);
  const owned = positions
    .map(({ condition_id: conditionId, balance }) => ({ conditionId, lots: toUnits(balance, LOT_PLACES) }))
    .filter(({ lots }) => lots > 0)
    .map(({ conditionId, lots }) => `${conditionId} ${lots / 10 ** LOT_PLACES}`);
  assert.deepEqual(listed.sort(), owned.sort());
  return true;
}
