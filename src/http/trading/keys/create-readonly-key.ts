/** POST /auth/readonly-api-key: a key that reads the orders and trades of the caller's wallet, and signs nothing. */
import { Type } from "typebox";
import { createFurtherKey } from "../../../store/further-keys.ts";
import { keyOperation } from "./key-operation.ts";
import { tooManyKeys } from "./key-limit.ts";

export const createReadonlyKey = keyOperation({
  method: "POST",
  path: "/auth/readonly-api-key",
  summary: "Create a read-only key",
  answer: Type.Object({ apiKey: Type.String({ format: "uuid" }) }),
  once: true,
  handle: async ({ context, caller }) => {
    const key = await createFurtherKey(context.sql, "readonly", caller.address);
    return key === undefined ? tooManyKeys(caller, "read-only") : { body: { apiKey: key.apiKey } };
  },
});
