/** Reads of orders, including those whose matching a sandbox fault delays, which are not in the journal yet. */
import type { Context } from "../../../context.ts";
import { NO_LOTS } from "../../../core/units.ts";
import { findOrder, listOrders } from "../../../store/reads/orders.ts";
import type { OrderRecord } from "../../../store/reads/orders.ts";
import type { TradeUnit } from "../../../store/reads/trades.ts";

/** Finds an order by its id, including delayed orders. */
export async function findAnyOrder(
  context: Context,
  id: string,
  unit: TradeUnit,
): Promise<OrderRecord | undefined> {
  // Delayed orders are checked first: a matched order leaves them for the tables.
  const delayed = findDelayed(context, id);
  return (await findOrder(await context.sql(), id, unit)) ?? delayed;
}

/** Lists orders by their ids, including delayed orders; unknown ids are left out. */
export async function listAnyOrders(
  context: Context,
  ids: readonly string[],
  unit: TradeUnit,
): Promise<OrderRecord[]> {
  const delayed = ids.flatMap((id) => findDelayed(context, id) ?? []);
  const stored = await listOrders(await context.sql(), ids, unit);
  const found = new Set(stored.map(({ id }) => id));
  return [...stored, ...delayed.filter(({ id }) => !found.has(id))];
}

function findDelayed({ delayedOrders, engine }: Context, id: string): OrderRecord | undefined {
  const delayed = delayedOrders?.find(id);
  const token = delayed && engine.exchange.tokens.get(delayed.command.tokenId);
  if (delayed === undefined || token === undefined) return undefined;
  const { command, takenAt, ended } = delayed;
  const { market, outcome } = token;
  return {
    no: engine.exchange.nextOrder,
    id,
    maker: command.maker,
    owner: command.owner,
    apiKey: command.apiKey,
    conditionId: market.conditionId,
    tokenId: command.tokenId,
    outcome,
    outcomeLabel: market.outcomes[outcome],
    side: command.side,
    kind: command.kind,
    postOnly: command.postOnly,
    limit: command.limit,
    lots: command.lots,
    filled: NO_LOTS,
    status: ended === undefined ? "delayed" : "unmatched",
    reason: ended?.reason ?? null,
    expiresAt: command.expiresAt,
    placedAt: takenAt,
    updatedAt: ended?.at ?? takenAt,
    tradeIds: [],
  };
}

/** Returns true if the caller's order is delayed or about to be: it cannot be cancelled meanwhile. */
export function isDelayed({ delayedOrders }: Context, id: string, owner: string): boolean {
  const delayed = delayedOrders?.find(id) ?? delayedOrders?.findUnclear(id);
  return delayed !== undefined && delayed.ended === undefined && delayed.command.owner === owner;
}
