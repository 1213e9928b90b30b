/** DELETE /cancel-all: cancels every resting order of all wallets that the caller signs for. Whatever body comes is ignored. */
import { keyOperation } from "../keys/key-operation.ts";
import { cancelAllThat, Cancellation } from "./cancellation.ts";

export const cancelAll = keyOperation({
  method: "DELETE",
  kind: "cancel",
  path: "/cancel-all",
  summary: "Cancel all orders of the caller",
  answer: Cancellation,
  handle: async ({ context, caller }) => {
    const done = await cancelAllThat(context, { owner: caller.address });
    return "code" in done ? { rejection: done } : { body: done };
  },
});
