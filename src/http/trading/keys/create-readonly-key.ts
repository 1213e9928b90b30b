/** POST /auth/readonly-api-key: a key that reads the orders and trades of the caller's wallet, and signs nothing. */
import { Type } from "typebox";
import { addFurtherKey } from "../../../store/keys/further-keys.ts";
import { TRADING_LIMITS } from "../../guard/rate-limits.ts";
import { API_KEYS } from "../groups.ts";
import { createFurtherKey } from "./further-key.ts";
import { keyOperation } from "./key-operation.ts";

export const createReadonlyKey = keyOperation({
  method: "POST",
  path: "/auth/readonly-api-key",
  summary: "Create a read-only key",
  group: API_KEYS,
  limits: [TRADING_LIMITS.keys],
  refuses: ["exchange_halted", "read_only", "too_many_keys"],
  answer: Type.Object({ apiKey: Type.String({ format: "uuid" }) }),
  once: true,
  handle: (call) =>
    createFurtherKey(call, "readonly", async (key) => {
      await addFurtherKey(call.context.ownSql, { kind: "readonly", ...key });
      return { apiKey: key.apiKey };
    }),
});
