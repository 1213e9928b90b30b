/** GET /auth/validate-readonly-api-key: whether a read-only key may be used for a wallet. */
import { Type } from "typebox";
import { parseAddress } from "../../../signing/address.ts";
import { readKeyId } from "../../../signing/key-id.ts";
import { findFurtherKey } from "../../../store/keys/further-keys.ts";
import { isUuid } from "../../../store/keys/remembered-keys.ts";
import { endpoint } from "../../endpoint.ts";
import { TRADING_LIMITS } from "../../guard/rate-limits.ts";
import { WALLET_FORMAT } from "../../wallet-format.ts";
import { API_KEYS } from "../groups.ts";

export const validateReadonlyKey = endpoint({
  method: "GET",
  path: "/auth/validate-readonly-api-key",
  fromMemory: true,
  summary: "Check a read-only key",
  group: API_KEYS,
  limits: [TRADING_LIMITS.keys],
  refuses: [],
  query: Type.Object({
    address: Type.String({ format: WALLET_FORMAT, description: "The wallet" }),
    key: Type.String({ description: "The read-only key" }),
  }),
  answer: Type.Object({ valid: Type.Boolean() }),
  handle: async ({ context, query }) => {
    const apiKey = readKeyId(query.key);
    const key = isUuid(apiKey) ? await findFurtherKey(context.ownSql, "readonly", apiKey) : undefined;
    return { body: { valid: key !== undefined && key.address === parseAddress(query.address) } };
  },
});
