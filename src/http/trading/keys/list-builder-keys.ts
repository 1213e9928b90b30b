/** GET /auth/builder-api-key: the builder's keys of the caller's wallet, the latest revoked ones as well. */
import { Type } from "typebox";
import { TRADING_LIMITS } from "../../guard/rate-limits.ts";
import { OrNull, Time } from "../../resolution-answer.ts";
import { API_KEYS } from "../groups.ts";
import { keyOperation } from "./key-operation.ts";

export const listBuilderKeys = keyOperation({
  method: "GET",
  path: "/auth/builder-api-key",
  fromMemory: true,
  summary: "List the builder's keys of the caller's wallet",
  group: API_KEYS,
  limits: [TRADING_LIMITS.keys],
  refuses: [],
  answer: Type.Array(
    Type.Object({ key: Type.String({ format: "uuid" }), createdAt: Time, revokedAt: OrNull(Time) }),
  ),
  handle: async ({ context, caller }) => {
    const keys = await context.builderKeys.list(caller.address);
    return {
      body: keys.map(({ apiKey, createdAt, revokedAt }) => ({
        key: apiKey,
        createdAt: createdAt.toISOString(),
        revokedAt: revokedAt && revokedAt.toISOString(),
      })),
    };
  },
});
