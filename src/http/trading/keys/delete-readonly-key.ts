/** DELETE /auth/readonly-api-key: a read-only key of the caller's wallet reads nothing any more. */
import { Type } from "typebox";
import { readKeyId } from "../../../signing/key-id.ts";
import { findFurtherKey, revokeFurtherKeys } from "../../../store/keys/further-keys.ts";
import { isUuid } from "../../../store/keys/remembered-keys.ts";
import { DIFFERENCES } from "../../dialects/dialect-differences.ts";
import { TRADING_LIMITS } from "../../guard/rate-limits.ts";
import { carryOut, once } from "../../once.ts";
import { API_KEYS } from "../groups.ts";
import { keyOperation } from "./key-operation.ts";

const Deleted = Type.Boolean({ description: "False when the caller's wallet has no such key to delete" });

export const deleteReadonlyKey = keyOperation({
  method: "DELETE",
  path: "/auth/readonly-api-key",
  summary: "Delete a read-only key",
  group: API_KEYS,
  limits: [TRADING_LIMITS.keys],
  refuses: [],
  body: Type.Object({ key: Type.String({ maxLength: 100 }) }),
  answer: (dialect) =>
    DIFFERENCES.deletedReadonlyKey.does[dialect] === "boolean" ? Deleted : Type.Object({ deleted: Deleted }),
  once: true,
  handle: (call) =>
    once(call, {
      act: async () => {
        const { context, body, caller } = call;
        const apiKey = readKeyId(body.key);
        const known = isUuid(apiKey) ? await findFurtherKey(context.ownSql, "readonly", apiKey) : undefined;
        const deleted = known?.address === caller.address;
        return carryOut(call, { type: "remember-request", by: "exchange" }, () => ({ apiKey, deleted }));
      },
      tell: async ({ result: { apiKey, deleted } }) => {
        const { context, dialect, caller } = call;
        if (deleted) await revokeFurtherKeys(context.ownSql, "readonly", { address: caller.address, apiKey });
        return DIFFERENCES.deletedReadonlyKey.does[dialect] === "boolean" ? deleted : { deleted };
      },
    }),
});
