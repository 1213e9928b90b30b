/** GET /auth/api-keys: the keys of the caller's wallet, by id alone or with what their owner may know of them. */
import { Type } from "typebox";
import type { KeyRecord } from "../../../store/keys/api-keys.ts";
import { DIFFERENCES } from "../../dialects/dialect-differences.ts";
import type { Dialect } from "../../dialects/dialect.ts";
import { TRADING_LIMITS } from "../../guard/rate-limits.ts";
import { OrNull, Time } from "../../resolution-answer.ts";
import { API_KEYS } from "../groups.ts";
import { keyOperation } from "./key-operation.ts";

const KeyId = Type.String({ format: "uuid" });
const KeyState = Type.Object({
  apiKey: KeyId,
  nonce: Type.String(),
  status: Type.Enum(["active", "revoked"]),
  createdAt: Time,
  revokedAt: OrNull(Time),
});
const Keys = Type.Union([Type.Array(KeyId), Type.Array(KeyState)]);

export const listApiKeys = keyOperation({
  method: "GET",
  path: "/auth/api-keys",
  fromMemory: true,
  summary: "List the API keys of the caller's wallet",
  group: API_KEYS,
  limits: [TRADING_LIMITS.keys],
  refuses: [],
  query: Type.Object({
    metadata: Type.Boolean({ default: false, description: "With nonce, status and times" }),
    includeRevoked: Type.Boolean({ default: false, description: "Revoked keys as well" }),
  }),
  answer: (dialect) => (listsBare(dialect) ? Keys : Type.Object({ apiKeys: Keys })),
  handle: async ({ context, dialect, query, caller }) => {
    const all = await context.keys.list(caller.address);
    const listed = all.filter(({ revokedAt }) => query.includeRevoked || revokedAt === null);
    const keys = query.metadata ? listed.map(stateOf) : listed.map(({ apiKey }) => apiKey);
    return { body: listsBare(dialect) ? keys : { apiKeys: keys } };
  },
});

const stateOf = ({ apiKey, nonce, createdAt, revokedAt }: KeyRecord): Type.Static<typeof KeyState> => ({
  apiKey,
  nonce,
  status: revokedAt === null ? "active" : "revoked",
  createdAt: createdAt.toISOString(),
  revokedAt: revokedAt && revokedAt.toISOString(),
});

const listsBare = (dialect: Dialect): boolean => DIFFERENCES.apiKeys.does[dialect] === "list";
