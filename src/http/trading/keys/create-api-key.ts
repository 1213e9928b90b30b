/** POST /auth/api-key: the credentials of the signing wallet, created or the same again. */
import type { WalletClaim } from "../../endpoint.ts";
import { reject } from "../../../core/rejection.ts";
import { endpoint } from "../../endpoint.ts";
import { openSandboxAccount } from "../../sandbox-account.ts";
import { CredentialsAnswer } from "./credentials-answer.ts";

export const createApiKey = endpoint({
  method: "POST",
  path: "/auth/api-key",
  summary: "Create API credentials, or get the same again",
  access: "wallet",
  answer: CredentialsAnswer,
  handle: async ({ context, wallet }) => {
    if (wallet === undefined) return { rejection: reject("unauthorized", "a wallet signature is required") };
    const { address, nonce }: WalletClaim = wallet;
    const refused = await openSandboxAccount(context, { address, owner: address });
    // An address that stands for another's contract wallet can still have keys.
    if (refused !== undefined && refused.code !== "wallet_taken") return { rejection: refused };
    const credentials = await context.keys.create(address, nonce);
    if (credentials === undefined)
      return {
        rejection: reject("key_not_found", `the key of nonce ${nonce} was revoked; use another nonce`),
      };
    return { body: credentials };
  },
});
