/** DELETE /auth/api-key: the calling key, or another of its wallet, signs nothing any more. Open orders stay. */
import { Type } from "typebox";
import { reject } from "../../../core/rejection.ts";
import type { Rejection } from "../../../core/rejection.ts";
import { readKeyId } from "../../../signing/key-id.ts";
import { isUuid } from "../../../store/keys/remembered-keys.ts";
import { DIFFERENCES } from "../../dialects/dialect-differences.ts";
import { TRADING_LIMITS } from "../../guard/rate-limits.ts";
import { carryOut, once } from "../../once.ts";
import { API_KEYS } from "../groups.ts";
import { keyOperation } from "./key-operation.ts";

/** The remembered result of a request. */
type EndedKey = { readonly apiKey: string };

export const revokeApiKey = keyOperation({
  method: "DELETE",
  path: "/auth/api-key",
  summary: "Revoke an API key",
  group: API_KEYS,
  limits: [TRADING_LIMITS.keys],
  refuses: ["key_not_found"],
  query: Type.Object({
    apiKey: Type.Optional(
      Type.String({ description: "A key of the caller's wallet; the calling one when absent" }),
    ),
  }),
  answer: (dialect) =>
    DIFFERENCES.revokedKey.does[dialect] === "text"
      ? Type.Literal("OK")
      : Type.Object({ revoked: Type.Literal(true) }),
  once: true,
  endedKeys: (result) => [(result as EndedKey).apiKey],
  handle: (call) =>
    once(call, {
      act: async () => {
        const { context, query, caller } = call;
        const apiKey = query.apiKey === undefined ? caller.apiKey : readKeyId(query.apiKey);
        const known = isUuid(apiKey) ? await context.keys.read(apiKey) : undefined;
        if (known?.address !== caller.address) return unknownKey(caller.address, query.apiKey ?? "");
        return carryOut(call, { type: "remember-request", by: "exchange" }, (): EndedKey => ({ apiKey }));
      },
      tell: async ({ result: { apiKey } }) => {
        await call.context.keys.revoke(apiKey);
        return DIFFERENCES.revokedKey.does[call.dialect] === "text" ? "OK" : { revoked: true };
      },
    }),
});

const unknownKey = (address: string, got: string): Rejection =>
  reject("key_not_found", `apiKey: no API key of ${address} is "${got}"`);
