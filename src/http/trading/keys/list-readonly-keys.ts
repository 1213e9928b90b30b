/** GET /auth/readonly-api-keys: the read-only keys of the caller's wallet that may be used. */
import { Type } from "typebox";
import { listFurtherKeys } from "../../../store/keys/further-keys.ts";
import { TRADING_LIMITS } from "../../guard/rate-limits.ts";
import { API_KEYS } from "../groups.ts";
import { keyOperation } from "./key-operation.ts";

export const listReadonlyKeys = keyOperation({
  method: "GET",
  path: "/auth/readonly-api-keys",
  summary: "List the read-only keys of the caller's wallet",
  group: API_KEYS,
  limits: [TRADING_LIMITS.keys],
  refuses: [],
  answer: Type.Array(Type.String({ format: "uuid" })),
  handle: async ({ context, caller }) => {
    const keys = await listFurtherKeys(context.ownSql, "readonly", caller.address);
    return { body: keys.filter(({ revokedAt }) => revokedAt === null).map(({ apiKey }) => apiKey) };
  },
});
