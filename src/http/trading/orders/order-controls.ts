/**
 * Controls of a placement beside the signed order: optional fields of the request that change how the exchange takes the
 * order. docs/trading/order-controls.md shows them.
 */
import { Type } from "typebox";
import type { Static } from "typebox";
import type { Context } from "../../../context.ts";
import type { PlaceOrder } from "../../../core/events/command.ts";
import { reject } from "../../../core/rejection.ts";
import type { Rejection } from "../../../core/rejection.ts";
import type { SelfTradePolicy } from "../../../core/state.ts";
import type { SignedOrder } from "../../../signing/orders/signed-order.ts";
import { describeMisspelt, findMisspelt, spelledAs } from "../../../base/nearest-name.ts";
import { NEVER_ABSENT } from "../../operation/absent-fields.ts";
import { GROUP_PATTERN, ORDER_PATTERN } from "../../operation/id-patterns.ts";
import { describeMistake } from "../../operation/validation-fault.ts";

/** Choices of what happens when an order meets one of its owner, by their names in requests. */
const SELF_TRADE_CHOICES = {
  newest: "cancel-incoming",
  oldest: "cancel-resting",
  both: "cancel-both",
  none: "allow",
} as const satisfies { readonly [choice: string]: SelfTradePolicy };

/** Maximum of `max_age_ms`: a day. */
const MAX_AGE_MS = 86_400_000;

export const OrderControlFields = {
  self_trade: Type.Optional(
    Type.Enum(["newest", "oldest", "both", "none"], {
      description:
        "What is cancelled when the order meets one of its owner: this order, the resting one, both, or none of them, which only a " +
        "sandbox takes. The exchange's own policy unless given",
    }),
  ),
  max_age_ms: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MAX_AGE_MS,
      description:
        "The order is refused when it is decided more than so many milliseconds after its signed timestamp, which orders of " +
        "version 1 lack. A repeat of an order that was taken is answered at any time",
    }),
  ),
  replaces: Type.Optional(
    Type.String({
      [NEVER_ABSENT]: true,
      pattern: ORDER_PATTERN,
      description:
        "Id of an open order of the caller that this one replaces, in one step: it is cancelled if this one is placed, and stays " +
        "as it is if this one is refused",
    }),
  ),
  order_group: Type.Optional(
    Type.String({
      [NEVER_ABSENT]: true,
      pattern: GROUP_PATTERN,
      description:
        "Name of an order group of the caller, 1 to 64 letters, digits, _ and -: the order counts for its limit of filled shares",
    }),
  ),
};

const OrderControls = Type.Object(OrderControlFields);
type OrderControls = Static<typeof OrderControls>;

const CONTROL_NAMES = Object.keys(OrderControlFields);
/** Other fields that clients send beside the order. */
const OTHER_NAMES = new Set(["order", "owner", "orderType", "postOnly", "deferExec"]);

/**
 * Rejects a request with a control whose name is misspelt, or that is within the order: it would have no effect.
 * `orderFields` are the names of the order's own fields.
 */
export function rejectMisspelt(
  payload: { readonly order: object },
  orderFields: ReadonlySet<string>,
): Rejection | undefined {
  const misspelt = findMisspelt(
    payload,
    CONTROL_NAMES,
    (name) => OTHER_NAMES.has(name) || CONTROL_NAMES.includes(name),
  );
  if (misspelt !== undefined) return reject("invalid_payload", describeMisspelt(misspelt));
  const within = Object.keys(payload.order).find(
    (name) => !orderFields.has(name) && spelledAs(name, CONTROL_NAMES) !== undefined,
  );
  if (within === undefined) return undefined;
  const meant = spelledAs(within, CONTROL_NAMES);
  return reject("invalid_payload", `order.${within}: expected ${meant} beside the order, not within it`);
}

/** The part of a placement's command that the controls make. */
export type ControlTerms = Pick<PlaceOrder, "selfTrade" | "latestAt" | "replaces" | "group">;

const NO_TERMS: ControlTerms = {};

/** Reads the controls of a placement. Most have none, and share one empty result. */
export function readOrderControls(
  context: Context,
  { self_trade, max_age_ms, replaces, order_group }: OrderControls,
  order: SignedOrder,
): ControlTerms | Rejection {
  const given = self_trade ?? max_age_ms ?? replaces ?? order_group;
  if (given === undefined) return NO_TERMS;
  if (self_trade === "none" && !allowsSelfTrade(context)) return rejectSelfTrade();
  if (max_age_ms !== undefined && order.struct === "v1") return rejectAge();
  return {
    ...(self_trade !== undefined && { selfTrade: SELF_TRADE_CHOICES[self_trade] }),
    ...(max_age_ms !== undefined &&
      order.struct === "v2" && { latestAt: addAge(order.timestamp, max_age_ms) }),
    ...(replaces !== undefined && { replaces: replaces.toLowerCase() }),
    ...(order_group !== undefined && { group: order_group }),
  };
}

/** Adds the age to a signed timestamp, which may be any unsigned integer; the result is a safe integer. */
const addAge = (timestamp: string, ageMs: number): number =>
  Math.min(Number(timestamp) + ageMs, Number.MAX_SAFE_INTEGER);

function rejectAge(): Rejection {
  const expected = "an order of version 2, from whose signed timestamp it counts";
  return reject("invalid_payload", describeMistake("max_age_ms", { expected, got: "version 1" }));
}

/** Returns true if an owner's orders may match each other: in a sandbox, or by the exchange's own policy. */
const allowsSelfTrade = ({ config }: Context): boolean =>
  config.mode === "sandbox" || config.rules.selfTrade === "allow";

function rejectSelfTrade(): Rejection {
  const mistake = { expected: "newest, oldest or both outside a sandbox", got: "none" };
  return reject("invalid_payload", describeMistake("self_trade", mistake));
}
