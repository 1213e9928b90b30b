/** POST /auth/builder-api-key: a key with which the caller signs that orders came from its client. */
import { Type } from "typebox";
import { TRADING_LIMITS } from "../../guard/rate-limits.ts";
import { API_KEYS } from "../groups.ts";
import { CredentialsAnswer } from "./credentials-answer.ts";
import { createFurtherKey } from "./further-key.ts";
import { keyOperation } from "./key-operation.ts";

const { apiKey: key, secret, passphrase } = CredentialsAnswer.properties;

export const createBuilderKey = keyOperation({
  method: "POST",
  path: "/auth/builder-api-key",
  summary: "Create a builder's key",
  group: API_KEYS,
  limits: [TRADING_LIMITS.keys],
  refuses: ["exchange_halted", "read_only", "too_many_keys"],
  answer: Type.Object({ key, secret, passphrase }),
  once: true,
  handle: (call) =>
    createFurtherKey(call, "builder", async (created) => {
      const { apiKey, ...secrets } = await call.context.builderKeys.add(created);
      return { key: apiKey, ...secrets };
    }),
});
