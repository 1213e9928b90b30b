/** Queries for notifications: orders taken out, fills of resting orders, and resolutions, of the last two days. */
import assert from "node:assert/strict";
import { DIALECTS } from "../../src/http/dialects/dialect.ts";
import type { Dialect } from "../../src/http/dialects/dialect.ts";
import type { Query } from "./order-queries.ts";
import { answerTo, describeRequest } from "./read-world.ts";
import type { ReadWorld } from "./read-world.ts";
import { labelOf, ownPrice, tokenOf } from "./recorded-history.ts";
import type { RecordedOrder, RecordedTrade } from "./recorded-history.ts";
import { anyOwner, text, tradeIds } from "./shown.ts";

const TOLD_MS = 48 * 3_600_000;
const MOST = 500;
const ASKED_FOR = new Set(["by-owner", "not-filled", "replaced", "group-removed"]);
const NO_HASH = `0x${"0".repeat(64)}`;

function orderPayload(order: RecordedOrder) {
  const { content, event } = order.market;
  return {
    order_id: order.id,
    owner: order.apiKey,
    market: content.conditionId,
    condition_id: content.conditionId,
    asset_id: tokenOf(order),
    outcome: labelOf(order),
    outcome_index: order.outcome,
    side: order.side,
    type: order.kind,
    original_size: text(order.lots, 2),
    remaining_size: text(order.lots - order.filled, 2),
    question: content.question,
    market_slug: content.slug,
    icon: content.icon ?? "",
    image: content.image ?? "",
    eventSlug: event.slug,
    seriesSlug: event.series[0]?.slug ?? "",
  };
}

const takenOut = (order: RecordedOrder) => ({
  id: order.no * 8 + 1,
  type: 1,
  owner: order.apiKey,
  timestamp: order.updatedAt,
  payload: {
    ...orderPayload(order),
    price: text(order.limit, 4),
    matched_size: text(order.filled, 2),
    trade_id: "",
    transaction_hash: NO_HASH,
    reason: order.reason,
  },
});

type ShownTo = { readonly dialect: Dialect; readonly caller: string };

const filled = (
  { history }: ReadWorld,
  dialect: Dialect,
  { no, at, maker, lots, price, batch }: RecordedTrade,
) => ({
  id: no * 8 + 2,
  type: 2,
  owner: maker.apiKey,
  timestamp: at,
  payload: {
    ...orderPayload(maker),
    price: text(ownPrice(maker, price), 4),
    matched_size: text(lots, 2),
    trade_id: tradeIds({ history, dialect }, [no])[0],
    transaction_hash: history.batches.get(batch)!.hash,
    reason: "",
  },
});

/**
 * Lists resolutions of markets of which a wallet of the owner has or had shares. Other tests check the market's
 * description.
 */
function resolutionsOf({ history, keys }: ReadWorld, caller: string) {
  const own = history.wallets.filter(({ owner }) => owner === caller).map(({ no }) => no);
  const isTheirs = (market: number): boolean =>
    own.some((no) =>
      [0, 1].some(
        (outcome) => history.fold.accounts.get(no)!.positions.get(`${market}:${outcome}`)?.changedAt,
      ),
    );
  return [...history.markets.values()].flatMap(({ no, content, event }) => {
    const { status, resolvedAt } = history.fold.markets.get(no)!;
    const told = (status === "resolved" || status === "archived") && resolvedAt !== undefined && isTheirs(no);
    return told
      ? [
          {
            id: no * 8 + 4,
            type: 4,
            owner: keys.get(caller)!.apiKey,
            timestamp: resolvedAt,
            payload: { condition_id: content.conditionId, eventSlug: event.slug },
          },
        ]
      : [];
  });
}

type Notification = { readonly id: number; readonly timestamp: number };

function expectedOf(world: ReadWorld, { dialect, caller }: ShownTo): Notification[] {
  const { history, clock } = world;
  const orders = [...history.orders.values()].filter(
    ({ wallet, reason }) => wallet.owner === caller && reason !== undefined && !ASKED_FOR.has(reason),
  );
  const trades = history.trades.filter(({ maker }) => maker.wallet.owner === caller);
  const dropped = world.dropped.get(caller);
  return [
    ...orders.map(takenOut),
    ...trades.map((trade) => filled(world, dialect, trade)),
    ...resolutionsOf(world, caller),
  ]
    .filter(({ timestamp, id }) => timestamp >= clock.now - TOLD_MS && !dropped?.has(id))
    .sort((left, right) => right.timestamp - left.timestamp || right.id - left.id)
    .slice(0, MOST);
}

type Row = Notification & { readonly type: number; readonly payload: Readonly<Record<string, unknown>> };

const plain = (row: Row) =>
  row.type === 4
    ? { ...row, payload: { condition_id: row.payload["condition_id"], eventSlug: row.payload["eventSlug"] } }
    : row;

export const listNotifications: Query = async (world) => {
  const caller = anyOwner(world);
  const asked = { dialect: world.random.pick(DIALECTS), caller, path: "/notifications" };
  const expected = expectedOf(world, asked);
  const body: readonly Row[] = await answerTo(world, asked);
  assert.deepEqual(body.map(plain), expected, describeRequest(world, asked));
  return expected.length;
};

/** Has an owner mark some of what it is told as read; with ids that are of nothing. */
export async function dropSome(world: ReadWorld): Promise<void> {
  const { random, dropped } = world;
  const caller = anyOwner(world);
  const dialect = random.pick(DIALECTS);
  const told = expectedOf(world, { dialect, caller }).map(({ id }) => id);
  if (told.length === 0) return;
  const ids = [...Array.from({ length: random.between(1, 9) }, () => random.pick(told)), 8 * 10 ** 9 + 1];
  const asked = { dialect, caller, path: `/notifications?ids=${ids.join(",")}` };
  const { status } = await world.ask({ ...asked, method: "DELETE" });
  assert.equal(status, 200, describeRequest(world, asked));
  dropped.set(caller, new Set([...(dropped.get(caller) ?? []), ...ids]));
}
