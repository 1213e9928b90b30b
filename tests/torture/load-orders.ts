/** Orders and cancels of the clients under torture, and what the exchange promised about them. */
import assert from "node:assert/strict";
import { BENCH_DOMAIN } from "../../bench/support/order-requests.ts";
import { orderDigest, orderStructHash } from "../../src/signing/order-digest.ts";
import { parseSignedOrder } from "../../src/signing/signed-order.ts";
import { callPublic, isRefused, patiently } from "./exchange-calls.ts";
import type { Reply } from "./exchange-calls.ts";
import { ask, drawOrder } from "./clients.ts";
import type { Answered, Clients, Seat } from "./clients.ts";
import { count } from "./promises.ts";
import type { UnansweredOrder } from "./promises.ts";

/** Of acknowledged orders: how many in a hundred are read at once. */
const READ_AT_ONCE = 10;
const LARGEST_BATCH = 8;

type Drawn = UnansweredOrder & { readonly rests: boolean };

export async function place(seat: Seat): Promise<Answered> {
  const order = draw(seat);
  const done = await post(seat, order);
  if (!done || !seat.clients.promises.orders.has(order.id)) return done;
  if (order.rests) seat.open.push(order.id);
  return seat.clients.random.chance(READ_AT_ONCE) ? readAtOnce(seat, order.id) : true;
}

function draw(seat: Seat): Drawn {
  const { body, rests } = drawOrder(seat);
  return { id: idOf(body), trader: seat.index, body, rests };
}

/** The EIP-712 digest of the order that a placement carries. */
function idOf(body: string): string {
  const parsed = parseSignedOrder(JSON.parse(body).order);
  if (!parsed.ok) throw new Error(parsed.hint);
  const digest = orderDigest(BENCH_DOMAIN, orderStructHash(parsed.order));
  return `0x${Buffer.from(digest).toString("hex")}`;
}

/** Posts an order and notes what was promised. */
const post = async (seat: Seat, order: Drawn): Promise<Answered> =>
  note(seat.clients, order, await send(seat, order));

const send = (seat: Seat, { body }: Drawn): Promise<Reply | undefined> => ask(seat, "POST", "/order", body);

function note({ promises, counts }: Clients, order: Drawn, reply: Reply | undefined): Answered {
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

/** In a batch each order has its own answer. */
const isUnknown = ({ body }: Reply): boolean => body["code"] === "outcome_unknown";

/** Whoever was told of an order finds it. */
async function readAtOnce({ clients, url }: Seat, id: string): Promise<Answered> {
  const reply = await callPublic(url, { method: "GET", path: `/data/order/${id}` });
  if (reply === undefined || reply.status === 503) return false;
  assert.equal(
    reply.status,
    200,
    `order ${id} was acknowledged and cannot be read: ${JSON.stringify(reply)}`,
  );
  count(clients.counts, "read at once");
  return true;
}

export async function placeBatch(seat: Seat): Promise<Answered> {
  const { clients } = seat;
  const orders = Array.from({ length: clients.random.between(2, LARGEST_BATCH) }, () => draw(seat));
  const reply = await ask(seat, "POST", "/orders", `[${orders.map(({ body }) => body).join(",")}]`);
  const answers = reply?.status === 200 ? (reply.body as unknown as Reply["body"][]) : undefined;
  for (const [index, order] of orders.entries())
    note(clients, order, answers === undefined ? reply : { status: 200, body: answers[index] });
  if (answers === undefined) return reply !== undefined && isRefused(reply);
  if (answers.some((body) => isUnknown({ status: 200, body }))) return false;
  count(clients.counts, "batch of orders");
  seat.open.push(
    ...orders.filter(({ id, rests }) => rests && clients.promises.orders.has(id)).map(({ id }) => id),
  );
  return true;
}

/** Cancels one order, some, those of a market, or all. */
export function cancelSome(seat: Seat): Promise<Answered> {
  const { random, markets } = seat.clients;
  const die = random.below(100);
  if (die < 70) {
    const id = seat.open.shift();
    return id === undefined ? Promise.resolve(true) : cancel(seat, "order", [id]);
  }
  if (die < 85) return cancel(seat, "orders", seat.open.splice(0, random.between(1, 5)));
  if (die < 95) return cancel(seat, "market", [], random.pick(markets).conditionId);
  return cancel(seat, "all", []);
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

async function cancel(seat: Seat, kind: CancelKind, ids: readonly string[], market = ""): Promise<Answered> {
  if (kind === "orders" && ids.length === 0) return true;
  const { promises, counts } = seat.clients;
  const { path, body } = CANCELS[kind];
  const reply = await ask(seat, "DELETE", path, body(ids, market));
  if (reply?.status !== 200) {
    if (reply !== undefined && isRefused(reply)) return true;
    const named = new Set(ids);
    for (const order of promises.orders.values())
      if (order.trader === seat.index && (named.size === 0 || named.has(order.id)))
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
  return true;
}

/**
 * Posts every unanswered order again: it must be placed exactly once, or be refused and not be there, whether it had been
 * accepted or not.
 */
export async function settleOrders(clients: Clients, url: string): Promise<void> {
  const { promises, traders } = clients;
  for (const { id, trader, body } of promises.unansweredOrders.splice(0)) {
    const happened = await patiently(() => callPublic(url, { method: "GET", path: `/data/order/${id}` }));
    const seat: Seat = { clients, url, index: trader, trader: traders[trader], open: [] };
    const rests = body.includes('"orderType":"GTC"');
    const order = { id, trader, body, rests };
    const reply = await patiently(() => send(seat, order));
    assert.ok(note(clients, order, reply), "a repeated order got no answer");
    if (happened?.status === 200)
      assert.ok(promises.orders.has(id), `order ${id} was placed, and refused when it was repeated`);
    count(clients.counts, happened?.status === 200 ? "unanswered, had happened" : "unanswered, had not");
  }
}
