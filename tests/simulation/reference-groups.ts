/** Order groups in the reference: every fill is kept, with the time until which it counts. */
import type { CommandOf } from "../../src/core/events/command.ts";
import type { RejectionCode } from "../../src/core/rejection.ts";
import { done, groupFactText, refused } from "./outcome.ts";
import type { Outcome, SimulatedCommandOf } from "./outcome.ts";
import type { Matching } from "./reference-orders.ts";
import { removeOrders } from "./reference-lifecycle.ts";
import { endOfPart, findGroup } from "./reference-state.ts";
import type { Reference, RefGroup } from "./reference-state.ts";

type GroupChange = SimulatedCommandOf<"set-order-group" | "reset-order-group" | "remove-order-group">;

const MOST_GROUPS = 100;

export const countedLots = ({ fills }: RefGroup, at: number): number =>
  fills.filter(({ until }) => until > at).reduce((sum, { lots }) => sum + lots, 0);

export function refuseGroup(reference: Reference, command: CommandOf<"place-order">): RejectionCode[] {
  if (command.group === undefined) return [];
  const group = findGroup(reference, { owner: command.owner, name: command.group });
  if (group === undefined) return ["order_group_not_found"];
  return group.isStopped ? ["order_group_stopped"] : [];
}

export function changeGroup(reference: Reference, command: GroupChange, at: number): Outcome {
  const group = findGroup(reference, command);
  if (command.type === "set-order-group") return setGroup(reference, command, at);
  if (group === undefined) return refused("order_group_not_found");
  if (command.type === "remove-order-group") {
    reference.groups = reference.groups.filter((one) => one !== group);
    return done(
      ...cancelGroup(reference, group, "group-removed"),
      groupFactText({ ...group, change: "removed" }),
    );
  }
  if (!group.isStopped) return done();
  group.isStopped = false;
  group.fills = [];
  return done(groupFactText({ ...group, change: "reset" }));
}

function setGroup(
  reference: Reference,
  { owner, name, limit, windowMs: given }: SimulatedCommandOf<"set-order-group">,
  at: number,
): Outcome {
  const windowMs = given ?? findGroup(reference, { owner, name })?.windowMs ?? 15_000;
  const fact = groupFactText({ owner, name, change: `set to ${limit} in ${windowMs}` });
  const group = findGroup(reference, { owner, name });
  if (group === undefined) {
    if (reference.groups.filter((one) => one.owner === owner).length >= MOST_GROUPS)
      return refused("too_many_order_groups");
    reference.groups.push({ owner, name, limit, windowMs, isStopped: false, fills: [] });
    return done(fact);
  }
  if (group.limit === limit && group.windowMs === windowMs) return done();
  const before = group.windowMs;
  group.fills = group.fills
    .filter(({ until }) => until > at)
    .map(({ until, lots }) => ({ until: endOfPart(until - before, windowMs) + windowMs, lots }));
  Object.assign(group, { limit, windowMs });
  return done(fact, ...(countedLots(group, at) >= limit && !group.isStopped ? stop(reference, group) : []));
}

function stop(reference: Reference, group: RefGroup): string[] {
  group.isStopped = true;
  return [...cancelGroup(reference, group, "group-limit"), groupFactText({ ...group, change: "stopped" })];
}

const cancelGroup = (reference: Reference, group: RefGroup, reason: string): string[] =>
  removeOrders(
    reference,
    reference.orders.filter((order) => order.group === group),
    reason,
  );

/** Groups that a matching brings to their limits, in the order in which its trades concern them. */
export function groupsReached({ counted }: Matching): RefGroup[] {
  return [...counted].filter(([group, lots]) => lots >= group.limit).map(([group]) => group);
}

/** Cancels what these groups have left besides the orders of the trades, before the incoming order is placed. */
export const cancelUnmatched = (
  reference: Reference,
  groups: readonly RefGroup[],
  { trades }: Matching,
): string[] =>
  groups.flatMap((group) =>
    removeOrders(
      reference,
      reference.orders.filter(
        (order) => order.group === group && !trades.some(({ offer }) => offer.order === order),
      ),
      "group-limit",
    ),
  );

/** Stops these groups once the trades are settled. */
export const stopReached = (reference: Reference, groups: readonly RefGroup[]): string[] =>
  groups.flatMap((group) => {
    group.isStopped = true;
    return [groupFactText({ ...group, change: "stopped" }), ...cancelGroup(reference, group, "group-limit")];
  });
