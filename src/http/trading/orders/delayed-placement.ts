/**
 * Placements of requests, which a fault of the sandbox may delay. An order that would match now is acknowledged as delayed
 * once it is durable, and matched later; all others, and all orders where no delay is in force, are placed at once.
 */
import type { Context } from "../../../context.ts";
import type { PlaceOrder } from "../../../core/command.ts";
import { isRejection, reject } from "../../../core/rejection.ts";
import type { Rejection } from "../../../core/rejection.ts";
import type { KeptOrder } from "../../../engine/delayed-orders.ts";
import type { DelayedOrder } from "../../../store/sandbox/delayed-orders.ts";
import { DIFFERENCES } from "../../dialects/dialect-differences.ts";
import type { Dialect } from "../../dialects/dialect.ts";
import { openSandboxAccount } from "../../sandbox-account.ts";
import { ofOrder } from "./order-payload.ts";
import { place } from "./placement.ts";
import type { Placement } from "./placement.ts";
import { decideTrial } from "./try-order.ts";

/** An order, and the operation that it came by, such as `POST /order`. */
export type PlacedBy = { readonly command: PlaceOrder; readonly route: string };

/** Places a verified order, or keeps it for later. One that is not delayed has reached the engine when this returns. */
export async function placeOrDelay(
  context: Context,
  dialect: Dialect,
  placed: PlacedBy,
): Promise<Placement | Rejection> {
  const { delayedOrders } = context;
  const { command } = placed;
  const before = delayedOrders?.find(command.id);
  if (before !== undefined) return repeatedDelay(dialect, before);
  const isUnclear = delayedOrders?.findUnclear(command.id) !== undefined;
  const mayDelay = isUnclear || delayedOrders?.delays().isEmpty() === false;
  const kept = mayDelay ? await keepDelayed(context, placed) : undefined;
  if (kept === undefined) return place(context, dialect, command);
  return kept.repeated ? repeatedDelay(dialect, kept.order) : delayedPlacement(kept.order);
}

/** Keeps the order for later if it is new, would match now and meets a delay. */
async function keepDelayed(context: Context, { command, route }: PlacedBy): Promise<KeptOrder | undefined> {
  const { delayedOrders, engine, entries } = context;
  const unclear = delayedOrders?.findUnclear(command.id);
  if (unclear !== undefined) return delayedOrders?.keepAgain(unclear);
  const trial = await engine.examine((exchange, at, now) =>
    decideTrial(exchange, command, { at, now, funds: true }),
  );
  const matches =
    !isRejection(trial) && trial.some((event) => event.type === "order-placed" && event.fills.length > 0);
  if (!matches || (await entries.findOrders([command.id])).size > 0) return undefined;
  const { apiKey, maker, owner } = command;
  const delay = delayedOrders?.delays().draw({ route, names: [apiKey, maker, owner] });
  if (delay === undefined) return undefined;
  const known = engine.exchange.accountByAddress.has(command.maker);
  const refused = known
    ? undefined
    : await openSandboxAccount(context, { address: command.maker, owner: command.owner });
  return refused === undefined ? delayedOrders?.keep(command, delay) : undefined;
}

/** An order that was delayed, sent again: it is as the first time, or as it ended. */
const repeatedDelay = (dialect: Dialect, order: DelayedOrder): Placement | Rejection =>
  DIFFERENCES.repeatedOrder.does[dialect] === "refused"
    ? ofOrder(reject("duplicate_order", `order ${order.command.id} was placed before`), order.command.id)
    : delayedPlacement(order);

const delayedPlacement = ({ command: { id }, ended }: DelayedOrder): Placement => ({
  success: true,
  errorMsg: "",
  orderID: id,
  orderHash: id,
  takingAmount: "",
  makingAmount: "",
  status: ended === undefined ? "delayed" : "unmatched",
  tradeIDs: [],
  transactionsHashes: [],
});
