/** GET /auth/readonly-api-keys: the read-only keys of the caller's wallet that may be used. */
import { Type } from "typebox";
import { listFurtherKeys } from "../../../store/keys/further-keys.ts";
import { DIFFERENCES } from "../../dialects/dialect-differences.ts";
import type { Dialect } from "../../dialects/dialect.ts";
import { TRADING_LIMITS } from "../../guard/rate-limits.ts";
import { API_KEYS } from "../groups.ts";
import { keyOperation } from "./key-operation.ts";

const Keys = Type.Array(Type.String({ format: "uuid" }));

export const listReadonlyKeys = keyOperation({
  method: "GET",
  path: "/auth/readonly-api-keys",
  fromMemory: true,
  summary: "List the read-only keys of the caller's wallet",
  group: API_KEYS,
  limits: [TRADING_LIMITS.keys],
  refuses: [],
  answer: (dialect) => (listsBare(dialect) ? Keys : Type.Object({ readonlyApiKeys: Keys })),
  handle: async ({ context, dialect, caller }) => {
    const all = await listFurtherKeys(context.ownSql, "readonly", caller.address);
    const keys = all.filter(({ revokedAt }) => revokedAt === null).map(({ apiKey }) => apiKey);
    return { body: listsBare(dialect) ? keys : { readonlyApiKeys: keys } };
  },
});

const listsBare = (dialect: Dialect): boolean => DIFFERENCES.readonlyKeys.does[dialect] === "list";
