/**
 * POST /keys/{key}/revoke: ends a key. Open orders stay. So do other keys of the wallet, which the answer names: a
 * thief of the one may have made them with it.
 */
import { Type } from "typebox";
import type { Context } from "../../context.ts";
import { reject } from "../../core/rejection.ts";
import type { Rejection } from "../../core/rejection.ts";
import { readKeyId } from "../../signing/key-id.ts";
import type { ActiveKey } from "../../store/keys/api-keys.ts";
import { carryOut, once } from "../once.ts";
import type { ResultOf } from "../once.ts";
import { OWNERS } from "./groups.ts";
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
  group: OWNERS,
  refuses: ["not_accepting", "key_not_found"],
  role: "market-admin",
  params: Type.Object({
    key: Type.String({ description: "The key, of any kind: a UUID, or the ULID of the same bits" }),
  }),
  body: Type.Object({ reason: Reason }, { additionalProperties: false }),
  answer: RevokedKey,
  handle: (call) =>
    once(call, {
      act: async () => {
        const { context, params, body } = call;
        const known = await findWalletKey(context, readKeyId(params.key));
        if (known === undefined) return unknownKey(params.key);
        const { kind, apiKey, address, nonce, revokedAt } = known;
        const others = await listOthers(context, known);
        const makeResult: ResultOf<RevokedAnswer> = ({ at }) => ({
          ...describeKey({ ...known, revokedAt: revokedAt ?? new Date(at) }),
          others,
        });
        if (revokedAt !== null)
          return carryOut(call, { type: "remember-request", by: "exchange" }, makeResult);
        const details = { kind, address, ...(nonce !== null && { nonce }) };
        return operate(
          call,
          { action: "revoke-key", subject: apiKey, reason: body.reason, details },
          makeResult,
        );
      },
      // Keys are not of the journal: it is noted first, so that none is ever revoked without an entry.
      tell: async ({ result, at }) => {
        await revokeWalletKey(call.context, result, new Date(at));
        return result;
      },
    }),
});

type RevokedAnswer = Type.Static<typeof RevokedKey>;

/** The keys of the same wallet that can still be used. */
async function listOthers(
  context: Context,
  { apiKey, address }: ActiveKey,
): Promise<RevokedAnswer["others"]> {
  const keys = await listWalletKeys(context, address);
  return keys.filter((key) => key.revokedAt === null && key.apiKey !== apiKey).map(describeKey);
}

const unknownKey = (key: string): Rejection => reject("key_not_found", `no key is "${key}"`);
