/** DELETE /auth/api-key: the calling key, or another of its wallet, signs nothing any more. Open orders stay. */
import { Type } from "typebox";
import { reject } from "../../../core/rejection.ts";
import { DIFFERENCES } from "../../dialect-differences.ts";
import { isUuid } from "../../../store/remembered-keys.ts";
import { keyOperation } from "./key-operation.ts";

export const revokeApiKey = keyOperation({
  method: "DELETE",
  path: "/auth/api-key",
  summary: "Revoke an API key",
  query: Type.Object({
    apiKey: Type.Optional(
      Type.String({ description: "A key of the caller's wallet; the calling one when absent" }),
    ),
  }),
  answer: (dialect) =>
    DIFFERENCES.revokedKey[dialect] === '"OK"'
      ? Type.Literal("OK")
      : Type.Object({ revoked: Type.Literal(true) }),
  handle: async ({ context: { keys }, dialect, query, caller }) => {
    const apiKey = query.apiKey?.toLowerCase() ?? caller.apiKey;
    const known = isUuid(apiKey) ? await keys.read(apiKey) : undefined;
    if (known?.address !== caller.address)
      return {
        rejection: reject(
          "key_not_found",
          `apiKey: no API key of ${caller.address} is "${query.apiKey ?? ""}"`,
        ),
      };
    await keys.revoke(apiKey);
    return { body: DIFFERENCES.revokedKey[dialect] === '"OK"' ? "OK" : { revoked: true } };
  },
});
