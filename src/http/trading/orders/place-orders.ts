/**
 * POST /orders: places several signed orders at once, each for itself: one that is refused, or is no order at all, takes
 * nothing from the others. All are verified before the first is placed, and they reach the exchange in their order.
 */
import { Type } from "typebox";
import { Check } from "typebox/schema";
import type { Context } from "../../../context.ts";
import type { PlaceOrder } from "../../../core/command.ts";
import { MODE_CODES } from "../../../core/mode.ts";
import { isRejection, reject, REJECTIONS } from "../../../core/rejection.ts";
import type { Rejection } from "../../../core/rejection.ts";
import type { ActiveKey } from "../../../store/keys/api-keys.ts";
import { TRADING_LIMITS } from "../../guard/rate-limits.ts";
import { describeItemFault } from "../../item-fault.ts";
import { ORDERS } from "../groups.ts";
import { keyOperation } from "../keys/key-operation.ts";
import { refusedPlacement } from "../refusal-form.ts";
import { NO_ORDERS_PLACED, ORDER_TEXTS, PLACEMENT_TEXTS } from "../refusal-texts.ts";
import { attributed } from "../trades/builder-code.ts";
import { refuseSize } from "./batch-size.ts";
import { NoDryRunQuery, refuseDryRun } from "./dry-run.ts";
import { placeOrDelay } from "./delayed-placement.ts";
import { OrderPayload, readOrderPayload } from "./order-payload.ts";
import { Placement } from "./placement.ts";

/** Orders of one request. */
export const MAX_ORDERS = 15;
const MAX_ORDER_BYTES = 8 * 1024;

const Nothing = Type.Literal("");
const RefusedPlacement = Type.Object({
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
    { description: `1 to ${MAX_ORDERS} orders` },
  ),
  bodyLimit: MAX_ORDERS * MAX_ORDER_BYTES,
  answer: Type.Array(Type.Union([Placement, RefusedPlacement]), {
    description: "An answer for each order of the request, in its order",
  }),
  handle: async ({ context, dialect, query, body, caller, builder }) => {
    if (query.dry_run === true) return refuseDryRun("of several orders: try each with POST /order");
    const refused = refuseSize(body, MAX_ORDERS);
    if (refused !== undefined) return { rejection: refused };
    const commands = await Promise.all(body.map((item, index) => readItem(context, { item, index, caller })));
    // Nothing is awaited from one order to the next, so that they reach the engine together.
    const placed = await Promise.all(
      commands.map((command) =>
        isRejection(command)
          ? command
          : placeOrDelay(context, dialect, { command: attributed(command, builder), route: "POST /orders" }),
      ),
    );
    const unavailable = refusalOfAll(placed);
    if (unavailable !== undefined) return { rejection: unavailable };
    return {
      body: placed.map((one) =>
        isRejection(one) ? refusedPlacement(one, { dialect, texts: ORDER_TEXTS }) : one,
      ),
    };
  },
});

/** The one refusal that all orders got while the exchange takes none: it answers the request, as clients expect. */
function refusalOfAll(placed: readonly (object | Rejection)[]): Rejection | undefined {
  const [first] = placed;
  if (first === undefined || !isRejection(first) || first.code === "post_only_mode") return undefined;
  const all = placed.every((one) => isRejection(one) && one.code === first.code);
  return all && MODE_CODES.has(first.code) ? first : undefined;
}

type Item = { readonly item: unknown; readonly index: number; readonly caller: ActiveKey };

async function readItem(context: Context, { item, index, caller }: Item): Promise<PlaceOrder | Rejection> {
  if (Check(OrderPayload, item)) return readOrderPayload(context, item, caller);
  return reject("invalid_payload", describeItemFault(OrderPayload, item, index));
}
