/**
 * DELETE /auth/builder-api-key: the builder's key that signs this signs nothing any more. An API key, with which newer
 * clients sign it instead, revokes all builder's keys of its wallet.
 */
import { Type } from "typebox";
import { reject } from "../../../core/rejection.ts";
import { endpoint } from "../../endpoint.ts";

export const revokeBuilderKey = endpoint({
  method: "DELETE",
  path: "/auth/builder-api-key",
  summary: "Revoke builder's keys",
  access: "key-or-builder",
  answer: Type.Literal("OK"),
  handle: async ({ context, builder, caller }) => {
    const keys = builder ?? (caller && { address: caller.address });
    if (keys === undefined)
      return { rejection: reject("unauthorized", "an API key or a builder's is required") };
    await context.builderKeys.revoke(keys);
    return { body: "OK" };
  },
});
