/** POST /order: places a signed order, and answers when it is durable. */
import { Type } from "typebox";
import { isRejection } from "../../../core/rejection.ts";
import { TRADING_LIMITS } from "../../guard/rate-limits.ts";
import { ORDERS } from "../groups.ts";
import { keyOperation } from "../keys/key-operation.ts";
import { ORDER_TEXTS } from "../refusal-texts.ts";
import { attributed } from "../trades/builder-code.ts";
import { dryRun, DryRunAnswer, DryRunQuery } from "./dry-run.ts";
import { placeOrDelay } from "./delayed-placement.ts";
import { OrderPayload, readOrderPayload } from "./order-payload.ts";
import { PLACEMENT_REFUSALS } from "./placement-refusals.ts";
import { Placement } from "./placement.ts";

export const placeOrder = keyOperation({
  method: "POST",
  kind: "placement",
  path: "/order",
  summary: "Place a signed order",
  group: ORDERS,
  limits: [TRADING_LIMITS.orders],
  refuses: PLACEMENT_REFUSALS,
  texts: ORDER_TEXTS,
  access: "key-and-builder",
  query: DryRunQuery,
  body: OrderPayload,
  answer: Type.Union([Placement, DryRunAnswer]),
  placement: true,
  handle: async ({ context, dialect, query, body, caller, builder }) => {
    if (query.dry_run === true) return dryRun(context, { payload: body, caller, dialect });
    const command = await readOrderPayload(context, body, caller);
    const placed = isRejection(command)
      ? command
      : await placeOrDelay(context, dialect, { command: attributed(command, builder), route: "POST /order" });
    return isRejection(placed) ? { rejection: placed } : { body: placed };
  },
});
