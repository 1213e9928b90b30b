/**
 * POST /keys/{key}/revoke: the key signs or reads nothing any more. Open orders stay, and other keys of the wallet too,
 * which the answer names: whoever had the one may have made them with it.
 */
import { Type } from "typebox";
import type { Context } from "../../context.ts";
import { reject } from "../../core/rejection.ts";
import type { Answer } from "../endpoint.ts";
import { describeKey, KeyAnswer } from "./key-answer.ts";
import { operate, operation, Reason } from "./operation.ts";
import { findWalletKey, listWalletKeys, revokeWalletKey } from "./wallet-keys.ts";

export const RevokedKey = Type.Object({
  ...KeyAnswer.properties,
  others: Type.Array(KeyAnswer, { description: "Keys of the same wallet that can still be used" }),
});

export const revokeKey = operation({
  method: "POST",
  path: "/keys/:key/revoke",
  summary: "Revoke a key",
  role: "market-admin",
  params: Type.Object({ key: Type.String({ description: "The key, of any kind: a UUID" }) }),
  body: Type.Object({ reason: Reason }, { additionalProperties: false }),
  answer: RevokedKey,
  handle: async ({ context, operator, params, body: { reason } }) => {
    const known = await findWalletKey(context, params.key.toLowerCase());
    if (known === undefined) return unknownKey(params.key);
    const { kind, apiKey, address, nonce, revokedAt } = known;
    if (revokedAt !== null) return answerRevoked(context, { apiKey, address });
    // Keys are not of the journal: it is noted first, so that none is ever revoked without an entry.
    const details = { kind, address, ...(nonce !== null && { nonce }) };
    const outcome = await operate(
      { context, operator },
      { action: "revoke-key", subject: apiKey, reason, details },
    );
    if ("code" in outcome) return { rejection: outcome };
    await revokeWalletKey(context, known);
    return answerRevoked(context, { apiKey, address });
  },
});

async function answerRevoked(
  context: Context,
  { apiKey, address }: { readonly apiKey: string; readonly address: string },
): Promise<Answer> {
  const [revoked, keys] = await Promise.all([
    findWalletKey(context, apiKey),
    listWalletKeys(context, address),
  ]);
  if (revoked === undefined) return unknownKey(apiKey);
  const others = keys.filter((key) => key.revokedAt === null && key.apiKey !== apiKey);
  return { body: { ...describeKey(revoked), others: others.map(describeKey) } };
}

const unknownKey = (key: string): Answer => ({
  rejection: reject("key_not_found", `no key is "${key}"`),
});
