/** Queries for orders: an owner's live ones, one by its id, and many by their ids. */
import assert from "node:assert/strict";
import { DIALECTS } from "../../src/http/dialects/dialect.ts";
import { hashOf, tokenOf as tokenNamed } from "../support/exchange.ts";
import { answerTo, compare, describeRequest } from "./read-world.ts";
import type { ReadRequest, ReadWorld } from "./read-world.ts";
import { tokenOf } from "./recorded-history.ts";
import type { RecordedOrder } from "./recorded-history.ts";
import { anyCase, anyOwner, END_CURSOR, flatOrder, nestedOrder, queryOf } from "./shown.ts";

/** Asks, compares, and gives how many rows there were. */
export type Query = (world: ReadWorld) => Promise<number>;

const PAGE = 100;
const MAX_LOOKUPS = 500;

/** All orders, the oldest first. */
const ordersOf = ({ history }: ReadWorld): RecordedOrder[] => [...history.orders.values()];

/** Walks all pages of an owner's live orders, of some market or token. */
export const listOrders: Query = async (world) => {
  const { random, history } = world;
  const dialect = random.pick(DIALECTS);
  const caller = anyOwner(world);
  const own = ordersOf(world).filter(({ wallet }) => wallet.owner === caller);
  const some = random.pick(own.length > 0 ? own : ordersOf(world));
  const named = {
    id: random.chance(25) ? random.pick([some.id, random.pick(ordersOf(world)).id]) : undefined,
    market: random.chance(25)
      ? random.pick([some.market.content.conditionId, some.market.content.conditionId, hashOf("none")])
      : undefined,
    asset_id: random.chance(25) ? random.pick([tokenOf(some), tokenOf(some), tokenNamed("none")]) : undefined,
  };
  const rows = own.filter(
    (order) =>
      (named.id === undefined ? order.status === "live" : order.id === named.id) &&
      (named.market === undefined || order.market.content.conditionId === named.market) &&
      (named.asset_id === undefined || tokenOf(order) === named.asset_id),
  );
  const written = {
    ...named,
    id: named.id && anyCase(random, named.id),
    market: named.market && anyCase(random, named.market),
  };
  const view = { history, dialect, caller };
  const path = (cursor?: string) => `/data/orders?${queryOf({ ...written, next_cursor: cursor })}`;
  const expected = rows.map((order) => flatOrder(view, order));
  await walk(world, { dialect, caller, path: "" }, { path, expected });
  return rows.length;
};

type Pages = {
  readonly path: (cursor?: string) => string;
  readonly expected: readonly unknown[];
  readonly limit?: number;
};

/** All pages, one after the other, are the rows that are expected, in full pages but for the last. */
export async function walk(
  world: ReadWorld,
  asked: ReadRequest,
  { path, expected, limit = PAGE }: Pages,
): Promise<void> {
  const pages = Math.max(1, Math.ceil(expected.length / limit));
  let cursor: string | undefined = world.random.pick([undefined, "MA=="]);
  for (let page = 1; page <= pages; page += 1) {
    const at = { ...asked, path: path(cursor) };
    const data = expected.slice((page - 1) * limit, page * limit);
    const body = await answerTo(world, at);
    const { next_cursor, ...rest } = body;
    assert.deepEqual(rest, { data, limit, count: data.length }, describeRequest(world, at));
    assert.equal(next_cursor === END_CURSOR, page === pages, describeRequest(world, at));
    cursor = String(next_cursor);
  }
  const end = { data: [], next_cursor: END_CURSOR, limit, count: 0 };
  if (world.random.chance(10)) await compare(world, { ...asked, path: path(END_CURSOR) }, end);
}

/** One order: the caller's own, or anybody's where nobody asks. */
export const getOrder: Query = async (world) => {
  const { random, history } = world;
  const dialect = random.pick(DIALECTS);
  const order = random.pick(ordersOf(world));
  const caller = random.pick([undefined, order.wallet.owner, order.wallet.owner, anyOwner(world)]);
  const view = { history, dialect, caller };
  const asked = { dialect, caller, path: `/data/order/${anyCase(random, order.id)}` };
  if (caller === undefined || caller === order.wallet.owner) {
    await compare(world, asked, { order: nestedOrder(view, order), ...flatOrder(view, order) });
    return 1;
  }
  const { status, body } = await world.ask(asked);
  assert.deepEqual([status, body.code], [404, "order_not_found"], describeRequest(world, asked));
  return 0;
};

/** Many orders by their ids: known, foreign, repeated and unknown ones. */
export const lookUpOrders: Query = async (world) => {
  const { random, history } = world;
  const dialect = random.pick(DIALECTS);
  const caller = random.pick([undefined, anyOwner(world)]);
  const orders = ordersOf(world);
  const length = random.pick([1, 2, 10, 100, MAX_LOOKUPS]);
  const chosen = Array.from({ length }, () => (random.chance(95) ? random.pick(orders) : undefined));
  const ids = chosen.map((order) => anyCase(random, order?.id ?? hashOf(`none ${random.below(9)}`)));
  const asked = { dialect, caller, path: "/data/orders", body: ids.map((orderId) => ({ orderId })) };
  const view = { history, dialect, caller };
  const body = await answerTo(world, asked);
  const rows = chosen.map((order, index) => {
    const found = order !== undefined && (caller === undefined || order.wallet.owner === caller);
    if (found)
      return {
        order_id: ids[index],
        status: 200,
        order: { ...nestedOrder(view, order), ...flatOrder(view, order) },
      };
    return { order_id: ids[index], status: 404, code: "order_not_found" };
  });
  const shown = body.map(({ error: _error, hint: _hint, ...row }: Record<string, unknown>) => row);
  assert.deepEqual(shown, rows, describeRequest(world, asked));
  return rows.filter(({ status }) => status === 200).length;
};
