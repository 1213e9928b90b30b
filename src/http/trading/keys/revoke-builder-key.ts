/**
 * DELETE /auth/builder-api-key: the builder's key that signs this signs nothing any more. An API key, with which newer
 * clients sign it instead, revokes all builder's keys of its wallet.
 */
import { Type } from "typebox";
import { reject } from "../../../core/rejection.ts";
import type { FurtherKeySelection } from "../../../store/keys/further-keys.ts";
import { endpoint } from "../../endpoint.ts";
import { TRADING_LIMITS } from "../../guard/rate-limits.ts";
import { carryOut, once } from "../../once.ts";
import { API_KEYS } from "../groups.ts";

/** The remembered result of a request. */
type EndedKeys = { readonly address: string; readonly apiKeys: readonly string[] };

export const revokeBuilderKey = endpoint({
  method: "DELETE",
  path: "/auth/builder-api-key",
  summary: "Revoke builder's keys",
  group: API_KEYS,
  limits: [TRADING_LIMITS.keys],
  refuses: [],
  access: "key-or-builder",
  answer: Type.Literal("OK"),
  once: true,
  endedKeys: (result) => (result as EndedKeys).apiKeys,
  handle: (call) =>
    once(call, {
      act: async () => {
        const { builder, caller } = call;
        const keys: FurtherKeySelection | undefined = builder ?? (caller && { address: caller.address });
        if (keys === undefined) return reject("unauthorized", "an API key or a builder's is required");
        const active = await call.context.builderKeys.list(keys.address);
        const named = active.filter(
          ({ apiKey, revokedAt }) => revokedAt === null && apiKey === (keys.apiKey ?? apiKey),
        );
        const apiKeys = named.map(({ apiKey }) => apiKey);
        return carryOut(call, { type: "remember-request", by: "exchange" }, (): EndedKeys => ({
          address: keys.address,
          apiKeys,
        }));
      },
      tell: async ({ result: { address, apiKeys } }) => {
        for (const apiKey of apiKeys) await call.context.builderKeys.revoke({ address, apiKey });
        return "OK";
      },
    }),
});
