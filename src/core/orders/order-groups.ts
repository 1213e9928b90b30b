/**
 * Order groups: a limit of filled shares over a rolling window for several orders of one owner. The fill that reaches the
 * limit counts whole. It stops the group in the same step: all other orders of the group are cancelled before they can be
 * filled, and new ones are refused until the owner resets the group.
 */
import { buildCancelEvents } from "./canceled-orders.ts";
import type { ChangeOrderGroup, PlaceOrder } from "../events/command.ts";
import type { Event, EventOf } from "../events/event.ts";
import { listOwnOrders } from "./order.ts";
import { reject } from "../rejection.ts";
import type { Rejection } from "../rejection.ts";
import type { Exchange, FilledShares, Order, OrderGroup } from "../state.ts";
import { NO_LOTS, addLots, sharesText } from "../units.ts";
import type { Lots } from "../units.ts";

/** Maximum number of groups of an owner. */
export const MAX_ORDER_GROUPS = 100;

/** Length of the window of a new group without a given one, ms. */
export const STANDARD_WINDOW_MS = 15_000;

/** Parts of a window. Fills of one part leave the window together, when the last of them would. */
const WINDOW_PARTS = 100;

export type GroupName = Pick<OrderGroup, "owner" | "name">;

/** Finds a group by its owner and its name. */
export const findOrderGroup = (
  { orderGroups }: Exchange,
  { owner, name }: GroupName,
): OrderGroup | undefined => orderGroups.get(owner)?.get(name);

/** Finds the group that an order joins; `undefined` if it names none, or one that its owner has not. */
export const findCommandGroup = (exchange: Exchange, { owner, group }: PlaceOrder): OrderGroup | undefined =>
  group === undefined ? undefined : findOrderGroup(exchange, { owner, name: group });

/** Lists the groups of an owner by name. */
export const listOrderGroups = ({ orderGroups }: Exchange, owner: string): readonly OrderGroup[] =>
  [...(orderGroups.get(owner)?.values() ?? [])].sort((a, b) => (a.name < b.name ? -1 : 1));

/** Sums the shares that were filled within the window that ends at engine time `at` (ms). */
export const countFilled = ({ filled, windowMs }: OrderGroup, at: number): Lots =>
  sumLots(listCounted(filled, windowMs, at));

const listCounted = (filled: readonly FilledShares[], windowMs: number, at: number): FilledShares[] =>
  filled.filter((one) => one.at + windowMs > at);

const sumLots = (filled: readonly FilledShares[]): Lots =>
  filled.reduce((sum, { lots }) => addLots(sum, lots), NO_LOTS);

/** Lists the open orders of a group, in order of placement. */
export const listGroupOrders = (exchange: Exchange, group: OrderGroup): Order[] =>
  listOwnOrders(exchange, group.owner).filter((order) => order.group === group);

// Decisions.

/** Rejects an order of a group that its owner has not, or that has stopped. */
export function rejectOrderGroup(
  { command: { owner, group: name } }: { readonly command: PlaceOrder },
  exchange: Exchange,
): Rejection | undefined {
  if (name === undefined) return undefined;
  const group = findOrderGroup(exchange, { owner, name });
  if (group === undefined) return rejectUnknown({ owner, name });
  if (!group.isStopped) return undefined;
  return reject(
    "order_group_stopped",
    `order group ${name} reached its limit of ${sharesText(group.limit)} shares in ${group.windowMs} ms; reset it to place orders`,
  );
}

const rejectUnknown = ({ owner, name }: GroupName): Rejection =>
  reject("order_group_not_found", `${owner} has no order group ${name}`);

/** Decides a change of a group at engine time `at` (ms). A change that is there already has no events. */
export function decideOrderGroup(
  exchange: Exchange,
  command: ChangeOrderGroup,
  at: number,
): Event[] | Rejection {
  if (command.type === "set-order-group") return decideTerms(exchange, command, at);
  const group = findOrderGroup(exchange, command);
  if (group === undefined) return rejectUnknown(command);
  if (command.type === "remove-order-group")
    return [
      ...buildCancelEvents(listGroupOrders(exchange, group), "group-removed"),
      describeChange(group, "removed"),
    ];
  return group.isStopped ? [describeChange(group, "reset")] : [];
}

function decideTerms(
  exchange: Exchange,
  { owner, name, limit, windowMs: given }: Extract<ChangeOrderGroup, { type: "set-order-group" }>,
  at: number,
): Event[] | Rejection {
  const group = findOrderGroup(exchange, { owner, name });
  const windowMs = given ?? group?.windowMs ?? STANDARD_WINDOW_MS;
  const set: Event = { type: "order-group-set", owner, name, limit, windowMs };
  if (group !== undefined) {
    if (group.limit === limit && group.windowMs === windowMs) return [];
    const isReached = sumLots(moveFilled(group, windowMs, at)) >= limit;
    return isReached && !group.isStopped ? [set, ...stopGroup(exchange, group)] : [set];
  }
  const count = exchange.orderGroups.get(owner)?.size ?? 0;
  if (count < MAX_ORDER_GROUPS) return [set];
  return reject(
    "too_many_order_groups",
    `expected less than ${MAX_ORDER_GROUPS} order groups of ${owner}, there are ${count}; remove one first`,
  );
}

const stopGroup = (exchange: Exchange, group: OrderGroup): Event[] => [
  ...buildCancelEvents(listGroupOrders(exchange, group), "group-limit"),
  describeChange(group, "stopped"),
];

/** Builds the event of a group that stopped, takes orders again, or is no more. */
export const describeChange = (
  { owner, name }: OrderGroup,
  change: EventOf<"order-group-changed">["change"],
): Event => ({ type: "order-group-changed", owner, name, change });

// Application of events.

/** Gives a group its terms at engine time `at` (ms); a new one has no fills. */
export function applyTerms(exchange: Exchange, event: EventOf<"order-group-set">, at: number): void {
  const { owner, name, limit, windowMs } = event;
  const group = findOrderGroup(exchange, { owner, name });
  if (group === undefined)
    return addOrderGroup(exchange, { owner, name, limit, windowMs, isStopped: false, filled: [] });
  group.filled = moveFilled(group, windowMs, at);
  group.limit = limit;
  group.windowMs = windowMs;
  return undefined;
}

/** Adds a group, new or loaded. */
export function addOrderGroup({ orderGroups }: Exchange, group: OrderGroup): void {
  const owned = orderGroups.get(group.owner) ?? new Map<string, OrderGroup>();
  orderGroups.set(group.owner, owned.set(group.name, group));
}

export function applyGroupChange(
  { orderGroups }: Exchange,
  { owner, name, change }: EventOf<"order-group-changed">,
): void {
  const owned = orderGroups.get(owner);
  const group = owned?.get(name);
  if (owned === undefined || group === undefined) throw new Error(`${owner} has no order group ${name}`);
  if (change === "removed") {
    owned.delete(name);
    if (owned.size === 0) orderGroups.delete(owner);
    return;
  }
  group.isStopped = change === "stopped";
  if (change === "reset") group.filled = [];
}

/** Counts a fill of an order for its group at engine time `at` (ms). */
export function countGroupFill({ group }: Order, lots: Lots, at: number): void {
  if (group === undefined) return;
  const counted = listCounted(group.filled, group.windowMs, at);
  group.filled = mergeParts([...counted, { at, lots }], group.windowMs);
}

/** Returns the fills within a window of another length; fills that have left the former window stay out. */
const moveFilled = (group: OrderGroup, windowMs: number, at: number): FilledShares[] =>
  listCounted(mergeParts(listCounted(group.filled, group.windowMs, at), windowMs), windowMs, at);

/** Merges fills of one part of the window, with the time at which the part ends. */
function mergeParts(filled: readonly FilledShares[], windowMs: number): FilledShares[] {
  const partMs = (windowMs - (windowMs % WINDOW_PARTS)) / WINDOW_PARTS;
  const merged: FilledShares[] = [];
  for (const { at, lots } of filled) {
    const end = at % partMs === 0 ? at : at + partMs - (at % partMs);
    const last = merged.at(-1);
    if (last?.at === end) merged[merged.length - 1] = { at: end, lots: addLots(last.lots, lots) };
    else merged.push({ at: end, lots });
  }
  return merged;
}
