/**
 * POST /orders: places several signed orders independently. A refused or malformed order does not affect the others. All
 * orders are verified before the first is placed, and reach the exchange in the order of the request.
 */
import { Type } from "typebox";
import { Check as CheckSchema } from "typebox/schema";
import type { Context } from "../../../context.ts";
import type { PlaceOrder } from "../../../core/events/command.ts";
import { MODE_CODES } from "../../../core/mode.ts";
import { REJECTIONS, isRejection, reject } from "../../../core/rejection.ts";
import type { Rejection } from "../../../core/rejection.ts";
import { outcomePrice, priceText, sharesText } from "../../../core/units.ts";
import { findFirstWrong } from "../../../tools/doctor/check.ts";
import type { ActiveKey } from "../../../store/keys/api-keys.ts";
import { CheckAnswer } from "../../operation/check-answer.ts";
import { DIFFERENCES } from "../../dialects/dialect-differences.ts";
import type { Dialect } from "../../dialects/dialect.ts";
import type { Answer } from "../../operation/endpoint.ts";
import { MAX_BATCH_ORDERS } from "../../guard/rate-limiter.ts";
import { TRADING_LIMITS } from "../../guard/rate-limits.ts";
import { describeItemFault } from "../../operation/validation-fault.ts";
import { OrNull } from "../../values/resolution-answer.ts";
import { ORDERS } from "../groups.ts";
import { keyOperation } from "../account/keys.ts";
import { formatHint, buildWireErrorFor, describeRejectedPlacement } from "../error-format.ts";
import { NO_ORDERS_PLACED, ORDER_TEXTS, PLACEMENT_TEXTS } from "../wire-error.ts";
import { attributeOrder } from "../trades/builders.ts";
import { OrderPayload, readOrderPayload } from "./order-payload.ts";
import type { OrderCaller } from "./order-payload.ts";
import {
  PLACEMENT_REJECTION_CODES,
  Placement,
  ReplacedOrder,
  placeOrDelay,
  buildPlacement,
  tryOrder,
} from "./placement.ts";
import type { OrderTrial } from "./placement.ts";

// Limit on the number of orders in a request.

/** Rejects a list that is empty or longer than `limit`; else returns `undefined`. */
export function rejectSize({ length }: readonly unknown[], limit: number): Rejection | undefined {
  if (length >= 1 && length <= limit) return undefined;
  const values = { count: String(length), limit: String(limit) };
  return reject("batch_size", `expected 1 to ${limit} orders, got ${length}`, values);
}

// POST /order?dry_run=true: the result of a placement, without the placement. The order passes the same checks. Sandbox
// only.

const DryRunQuery = Type.Object({
  dry_run: Type.Optional(
    Type.Boolean({
      description: "Says what placing the order would do, and does not place it; in the sandbox only",
    }),
  ),
});

/** Query of an operation without a dry run. */
const NoDryRunQuery = Type.Object({
  dry_run: Type.Optional(Type.Boolean({ description: "Refused here: try each order with POST /order" })),
});

export const DryRunAnswer = Type.Object({
  dry_run: Type.Literal(true),
  ok: Type.Boolean(),
  checks: Type.Array(CheckAnswer, { description: "As they are made, up to the first that fails" }),
  first_wrong: OrNull(Type.String({ description: "The name of the check that fails" })),
  would: OrNull(
    Type.Object({
      status: Type.Enum(["live", "matched", "unmatched"]),
      orderID: Type.String(),
      takingAmount: Type.String(),
      makingAmount: Type.String(),
      fills: Type.Array(Type.Object({ price: Type.String(), size: Type.String() })),
      canceled: Type.Array(
        Type.String({
          description:
            "An order of the same owner that would be in its way, that it replaces, or whose group it would stop",
        }),
      ),
      replaced: Type.Optional(ReplacedOrder),
    }),
  ),
  refusal: OrNull(
    Type.Object({
      status: Type.Integer(),
      error: Type.String(),
      code: Type.Enum(Object.keys(REJECTIONS)),
      hint: Type.String(),
    }),
  ),
});
export type DryRunAnswer = Type.Static<typeof DryRunAnswer>;

type DryRunRequest = {
  readonly payload: OrderPayload;
  readonly caller: ActiveKey;
  readonly dialect: Dialect;
};

async function dryRun(context: Context, { payload, caller, dialect }: DryRunRequest): Promise<Answer> {
  if (context.config.mode !== "sandbox") return rejectDryRun("outside the sandbox");
  const trial = await tryOrder(context, payload, { caller, dialect });
  const failedCheck = findFirstWrong(trial.checks);
  const answer: DryRunAnswer = {
    dry_run: true,
    ok: failedCheck === undefined,
    checks: [...trial.checks],
    first_wrong: failedCheck?.check ?? null,
    would: describeWouldResult(trial, dialect),
    refusal: describeTrialRejection(trial.rejection, dialect),
  };
  return { body: answer };
}

/** Refuses an unsupported dry run, so that the order is not placed by surprise. */
const rejectDryRun = (where: string): Answer => ({
  rejection: reject("dry_run_refused", `expected no dry_run ${where}, got true; nothing was placed`),
});

function describeWouldResult(
  { placed, removed, replaced }: OrderTrial,
  dialect: Dialect,
): DryRunAnswer["would"] {
  if (placed === undefined) return null;
  const { order, fills } = placed;
  const placement = buildPlacement(dialect, order.id, order, {
    fills,
    hash: null,
    replaced,
    group: order.group?.name,
  });
  const { status, orderID, takingAmount, makingAmount } = placement;
  return {
    status,
    orderID,
    takingAmount,
    makingAmount,
    fills: fills.map((fill) => ({
      price: priceText(outcomePrice(fill.price, order.outcome)),
      size: sharesText(fill.lots),
    })),
    canceled: [...removed],
    ...(placement.replaced !== undefined && { replaced: placement.replaced }),
  };
}

/**
 * Returns the refusal that the placement would send; null if none. The specification's dialect does not refuse a repeated
 * order.
 */
function describeTrialRejection(rejection: Rejection | undefined, dialect: Dialect): DryRunAnswer["refusal"] {
  if (
    rejection === undefined ||
    (rejection.code === "duplicate_order" && DIFFERENCES.repeatedOrder.does[dialect] === "original")
  )
    return null;
  const { status, error } = buildWireErrorFor(rejection, {
    dialect,
    texts: ORDER_TEXTS,
    placement: true,
  });
  return { status, error, code: rejection.code, hint: formatHint(rejection) };
}

/** POST /order: places a signed order, and answers once it is durable. */
export const placeOrder = keyOperation({
  method: "POST",
  kind: "placement",
  path: "/order",
  summary: "Place a signed order",
  group: ORDERS,
  limits: [TRADING_LIMITS.orders],
  refuses: PLACEMENT_REJECTION_CODES,
  texts: ORDER_TEXTS,
  access: "key-and-builder",
  query: DryRunQuery,
  body: OrderPayload,
  answer: Type.Union([Placement, DryRunAnswer]),
  placement: true,
  handle: async ({ context, dialect, query, body, caller, builder }) => {
    if (query.dry_run === true) return dryRun(context, { payload: body, caller, dialect });
    const command = await readOrderPayload(context, body, { caller, dialect });
    const placement = isRejection(command)
      ? command
      : await placeOrDelay(context, dialect, {
          command: attributeOrder(command, builder),
          route: "POST /order",
        });
    return isRejection(placement) ? { rejection: placement } : { body: placement };
  },
});

const MAX_ORDER_BYTES = 8 * 1024;

const Nothing = Type.Literal("");
const RejectedPlacement = Type.Object({
  success: Type.Literal(false),
  errorMsg: Type.String({ description: "The same as error" }),
  orderID: Nothing,
  takingAmount: Nothing,
  makingAmount: Nothing,
  status: Nothing,
  error: Type.String({ description: "The text that the dialect's clients match" }),
  code: Type.Enum(Object.keys(REJECTIONS)),
  hint: Type.String(),
});

export const placeOrders = keyOperation({
  method: "POST",
  kind: "placement",
  path: "/orders",
  summary: "Place several signed orders, each for itself",
  group: ORDERS,
  limits: [TRADING_LIMITS.orders],
  refuses: ["batch_size", "dry_run_refused", "exchange_halted", "read_only", "cancel_only"],
  texts: [NO_ORDERS_PLACED, ...PLACEMENT_TEXTS],
  access: "key-and-builder",
  query: NoDryRunQuery,
  body: Type.Array(
    Type.Union([OrderPayload, Type.Unknown({ description: "What is no order is refused by itself" })]),
    { description: `1 to ${MAX_BATCH_ORDERS} orders` },
  ),
  bodyLimit: MAX_BATCH_ORDERS * MAX_ORDER_BYTES,
  answer: Type.Array(Type.Union([Placement, RejectedPlacement]), {
    description: "An answer for each order of the request, in its order",
  }),
  handle: async ({ context, dialect, query, body, caller, builder }) => {
    if (query.dry_run === true) return rejectDryRun("of several orders: try each with POST /order");
    const rejection = rejectSize(body, MAX_BATCH_ORDERS);
    if (rejection !== undefined) return { rejection };
    const commands = await Promise.all(
      body.map((item, index) => readItem(context, { item, index, caller, dialect })),
    );
    // Submits without an await between orders, so that they reach the engine together.
    const placements = await Promise.all(
      commands.map((command) =>
        isRejection(command)
          ? command
          : placeOrDelay(context, dialect, {
              command: attributeOrder(command, builder),
              route: "POST /orders",
            }),
      ),
    );
    const commonRejection = findCommonRejection(placements);
    if (commonRejection !== undefined) return { rejection: commonRejection };
    return {
      body: placements.map((one) =>
        isRejection(one) ? describeRejectedPlacement(one, { dialect, texts: ORDER_TEXTS }) : one,
      ),
    };
  },
});

/**
 * Returns the rejection by the exchange's mode, if all orders got it. This rejection answers the whole request, as clients
 * expect.
 */
function findCommonRejection(placed: readonly (object | Rejection)[]): Rejection | undefined {
  const [first] = placed;
  if (first === undefined || !isRejection(first) || first.code === "post_only_mode") return undefined;
  const all = placed.every((one) => isRejection(one) && one.code === first.code);
  return all && MODE_CODES.has(first.code) ? first : undefined;
}

type Item = OrderCaller & { readonly item: unknown; readonly index: number };

async function readItem(context: Context, { item, index, ...by }: Item): Promise<PlaceOrder | Rejection> {
  if (CheckSchema(OrderPayload, item)) return readOrderPayload(context, item, by);
  return reject("invalid_payload", describeItemFault(OrderPayload, item, index));
}
