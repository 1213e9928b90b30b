/**
 * Operations that impersonate wallets of a sandbox: an API key for any address, whose orders carry a placeholder in the
 * place of the wallet's signature.
 */
import { Type } from "typebox";
import { rejectUnsigned } from "../../core/ledger/accounts.ts";
import { isRejection } from "../../core/rejection.ts";
import { PLACEHOLDER_SIGNATURE } from "../../signing/orders/placeholder-signature.ts";
import { changeOperation, readOperation, Reason } from "../admin/operation.ts";
import { GivenWallet } from "../admin/path-params.ts";
import type { Endpoint } from "../operation/endpoint.ts";
import { strictObject } from "../operation/strict-object.ts";
import { CredentialsAnswer } from "../trading/account/keys.ts";
import { OrNull, Time } from "../values/resolution-answer.ts";
import { openFirstAccounts, readWallet } from "../values/wallets.ts";
import { SANDBOX } from "./groups.ts";

const DEFAULT_REASON = "a wallet to trade with, without its key";

export const ImpersonationAnswer = Type.Object({
  address: Type.String({ description: "The wallet, which the key belongs to" }),
  ...CredentialsAnswer.properties,
  signature: Type.String({ description: "What its orders carry as their signature: 65 zero bytes" }),
});

export const ImpersonationsAnswer = Type.Object({
  impersonations: Type.Array(
    Type.Object({
      address: Type.String(),
      apiKey: Type.String(),
      createdAt: Time,
      revokedAt: OrNull(Time),
    }),
  ),
});

const impersonate = changeOperation({
  path: "/sandbox/impersonations",
  summary: "Make an API key for any wallet, whose orders need no signature of the wallet",
  group: SANDBOX,
  refuses: ["wallet_taken"],
  body: strictObject({ address: GivenWallet, reason: Type.Optional(Reason) }),
  answer: ImpersonationAnswer,
  act: async (call) => {
    const { context, body, dialect } = call;
    const address = readWallet(body.address);
    if (isRejection(address)) return address;
    const rejection =
      rejectUnsigned(address) ?? (await openFirstAccounts(context, { owner: address, dialect }));
    if (rejection !== undefined) return rejection;
    const reason = body.reason ?? DEFAULT_REASON;
    return call.execute({ action: "impersonate", subject: address, reason }, () => ({ address }));
  },
  // The key follows from the wallet: a repeat of the request has the same, and the journal has no secret.
  tell: async ({ result: { address } }, { context }) => ({
    address,
    ...(await context.keys.impersonate(address)),
    signature: PLACEHOLDER_SIGNATURE,
  }),
});

const listImpersonations = readOperation({
  path: "/sandbox/impersonations",
  summary: "List the keys of impersonated wallets, the latest first",
  group: SANDBOX,
  answer: ImpersonationsAnswer,
  read: async ({ context: { keys } }) => ({
    impersonations: (await keys.listImpersonated()).map(({ address, apiKey, createdAt, revokedAt }) => ({
      address,
      apiKey,
      createdAt: createdAt.toISOString(),
      revokedAt: revokedAt && revokedAt.toISOString(),
    })),
  }),
});

export const impersonationEndpoints: readonly Endpoint[] = [impersonate, listImpersonations];
