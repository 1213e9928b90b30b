/** DELETE /auth/readonly-api-key: a read-only key of the caller's wallet reads nothing any more. */
import { Type } from "typebox";
import { revokeFurtherKeys } from "../../../store/further-keys.ts";
import { DIFFERENCES } from "../../dialect-differences.ts";
import { isUuid } from "../../../store/remembered-keys.ts";
import { keyOperation } from "./key-operation.ts";

const Deleted = Type.Boolean({ description: "False when the caller's wallet has no such key to delete" });

export const deleteReadonlyKey = keyOperation({
  method: "DELETE",
  path: "/auth/readonly-api-key",
  summary: "Delete a read-only key",
  body: Type.Object({ key: Type.String({ maxLength: 100 }) }),
  answer: (dialect) =>
    DIFFERENCES.deletedReadonlyKey[dialect] === "true" ? Deleted : Type.Object({ deleted: Deleted }),
  handle: async ({ context, dialect, body, caller }) => {
    const keys = { address: caller.address, apiKey: body.key.toLowerCase() };
    const revoked = isUuid(keys.apiKey) ? await revokeFurtherKeys(context.sql, "readonly", keys) : [];
    const deleted = revoked.length > 0;
    return { body: DIFFERENCES.deletedReadonlyKey[dialect] === "true" ? deleted : { deleted } };
  },
});
