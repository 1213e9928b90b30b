/** DELETE /cancel-all: cancels every resting order of all wallets that the caller signs for. A body is ignored. */
import { isRejection } from "../../../core/rejection.ts";
import { TRADING_LIMITS } from "../../guard/rate-limits.ts";
import { ORDERS } from "../groups.ts";
import { keyOperation } from "../keys/key-operation.ts";
import { cancelAllThat, Cancellation } from "./cancellation.ts";

export const cancelAll = keyOperation({
  method: "DELETE",
  kind: "cancel",
  path: "/cancel-all",
  summary: "Cancel all orders of the caller",
  group: ORDERS,
  limits: [TRADING_LIMITS.cancels],
  refuses: ["not_accepting"],
  answer: Cancellation,
  handle: async ({ context, caller }) => {
    const done = await cancelAllThat(context, { owner: caller.address });
    return isRejection(done) ? { rejection: done } : { body: done };
  },
});
