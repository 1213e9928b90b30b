/** GET /auth/derive-api-key: the credentials that the signing wallet created before. */
import { reject } from "../../core/rejection.ts";
import { endpoint } from "../endpoint.ts";
import { CredentialsAnswer } from "./credentials-answer.ts";

export const deriveApiKey = endpoint({
  method: "GET",
  path: "/auth/derive-api-key",
  summary: "Get API credentials that were created before",
  access: "wallet",
  answer: CredentialsAnswer,
  handle: async ({ context, wallet }) => {
    if (wallet === undefined) return { rejection: reject("unauthorized", "a wallet signature is required") };
    const credentials = await context.keys.derive(wallet.address, wallet.nonce);
    if (credentials === undefined) {
      return {
        rejection: reject(
          "key_not_found",
          `wallet ${wallet.address} has no key of nonce ${wallet.nonce}; create it with POST /auth/api-key`,
        ),
      };
    }
    return { body: credentials };
  },
});
