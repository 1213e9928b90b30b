/** GET /auth/derive-api-key: the credentials that the signing wallet created before. */
import type { Context } from "../../../context.ts";
import { reject } from "../../../core/rejection.ts";
import type { Rejection } from "../../../core/rejection.ts";
import { endpoint } from "../../endpoint.ts";
import type { WalletClaim } from "../../endpoint.ts";
import { TRADING_LIMITS } from "../../guard/rate-limits.ts";
import { API_KEYS } from "../groups.ts";
import { CredentialsAnswer } from "./credentials-answer.ts";

export const deriveApiKey = endpoint({
  method: "GET",
  path: "/auth/derive-api-key",
  fromMemory: true,
  summary: "Get API credentials that were created before",
  group: API_KEYS,
  limits: [TRADING_LIMITS.keys],
  refuses: ["key_not_found"],
  access: "wallet",
  answer: CredentialsAnswer,
  handle: async ({ context, wallet }) => {
    if (wallet === undefined) return { rejection: reject("unauthorized", "a wallet signature is required") };
    const credentials = await context.keys.derive(wallet.address, wallet.nonce);
    return credentials === undefined ? { rejection: await refuse(context, wallet) } : { body: credentials };
  },
});

/** A key that was revoked cannot be created again: the cure is another than of one that never was. */
async function refuse({ keys }: Context, { address, nonce }: WalletClaim): Promise<Rejection> {
  const hint = (await keys.isRevoked(address, nonce))
    ? `the key of nonce ${nonce} of wallet ${address} was revoked; use another nonce`
    : `wallet ${address} has no key of nonce ${nonce}; create it with POST /auth/api-key`;
  return reject("key_not_found", hint);
}
