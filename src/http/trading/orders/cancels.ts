/** Cancels of one order, of several, of a market's orders, and of all orders. */
import { Type } from "typebox";
import { Check as CheckSchema } from "typebox/schema";
import type { Context } from "../../../context.ts";
import { canceledOrders, canceledSizes } from "../../../core/orders/canceled-orders.ts";
import { MODE_CODES } from "../../../core/mode.ts";
import { isRejection, reject } from "../../../core/rejection.ts";
import type { Rejection } from "../../../core/rejection.ts";
import { normalizeCondition } from "../../../core/markets/market-version.ts";
import type { Order } from "../../../core/state.ts";
import type { CommandOutcome } from "../../../engine/repeats/entry.ts";
import type { ActiveKey } from "../../../store/keys/api-keys.ts";
import { listOpenIds } from "../../../store/reads/orders.ts";
import type { OpenOrderFilter } from "../../../store/reads/orders.ts";
import { isUnavailable } from "../../../store/sql/unavailable.ts";
import { DIFFERENCES } from "../../dialects/dialect-differences.ts";
import type { Dialect } from "../../dialects/dialect.ts";
import type { Answer } from "../../operation/endpoint.ts";
import { TRADING_LIMITS } from "../../guard/rate-limits.ts";
import { CONDITION_PATTERN, TOKEN_PATTERN } from "../../operation/id-patterns.ts";
import { describeMistake } from "../../operation/validation-fault.ts";
import { ORDERS } from "../groups.ts";
import { keyOperation } from "../account/keys.ts";
import { submit } from "../ledger/wallet-request.ts";
import { getEventOfType } from "../pages.ts";
import { NO_ORDERS, ERROR_TEXTS } from "../wire-error.ts";
import { CanceledSize, describeSizes } from "./canceled-size.ts";
import { OrderId, parseOrderId } from "./orders.ts";
import { isDelayed } from "./placement.ts";
import { rejectSize } from "./place-orders.ts";

// Cancels of orders. A request that is carried out gets status 200, with the ids of cancelled orders and a reason for each
// order that was not. This also holds in a mode that accepts no cancels. An engine that accepts no commands at all refuses
// the request.

export const Cancellation = Type.Object({
  canceled: Type.Array(Type.String()),
  not_canceled: Type.Record(Type.String(), Type.String(), { description: "Reason by order id" }),
  canceled_sizes: Type.Optional(
    Type.Array(CanceledSize, {
      description: "The sizes of each order in `canceled`, in its order; only in the specification's dialect",
    }),
  ),
});
export type Cancellation = Type.Static<typeof Cancellation>;

/** A cancelled order with its id as the answer writes it. */
type CanceledOrder = readonly [written: string, order: Order];

function buildCancellation(
  dialect: Dialect,
  canceled: readonly CanceledOrder[],
  reasons: Cancellation["not_canceled"],
): Cancellation {
  return {
    canceled: canceled.map(([written]) => written),
    not_canceled: reasons,
    ...(DIFFERENCES.canceledSizes.does[dialect] === "told" && {
      canceled_sizes: canceled.map(([written, order]) => describeSizes(written, canceledSizes(order))),
    }),
  };
}

/** A request for cancels: its context, its caller, and the dialect of its answer. */
type CancelRequest = {
  readonly context: Context;
  readonly dialect: Dialect;
  readonly caller: ActiveKey;
};

const UNKNOWN_REASON = "order not found";
const DELAYED_REASON = "order is delayed: it cannot be canceled before it is matched";
const UNREADABLE_REASON = "order is not open, and whether it was cannot be read now";

/** Cancels the caller's orders by id; results use the ids as written. Returns a rejection if no cancel could be tried. */
async function cancelByIds(request: CancelRequest, given: readonly string[]): Promise<Answer> {
  const { context, dialect, caller } = request;
  const orders = await Promise.all(
    listUniqueOrders(given).map(async (named) => ({ ...named, result: await cancel(request, named.id) })),
  );
  const refused = orders.flatMap(({ id, written, result }) =>
    isRejection(result) ? [{ id, written, refusal: result }] : [],
  );
  const requestRejection = refused.find(({ refusal }) => !isOrderRejection(refusal))?.refusal;
  if (requestRejection !== undefined && refused.length === orders.length)
    return { rejection: requestRejection };
  const ownIds = await findOwnOrders(
    context,
    refused.flatMap(({ id }) => id ?? []),
    caller,
  );
  const reasons = refused.map(({ id, written, refusal }) => {
    if (id !== undefined && isDelayed(context, id, caller.address)) return [written, DELAYED_REASON] as const;
    return [written, explainNotCanceled(refusal, id === undefined ? false : ownIds?.has(id))] as const;
  });
  const canceled = orders.flatMap(({ written, result }): CanceledOrder[] =>
    isRejection(result) ? [] : [[written, result]],
  );
  return { body: buildCancellation(dialect, canceled, Object.fromEntries(reasons)) };
}

/**
 * Finds the caller's orders among `ids`; `undefined` if the store cannot be read, since cancels do not depend on the store.
 */
async function findOwnOrders(
  { entries }: Context,
  ids: readonly string[],
  caller: ActiveKey,
): Promise<ReadonlySet<string> | undefined> {
  if (ids.length === 0) return new Set();
  try {
    return await entries.findOwnedOrders(caller.address, ids);
  } catch (error) {
    if (isUnavailable(error)) return undefined;
    throw error;
  }
}

/** Returns true if the rejection concerns a single order; any other rejection refuses the whole request. */
const isOrderRejection = ({ code }: Rejection): boolean => code === "order_not_found" || MODE_CODES.has(code);

/**
 * Cancels all orders of the caller that match the filter. In a mode that accepts no cancels, each order gets the mode as
 * its reason.
 */
async function cancelMatchingOrders(
  { context, dialect, caller }: CancelRequest,
  filter: Omit<OpenOrderFilter, "owner">,
): Promise<Answer> {
  const fits = { owner: caller.address, ...filter };
  const done = await submit(context, { type: "cancel-orders", ...fits, reason: "by-owner" });
  if (isRejection(done))
    return MODE_CODES.has(done.code)
      ? { body: buildCancellation(dialect, [], await explainNoneCanceled(context, fits, done)) }
      : { rejection: done };
  const canceled = done.events.flatMap((event) =>
    canceledOrders(event).map((order): CanceledOrder => [order.id, order]),
  );
  return { body: buildCancellation(dialect, canceled, {}) };
}

async function explainNoneCanceled(
  { sql }: Context,
  fits: OpenOrderFilter,
  { code }: Rejection,
): Promise<Cancellation["not_canceled"]> {
  const open = await listOpenIds(await sql(), fits);
  return Object.fromEntries(open.map((id) => [id, ERROR_TEXTS[code].error]));
}

type NamedOrder = { readonly written: string; readonly id: string | undefined };

/** Removes duplicate ids, compared without letter case. */
function listUniqueOrders(given: readonly string[]): readonly NamedOrder[] {
  const orders = new Map<string, NamedOrder>();
  for (const written of given) {
    const id = parseOrderId(written);
    const key = id ?? written;
    if (!orders.has(key)) orders.set(key, { written, id });
  }
  return [...orders.values()];
}

const NOT_FOUND: Rejection = { code: "order_not_found", hint: "it is no order id" };

/** Cancels an order, and returns it or the rejection. The command has reached the engine when this returns. */
async function cancel(
  { context, caller }: CancelRequest,
  id: string | undefined,
): Promise<Order | Rejection> {
  if (id === undefined) return NOT_FOUND;
  const outcome: CommandOutcome = await context.engine.submit({
    type: "cancel-order",
    id,
    owner: caller.address,
  });
  if (outcome.type === "rejected") return outcome.rejection;
  if (outcome.type === "duplicate") throw new Error(`the cancel of ${id} was taken for an order`);
  return getEventOfType(outcome.committed, "order-canceled").order;
}

function explainNotCanceled({ code }: Rejection, isOwn: boolean | undefined): string {
  if (MODE_CODES.has(code) && isOwn === false) return UNKNOWN_REASON;
  if (code !== "order_not_found") return ERROR_TEXTS[code].error;
  if (isOwn === undefined) return UNREADABLE_REASON;
  return isOwn ? ERROR_TEXTS.order_not_open.error : UNKNOWN_REASON;
}

/** Body with the order id under any of three spellings; a blank id counts as absent. */
const CancelPayload = Type.Object({
  orderId: Type.Optional(OrderId),
  orderID: Type.Optional(OrderId),
  order_id: Type.Optional(OrderId),
});

const CANCEL = {
  method: "DELETE",
  kind: "cancel",
  group: ORDERS,
  limits: [TRADING_LIMITS.cancels],
  answer: Cancellation,
} as const;

/** DELETE /order: cancels one resting order; always 200, with a reason if there was nothing to cancel. */
export const cancelOrder = keyOperation({
  ...CANCEL,
  path: "/order",
  summary: "Cancel an order",
  refuses: ["not_accepting"],
  body: CancelPayload,
  handle: async ({ context, dialect, body, caller }) => {
    const id = readId(body);
    if (isRejection(id)) return { rejection: id };
    return cancelByIds({ context, dialect, caller }, [id]);
  },
});

/** Reads the order id of the body; several spellings must have the same id. */
function readId({ orderId, orderID, order_id }: Type.Static<typeof CancelPayload>): string | Rejection {
  const named = Object.entries({ orderId, orderID, order_id }).filter(([, id]) => id);
  const [[name = "orderId", id] = []] = named;
  if (!id) return reject("invalid_payload", "orderId: expected an order id, got none");
  const other = named.find(([, written]) => written?.toLowerCase() !== id.toLowerCase());
  if (other === undefined) return id;
  const mistake = { expected: `one order, ${name} says ${id}`, got: other[1] };
  return reject("invalid_payload", describeMistake(other[0], mistake));
}

/** Maximum ids per request. */
const MAX_IDS = 3_000;

/** DELETE /orders: cancels resting orders by their ids; always 200, with a reason for each order that was not cancelled. */
export const cancelOrders = keyOperation({
  ...CANCEL,
  path: "/orders",
  summary: "Cancel orders by their ids",
  refuses: ["batch_size", "not_accepting"],
  texts: [NO_ORDERS],
  body: Type.Array(OrderId, {
    description: `1 to ${MAX_IDS} order ids; one that is there twice, in whatever case of letters, is answered once, as it was sent first`,
  }),
  bodyLimit: 512 * 1024,
  handle: async ({ context, dialect, body, caller }) => {
    const rejection = rejectSize(body, MAX_IDS);
    if (rejection !== undefined) return { rejection };
    return cancelByIds({ context, dialect, caller }, body);
  },
});

/** Counts the orders that an answer names as cancelled. */
const countCanceled = (body: unknown): number => (CheckSchema(Cancellation, body) ? body.canceled.length : 0);

/** DELETE /cancel-all: cancels every resting order of all wallets that the caller signs for. A body is ignored. */
export const cancelAll = keyOperation({
  ...CANCEL,
  path: "/cancel-all",
  summary: "Cancel all orders of the caller",
  countCanceled,
  refuses: ["not_accepting"],
  handle: ({ context, dialect, caller }) => cancelMatchingOrders({ context, dialect, caller }, {}),
});

const optionalOrBlank = (pattern: string, description: string) =>
  Type.Optional(Type.Union([Type.String({ pattern, description }), Type.Literal(""), Type.Null()]));

/** Body of the market's cancel. Clients spell the token in two ways, and send blanks for absent fields. */
const CancelMarketPayload = Type.Object({
  market: optionalOrBlank(CONDITION_PATTERN, "Condition id: 0x and 64 hex digits that name the market"),
  assetId: optionalOrBlank(TOKEN_PATTERN, "Token id: a decimal number that names the outcome"),
  asset_id: optionalOrBlank(TOKEN_PATTERN, "Token id: a decimal number that names the outcome"),
});
type CancelMarketPayload = Type.Static<typeof CancelMarketPayload>;

/**
 * DELETE /cancel-market-orders: cancels the caller's resting orders in a market or of a token. If both are given, the token
 * must be of the market.
 */
export const cancelMarketOrders = keyOperation({
  ...CANCEL,
  path: "/cancel-market-orders",
  countCanceled,
  summary: "Cancel the caller's orders in a market or on a token",
  refuses: ["not_accepting"],
  body: CancelMarketPayload,
  handle: async ({ context, dialect, body, caller }) => {
    const named = readMarketFilter(body);
    if (isRejection(named)) return { rejection: named };
    return cancelMatchingOrders({ context, dialect, caller }, named);
  },
});

type NamedMarket = { readonly conditionId: string | undefined; readonly tokenId: string | undefined };

function readMarketFilter({
  market,
  assetId,
  asset_id: other,
}: CancelMarketPayload): NamedMarket | Rejection {
  if (assetId && other && assetId !== other)
    return reject(
      "invalid_payload",
      `expected assetId or asset_id, got two that differ: "${assetId}" and "${other}"`,
    );
  const tokenId = assetId || other || undefined;
  const conditionId = market ? normalizeCondition(market) : undefined;
  if (conditionId === undefined && tokenId === undefined)
    return reject(
      "invalid_payload",
      "expected market or asset_id, got neither: /cancel-all cancels all orders",
    );
  return { conditionId, tokenId };
}
