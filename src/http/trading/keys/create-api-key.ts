/** POST /auth/api-key: the credentials of the signing wallet, created or the same again. */
import { isRejection, reject } from "../../../core/rejection.ts";
import type { Rejection } from "../../../core/rejection.ts";
import type { Credentials } from "../../../signing/credentials.ts";
import { endpoint } from "../../endpoint.ts";
import type { Answer, Call, WalletClaim } from "../../endpoint.ts";
import { TRADING_LIMITS } from "../../guard/rate-limits.ts";
import { carryOut, once, REPLAYED } from "../../once.ts";
import { openFirstAccounts } from "../../sandbox-account.ts";
import { API_KEYS } from "../groups.ts";
import { CredentialsAnswer } from "./credentials-answer.ts";

export const createApiKey = endpoint({
  method: "POST",
  path: "/auth/api-key",
  summary: "Create API credentials, or get the same again",
  group: API_KEYS,
  limits: [TRADING_LIMITS.keys],
  refuses: ["key_not_found", "not_accepting"],
  access: "wallet",
  answer: CredentialsAnswer,
  once: true,
  handle: async (call) => {
    const { wallet } = call;
    if (wallet === undefined) return { rejection: reject("unauthorized", "a wallet signature is required") };
    if (call.request !== undefined) return createOnce(call, wallet);
    // Without a key in the request there is nothing to remember: the same wallet and nonce have the same credentials.
    const made = await createCredentials(call, wallet);
    if (isRejection(made)) return { rejection: made };
    return { body: made.credentials, ...(!made.isNew && { headers: REPLAYED }) };
  },
});

type KeyRequest = Pick<Call<unknown, unknown, unknown>, "context" | "dialect" | "request">;

const createOnce = (call: KeyRequest, wallet: WalletClaim): Promise<Answer> =>
  once(call, {
    act: async () => {
      const made = await createCredentials(call, wallet);
      if (isRejection(made)) return made;
      const done = await carryOut(call, { type: "remember-request", by: "exchange" }, () => wallet);
      // The request is new under its key, but its credentials may not be.
      return isRejection(done) || made.isNew ? done : { ...done, replayed: true };
    },
    tell: ({ result: { address, nonce } }) => call.context.keys.credentialsOf(address, nonce),
  });

type MadeCredentials = { readonly credentials: Credentials; readonly isNew: boolean };

async function createCredentials(
  { context, dialect }: KeyRequest,
  { address, nonce }: WalletClaim,
): Promise<MadeCredentials | Rejection> {
  const known = await context.keys.derive(address, nonce);
  // An address that stands for another's contract wallet can still have keys.
  const refused = await openFirstAccounts(context, { owner: address, dialect });
  if (known !== undefined) return { credentials: known, isNew: false };
  if (refused !== undefined) return refused;
  const credentials = await context.keys.create(address, nonce);
  return credentials === undefined
    ? reject("key_not_found", `the key of nonce ${nonce} was revoked; use another nonce`)
    : { credentials, isNew: true };
}
