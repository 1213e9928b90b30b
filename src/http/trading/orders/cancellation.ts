/**
 * Cancels of orders. A request that is carried out is answered with 200, which says of each order that it was cancelled,
 * or why not; so it is in a mode that takes no cancels. An engine that takes no commands at all refuses the request.
 */
import { Type } from "typebox";
import type { Context } from "../../../context.ts";
import { canceledOrders } from "../../../core/canceled-orders.ts";
import { MODE_CODES } from "../../../core/mode.ts";
import { isRejection } from "../../../core/rejection.ts";
import type { Rejection } from "../../../core/rejection.ts";
import type { CommandOutcome } from "../../../engine/entry.ts";
import type { ActiveKey } from "../../../store/keys/api-keys.ts";
import { listOpenIds } from "../../../store/reads/orders.ts";
import type { OpenOrderFilter } from "../../../store/reads/orders.ts";
import { isUnavailable } from "../../../store/sql/unavailable.ts";
import { submit } from "../ledger/wallet-request.ts";
import { REFUSALS } from "../refusal.ts";
import { isDelayed } from "./any-order.ts";
import { parseOrderId } from "./order-id.ts";

export const Cancellation = Type.Object({
  canceled: Type.Array(Type.String()),
  not_canceled: Type.Record(Type.String(), Type.String(), { description: "Reason by order id" }),
});
export type Cancellation = Type.Static<typeof Cancellation>;

const UNKNOWN = "order not found";
const DELAYED = "order is delayed: it cannot be canceled before it is matched";
const UNREADABLE = "order is not open, and whether it was cannot be read now";

/** Cancels the caller's orders of these ids, each answered as it was written. A rejection: nothing could be tried. */
export async function cancelByIds(
  context: Context,
  given: readonly string[],
  caller: ActiveKey,
): Promise<Cancellation | Rejection> {
  const orders = listOnce(given);
  const refusals = await Promise.all(orders.map(({ id }) => cancel(context, id, caller)));
  const failed = refusals.find((refusal) => refusal !== undefined && !isReason(refusal));
  if (failed !== undefined && refusals.every((refusal) => refusal !== undefined)) return failed;
  const left = orders.flatMap(({ id }, index) => (id !== undefined && refusals[index] ? [id] : []));
  const own = await findOwn(context, left, caller);
  const reasons = orders.map(({ id, written }, index) => {
    const refusal = refusals[index];
    if (refusal !== undefined && id !== undefined && isDelayed(context, id, caller.address))
      return [written, DELAYED] as const;
    const isOwn = id === undefined ? false : own?.has(id);
    return [written, refusal && reasonOf(refusal, isOwn)] as const;
  });
  return {
    canceled: reasons.flatMap(([written, reason]) => (reason === undefined ? [written] : [])),
    not_canceled: Object.fromEntries(
      reasons.flatMap(([written, reason]) => (reason === undefined ? [] : [[written, reason]])),
    ),
  };
}

/** The caller's own of these orders; `undefined` when nobody can tell now. The others are cancelled all the same. */
async function findOwn(
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

/** Refusals of a single order within an answer; any other refuses the whole request. */
const isReason = ({ code }: Rejection): boolean => code === "order_not_found" || MODE_CODES.has(code);

/** Cancels all orders of the caller that fit; in a mode that takes no cancels each of them has that as its reason. */
export async function cancelAllThat(
  context: Context,
  fits: OpenOrderFilter,
): Promise<Cancellation | Rejection> {
  const done = await submit(context, { type: "cancel-orders", ...fits, reason: "by-owner" });
  if (isRejection(done)) return MODE_CODES.has(done.code) ? noneOf(context, fits, done) : done;
  const canceled = done.events.flatMap((event) => canceledOrders(event).map(({ id }) => id));
  return { canceled, not_canceled: {} };
}

async function noneOf({ sql }: Context, fits: OpenOrderFilter, { code }: Rejection): Promise<Cancellation> {
  const open = await listOpenIds(await sql(), fits);
  return { canceled: [], not_canceled: Object.fromEntries(open.map((id) => [id, REFUSALS[code].error])) };
}

type NamedOrder = { readonly written: string; readonly id: string | undefined };

/** An order that is named twice, in whatever case of letters, counts once. */
function listOnce(given: readonly string[]): readonly NamedOrder[] {
  const orders = new Map<string, NamedOrder>();
  for (const written of given) {
    const id = parseOrderId(written);
    const key = id ?? written;
    if (!orders.has(key)) orders.set(key, { written, id });
  }
  return [...orders.values()];
}

const NOT_FOUND: Rejection = { code: "order_not_found", hint: "it is no order id" };

/** Reason why it was not cancelled; the command has reached the engine when this returns. */
async function cancel(
  context: Context,
  id: string | undefined,
  caller: ActiveKey,
): Promise<Rejection | undefined> {
  if (id === undefined) return NOT_FOUND;
  const outcome: CommandOutcome = await context.engine.submit({
    type: "cancel-order",
    id,
    owner: caller.address,
  });
  return outcome.type === "rejected" ? outcome.rejection : undefined;
}

function reasonOf({ code }: Rejection, own: boolean | undefined): string {
  if (MODE_CODES.has(code) && own === false) return UNKNOWN;
  if (code !== "order_not_found") return REFUSALS[code].error;
  if (own === undefined) return UNREADABLE;
  return own ? REFUSALS.order_not_open.error : UNKNOWN;
}
