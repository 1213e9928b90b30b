/** POST /auth/api-key: the credentials of the signing wallet, created or the same again. */
import type { Context } from "../../../context.ts";
import { reject } from "../../../core/rejection.ts";
import type { Rejection } from "../../../core/rejection.ts";
import type { Credentials } from "../../../signing/credentials.ts";
import { endpoint } from "../../endpoint.ts";
import type { WalletClaim } from "../../endpoint.ts";
import { carryOut, once, REPLAYED } from "../../once.ts";
import { openSandboxAccount } from "../../sandbox-account.ts";
import { CredentialsAnswer } from "./credentials-answer.ts";

export const createApiKey = endpoint({
  method: "POST",
  path: "/auth/api-key",
  summary: "Create API credentials, or get the same again",
  access: "wallet",
  answer: CredentialsAnswer,
  once: true,
  handle: (call) => {
    const { context, wallet } = call;
    if (wallet === undefined) return { rejection: reject("unauthorized", "a wallet signature is required") };
    // Without a key in the request there is nothing to remember: the same wallet and nonce have the same credentials.
    return call.request === undefined
      ? createCredentials(context, wallet)
      : once(call, {
          act: async () => {
            const made = await createCredentials(context, wallet);
            if ("rejection" in made) return made.rejection;
            const done = await carryOut(call, { type: "remember-request", by: "exchange" }, () => wallet);
            // The key is new, and what it is for was done before.
            return "code" in done || made.headers === undefined ? done : { ...done, replayed: true };
          },
          tell: ({ result: { address, nonce } }) => context.keys.credentialsOf(address, nonce),
        });
  },
});

type Made = { readonly body: Credentials; readonly headers?: typeof REPLAYED };

async function createCredentials(
  context: Context,
  { address, nonce }: WalletClaim,
): Promise<Made | { readonly rejection: Rejection }> {
  const known = await context.keys.derive(address, nonce);
  const refused = await openSandboxAccount(context, { address, owner: address });
  if (known !== undefined) return { body: known, headers: REPLAYED };
  // An address that stands for another's contract wallet can still have keys.
  if (refused !== undefined && refused.code !== "wallet_taken") return { rejection: refused };
  const credentials = await context.keys.create(address, nonce);
  return credentials === undefined
    ? { rejection: reject("key_not_found", `the key of nonce ${nonce} was revoked; use another nonce`) }
    : { body: credentials };
}
