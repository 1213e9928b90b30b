/** Orders and cancels of the clients under torture, and the promises made for them. */
import assert from "node:assert/strict";
import { BENCH_DOMAIN } from "../../bench/support/order-requests.ts";
import { computeOrderDigest, computeOrderStructHash } from "../../src/signing/orders/order-digest.ts";
import { parseSignedOrder } from "../../src/signing/orders/signed-order.ts";
import { callPublic, isRefused, retryWhileBusy } from "./exchange-calls.ts";
import type { Reply } from "./exchange-calls.ts";
import { ask, drawOrder } from "./clients.ts";
import type { GotAnswer, Clients, TraderSession } from "./clients.ts";
import { count } from "./promises.ts";
import { readOrderAtOnce } from "./read-at-once.ts";
import type { UnansweredOrder } from "./promises.ts";
import { isKilled } from "./order-checks.ts";
import type { OrderState } from "./order-checks.ts";

/** Percentage of acknowledged orders and cancels that are read at once. */
const READ_AT_ONCE = 30;
const LARGEST_BATCH = 8;

type DrawnOrder = UnansweredOrder & { readonly rests: boolean };

export async function place(session: TraderSession): Promise<GotAnswer> {
  const order = draw(session);
  const done = await post(session, order);
  if (!done || !session.clients.promises.orders.has(order.id)) return done;
  if (order.rests) session.open.push(order.id);
  return session.clients.random.chance(READ_AT_ONCE) ? readOrderAtOnce(session, order.id) : true;
}

function draw(session: TraderSession): DrawnOrder {
  const { body, rests } = drawOrder(session);
  return { id: idOf(body), trader: session.index, body, rests };
}

/** Order id of a placement: its EIP-712 digest. */
function idOf(body: string): string {
  const parsed = parseSignedOrder(JSON.parse(body).order);
  if (!parsed.ok) throw new Error(parsed.hint);
  const digest = computeOrderDigest(BENCH_DOMAIN, computeOrderStructHash(parsed.order));
  return `0x${Buffer.from(digest).toString("hex")}`;
}

/** Posts an order and records the promise. */
const post = async (session: TraderSession, order: DrawnOrder): Promise<GotAnswer> =>
  note(session.clients, order, await send(session, order));

const send = (session: TraderSession, { body }: DrawnOrder): Promise<Reply | undefined> =>
  ask(session, "POST", "/order", body);

function note({ promises, counts }: Clients, order: DrawnOrder, reply: Reply | undefined): GotAnswer {
  if (reply !== undefined && reply.status >= 500 && reply.status !== 503)
    assert.fail(`an order was answered with ${JSON.stringify(reply)}`);
  if (reply === undefined || isUnknown(reply) || (reply.status !== 200 && !isRefused(reply))) {
    promises.unansweredOrders.push(order);
    count(counts, "unanswered");
    return false;
  }
  if (reply.body["success"] !== true) {
    assert.ok(!promises.orders.has(order.id), `order ${order.id} was acknowledged, and then refused`);
    promises.refused.add(order.id);
    count(counts, "refused");
    return true;
  }
  const known = promises.orders.get(order.id);
  assert.equal(reply.body["orderID"], order.id);
  promises.refused.delete(order.id);
  promises.orders.set(order.id, {
    id: order.id,
    trader: order.trader,
    rests: order.rests,
    tradeIds: new Set([...(known?.tradeIds ?? []), ...(reply.body["tradeIDs"] as string[])]),
    hashes: new Set([...(known?.hashes ?? []), ...(reply.body["transactionsHashes"] as string[])]),
    canceled: known?.canceled ?? false,
    mayBeCanceled: known?.mayBeCanceled ?? false,
  });
  count(counts, "order");
  count(counts, "fill", (reply.body["tradeIDs"] as string[]).length);
  return true;
}

/** True for an unknown outcome; in a batch each order has its own answer. */
const isUnknown = ({ body }: Reply): boolean => body["code"] === "outcome_unknown";

export async function placeBatch(session: TraderSession): Promise<GotAnswer> {
  const { clients } = session;
  const orders = Array.from({ length: clients.random.between(2, LARGEST_BATCH) }, () => draw(session));
  const reply = await ask(session, "POST", "/orders", `[${orders.map(({ body }) => body).join(",")}]`);
  const answers = reply?.status === 200 ? (reply.body as unknown as Reply["body"][]) : undefined;
  for (const [index, order] of orders.entries())
    note(clients, order, answers === undefined ? reply : { status: 200, body: answers[index]! });
  if (answers === undefined) return reply !== undefined && isRefused(reply);
  if (answers.some((body) => isUnknown({ status: 200, body }))) return false;
  count(clients.counts, "batch of orders");
  session.open.push(
    ...orders.filter(({ id, rests }) => rests && clients.promises.orders.has(id)).map(({ id }) => id),
  );
  return true;
}

/** Cancels one order, some, those of a market, or all. */
export function cancelSome(session: TraderSession): Promise<GotAnswer> {
  const { random, markets } = session.clients;
  const die = random.below(100);
  if (die < 70) {
    const id = session.open.shift();
    return id === undefined ? Promise.resolve(true) : cancel(session, "order", [id]);
  }
  if (die < 85) return cancel(session, "orders", session.open.splice(0, random.between(1, 5)));
  if (die < 95) return cancel(session, "market", [], random.pick(markets).conditionId);
  return cancel(session, "all", []);
}

type CancelKind = "order" | "orders" | "market" | "all";

const CANCELS: {
  readonly [Kind in CancelKind]: {
    readonly path: string;
    readonly body: (ids: readonly string[], market: string) => unknown;
  };
} = {
  order: { path: "/order", body: ([id]) => ({ orderID: id }) },
  orders: { path: "/orders", body: (ids) => ids },
  market: { path: "/cancel-market-orders", body: (_, market) => ({ market }) },
  all: { path: "/cancel-all", body: () => undefined },
};

async function cancel(
  session: TraderSession,
  kind: CancelKind,
  ids: readonly string[],
  market = "",
): Promise<GotAnswer> {
  if (kind === "orders" && ids.length === 0) return true;
  const { promises, counts, random } = session.clients;
  const { path, body } = CANCELS[kind];
  const reply = await ask(session, "DELETE", path, body(ids, market));
  if (reply?.status !== 200) {
    if (reply !== undefined && isRefused(reply)) return true;
    const named = new Set(ids);
    for (const order of promises.orders.values())
      if (order.trader === session.index && (named.size === 0 || named.has(order.id)))
        order.mayBeCanceled = true;
    count(counts, "unanswered");
    return false;
  }
  for (const [id, reason] of Object.entries(reply.body["not_canceled"] as Record<string, string>)) {
    const promised = promises.orders.get(id);
    if (promised !== undefined && reason.includes("not known")) promised.mayBeCanceled = true;
  }
  for (const id of reply.body["canceled"] as string[]) {
    const promised = promises.orders.get(id);
    if (promised !== undefined) promised.canceled = true;
    count(counts, "cancelled order");
  }
  count(counts, kind === "order" ? "cancel" : `cancel of ${kind}`);
  const [canceled] = reply.body["canceled"] as string[];
  const reads = canceled !== undefined && promises.orders.has(canceled) && random.chance(READ_AT_ONCE);
  return reads ? readOrderAtOnce(session, canceled) : true;
}

/**
 * Posts every unanswered order again. Whether it had been accepted or not, it must be placed exactly once, or be
 * refused and not exist.
 */
export async function settleOrders(clients: Clients, url: string): Promise<void> {
  const { promises, traders } = clients;
  for (const { id, trader, body } of promises.unansweredOrders.splice(0)) {
    const happened = await retryWhileBusy(() =>
      callPublic(url, { method: "GET", path: `/data/order/${id}` }),
    );
    const session = { clients, url, data: "", index: trader, trader: traders[trader]!, open: [] };
    const rests = body.includes('"orderType":"GTC"');
    const order = { id, trader, body, rests };
    const reply = await retryWhileBusy(() => send(session, order));
    assert.ok(note(clients, order, reply), "a repeated order got no answer");
    if (happened?.status === 200) {
      const wasKilled = isKilled(happened.body as OrderState);
      assert.equal(promises.refused.has(id), wasKilled, `order ${id} had another end when it was repeated`);
      assert.equal(promises.orders.has(id), !wasKilled, `order ${id} had another end when it was repeated`);
    }
    count(clients.counts, happened?.status === 200 ? "unanswered, had happened" : "unanswered, had not");
  }
}
