/**
 * Order groups: a limit of filled shares over a rolling window, at which all orders of the group are cancelled. The rules
 * stand in src/core/orders/order-groups.ts, and docs/trading/order-controls.md shows them.
 */
import { Type } from "typebox";
import { Check } from "typebox/schema";
import { canceledOrders, canceledSizes } from "../../../core/orders/canceled-orders.ts";
import {
  STANDARD_WINDOW_MS,
  countFilled,
  findOrderGroup,
  listGroupOrders,
  listOrderGroups,
} from "../../../core/orders/order-groups.ts";
import { isRejection } from "../../../core/rejection.ts";
import type { Exchange, OrderGroup } from "../../../core/state.ts";
import { sharesText } from "../../../core/units.ts";
import type { AppliedCommand } from "../../../engine/repeats/entry.ts";
import { ONLY_INTERFACE_LIMIT, TRADING_LIMITS } from "../../guard/rate-limits.ts";
import { answerOnce, executeRequest } from "../../operation/answer-once.ts";
import { GROUP_PATTERN } from "../../operation/id-patterns.ts";
import { strictObject } from "../../operation/strict-object.ts";
import { AmountSchema, readShares } from "../../values/amount.ts";
import { keyOperation } from "../account/keys.ts";
import { ORDERS } from "../groups.ts";
import { CanceledSize, describeSizes } from "./canceled-size.ts";

/** Bounds of a window, ms. */
const WINDOW = { shortest: 1_000, longest: 86_400_000 };

const GroupName = Type.String({
  pattern: GROUP_PATTERN,
  description: "Name of an order group of the API key's wallet, 1 to 64 letters, digits, _ and -",
});

const DescribedGroup = Type.Object({
  group: Type.String({ description: "Order group by the name that its owner gives it, such as cup-quotes" }),
  shares_limit: Type.String({ description: "Filled shares within the window at which the group stops" }),
  window_ms: Type.Integer({ description: "Length of the window, milliseconds" }),
  state: Type.Enum(["open", "stopped"], {
    description: "stopped once the limit was reached: no orders are taken until the group is reset",
  }),
  shares_filled: Type.String({ description: "Shares that count within the window now" }),
  orders: Type.Array(Type.String(), { description: "Ids of the open orders, in the order of placement" }),
});
type DescribedGroup = Type.Static<typeof DescribedGroup>;

const describeGroup = (exchange: Exchange, group: OrderGroup, at: number): DescribedGroup => ({
  group: group.name,
  shares_limit: sharesText(group.limit),
  window_ms: group.windowMs,
  state: group.isStopped ? "stopped" : "open",
  shares_filled: sharesText(countFilled(group, at)),
  orders: listGroupOrders(exchange, group).map(({ id }) => id),
});

/** Describes the group of a command that set or reset it. */
function describeChanged(name: { readonly owner: string; readonly name: string }) {
  return ({ exchange, at }: AppliedCommand): DescribedGroup => {
    const group = findOrderGroup(exchange, name);
    if (group === undefined) throw new Error(`${name.owner} has no order group ${name.name}`);
    return describeGroup(exchange, group, at);
  };
}

const CHANGE = {
  group: ORDERS,
  limits: ONLY_INTERFACE_LIMIT,
  access: "key",
  once: true,
  strict: true,
} as const;

/** POST /order-groups: makes a group, or gives one other terms. Shares filled within its window still count. */
export const setOrderGroup = keyOperation({
  ...CHANGE,
  method: "POST",
  path: "/order-groups",
  summary: "Make an order group, or change its limit",
  refuses: ["too_many_order_groups", "not_accepting"],
  body: strictObject({
    group: GroupName,
    shares_limit: AmountSchema(
      "Filled shares within the window at which the group stops, up to two decimals",
    ),
    window_ms: Type.Optional(
      Type.Integer({
        minimum: WINDOW.shortest,
        maximum: WINDOW.longest,
        description: `Length of the window, milliseconds; unless given that of the group, ${STANDARD_WINDOW_MS} of a new one`,
      }),
    ),
  }),
  answer: DescribedGroup,
  handle: (call) =>
    answerOnce(call, {
      act: async () => {
        const { group, shares_limit, window_ms: windowMs } = call.body;
        const limit = readShares(shares_limit, "shares_limit");
        if (isRejection(limit)) return limit;
        const name = { owner: call.caller.address, name: group };
        return executeRequest(
          call,
          { type: "set-order-group", ...name, limit, windowMs },
          describeChanged(name),
        );
      },
      tell: ({ result }) => result,
    }),
});

/** POST /order-groups/reset: takes orders again after a stop, and counts from zero. */
export const resetOrderGroup = keyOperation({
  ...CHANGE,
  method: "POST",
  path: "/order-groups/reset",
  summary: "Take orders of a stopped order group again",
  refuses: ["order_group_not_found", "not_accepting"],
  body: strictObject({ group: GroupName }),
  answer: DescribedGroup,
  handle: (call) => {
    const name = { owner: call.caller.address, name: call.body.group };
    return answerOnce(call, {
      act: () => executeRequest(call, { type: "reset-order-group", ...name }, describeChanged(name)),
      tell: ({ result }) => result,
    });
  },
});

const RemovedGroup = Type.Object({
  group: Type.String(),
  canceled_sizes: Type.Array(CanceledSize, { description: "Sizes of the cancelled orders" }),
});

/** DELETE /order-groups: cancels the open orders of a group, and removes it. */
export const removeOrderGroup = keyOperation({
  ...CHANGE,
  method: "DELETE",
  kind: "cancel",
  path: "/order-groups",
  limits: [TRADING_LIMITS.cancels],
  summary: "Cancel the orders of an order group, and remove it",
  refuses: ["order_group_not_found", "not_accepting"],
  body: strictObject({ group: GroupName }),
  answer: RemovedGroup,
  countCanceled: (body) => (Check(RemovedGroup, body) ? body.canceled_sizes.length : 0),
  handle: (call) => {
    const { group } = call.body;
    const command = { type: "remove-order-group", owner: call.caller.address, name: group } as const;
    return answerOnce(call, {
      act: () =>
        executeRequest(call, command, ({ events }) => ({
          group,
          canceled_sizes: events
            .flatMap(canceledOrders)
            .map((order) => describeSizes(order.id, canceledSizes(order))),
        })),
      tell: ({ result }) => result,
    });
  },
});

/** GET /order-groups: lists the groups of the caller as of the moment at which every command before it is durable. */
export const getOrderGroups = keyOperation({
  method: "GET",
  path: "/order-groups",
  summary: "List the order groups of the caller",
  group: ORDERS,
  limits: ONLY_INTERFACE_LIMIT,
  refuses: ["not_accepting"],
  access: "key-or-reader",
  strict: true,
  answer: Type.Array(DescribedGroup, { description: "By name" }),
  handle: async ({ context, caller }) => {
    const at = context.clock();
    const groups = await context.engine.examine((exchange) =>
      listOrderGroups(exchange, caller.address).map((group) => describeGroup(exchange, group, at)),
    );
    return isRejection(groups) ? { rejection: groups } : { body: groups };
  },
});
