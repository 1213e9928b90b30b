/** POST /order: places a signed order, and answers when it is durable. */
import { Type } from "typebox";
import { keyOperation } from "../keys/key-operation.ts";
import { attributed } from "../trades/builder-code.ts";
import { dryRun, DryRunAnswer, DryRunQuery } from "./dry-run.ts";
import { OrderPayload, readOrderPayload } from "./order-payload.ts";
import { place, Placement } from "./placement.ts";

export const placeOrder = keyOperation({
  method: "POST",
  kind: "placement",
  path: "/order",
  summary: "Place a signed order",
  access: "key-and-builder",
  query: DryRunQuery,
  body: OrderPayload,
  answer: Type.Union([Placement, DryRunAnswer]),
  placement: true,
  handle: async ({ context, dialect, query, body, caller, builder }) => {
    if (query.dry_run === true) return dryRun(context, { payload: body, caller, dialect });
    const command = await readOrderPayload(context, body, caller);
    const placed = "code" in command ? command : await place(context, dialect, attributed(command, builder));
    return "code" in placed ? { rejection: placed } : { body: placed };
  },
});
