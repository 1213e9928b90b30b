/** API keys of a wallet at the operator API: list and revoke them. */
import { Type } from "typebox";
import type { Context } from "../../../context.ts";
import { isRejection, reject } from "../../../core/rejection.ts";
import type { Rejection } from "../../../core/rejection.ts";
import { readKeyId } from "../../../signing/credentials.ts";
import type { ActiveKey, KeyRecord } from "../../../store/keys/api-keys.ts";
import { listFurtherKeys, readFurtherKey, revokeFurtherKeys } from "../../../store/keys/further-keys.ts";
import type { FurtherKey } from "../../../store/keys/further-keys.ts";
import { isUuid } from "../../../store/keys/key-cache.ts";
import { executeRequest, answerOnce } from "../../operation/answer-once.ts";
import type { ResultOf } from "../../operation/answer-once.ts";
import { OrNull, Time } from "../../values/resolution-answer.ts";
import { OWNERS, Reason, runOperatorAction, operation } from "../operation.ts";
import { GivenWallet, readWallet } from "../path-params.ts";

// The keys of wallets, of all kinds, for operators.

/** A key of any kind; only a trading key has a nonce. */
type WalletKey = (KeyRecord & { readonly kind: "trading" }) | (FurtherKey & { readonly nonce: null });

/** Lists a wallet's keys: trading keys, then read-only keys, then builder keys. */
export async function listWalletKeys(context: Context, address: string): Promise<WalletKey[]> {
  const [trading, readonly, builder] = await Promise.all([
    context.keys.list(address),
    listFurtherKeys(context.ownSql, "readonly", address),
    context.builderKeys.list(address),
  ]);
  return [...trading.map(toWalletKey), ...[...readonly, ...builder].map(furtherKey)];
}

/** Finds the key, revoked or not. */
async function findWalletKey(context: Context, apiKey: string): Promise<WalletKey | undefined> {
  const trading = await context.keys.read(apiKey);
  if (trading !== undefined) return toWalletKey(trading);
  const further = isUuid(apiKey) ? await readFurtherKey(context.ownSql, apiKey) : undefined;
  return further && furtherKey(further);
}

/** Revokes a key permanently from a time on, unless it was revoked before; later requests with it are refused. */
async function revokeWalletKey(
  context: Context,
  { kind, apiKey, address }: Pick<WalletKey, "kind" | "apiKey" | "address">,
  at: Date,
): Promise<void> {
  switch (kind) {
    case "trading":
      await context.keys.revoke(apiKey, at);
      return;
    case "readonly":
      await revokeFurtherKeys(context.ownSql, "readonly", { apiKey, address, at });
      return;
    case "builder":
      await context.builderKeys.revoke({ apiKey, address, at });
  }
}

const toWalletKey = (key: KeyRecord): WalletKey => ({ ...key, kind: "trading" });
const furtherKey = (key: FurtherKey): WalletKey => ({ ...key, nonce: null });

// A key in answers of the operator API, without anything that can sign.

export const KeyAnswer = Type.Object({
  apiKey: Type.String(),
  kind: Type.Enum(["trading", "readonly", "builder"], {
    description:
      "What it is for: a readonly key reads orders and trades, a builder's says whose client brought them",
  }),
  address: Type.String(),
  nonce: OrNull(Type.String({ description: "Of a key that trades" })),
  createdAt: Time,
  revokedAt: OrNull(Time),
});

const describeKey = (key: WalletKey): Type.Static<typeof KeyAnswer> => ({
  apiKey: key.apiKey,
  kind: key.kind,
  address: key.address,
  nonce: key.nonce,
  createdAt: key.createdAt.toISOString(),
  revokedAt: key.revokedAt && key.revokedAt.toISOString(),
});

/** GET /keys: the keys of a wallet, of all kinds, including revoked ones. */
export const listKeys = operation({
  method: "GET",
  path: "/keys",
  summary: "List the API keys, read-only keys and builder's keys of a wallet",
  group: OWNERS,
  refuses: [],
  query: Type.Object({ address: GivenWallet }),
  answer: Type.Array(KeyAnswer),
  handle: async ({ context, query }) => {
    const address = readWallet(query.address);
    if (isRejection(address)) return { rejection: address };
    return { body: (await listWalletKeys(context, address)).map(describeKey) };
  },
});

export const RevokedKey = Type.Object({
  ...KeyAnswer.properties,
  others: Type.Array(KeyAnswer, { description: "Keys of the same wallet that can still be used" }),
});

/**
 * POST /keys/{key}/revoke: revokes a key. Open orders stay. So do other keys of the wallet, which the answer names: a thief
 * may have created them with this one.
 */
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
    answerOnce(call, {
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
          return executeRequest(call, { type: "remember-request", by: "exchange" }, makeResult);
        const details = { kind, address, ...(nonce !== null && { nonce }) };
        return runOperatorAction(
          call,
          { action: "revoke-key", subject: apiKey, reason: body.reason, details },
          makeResult,
        );
      },
      // Keys are outside the journal. The audit entry is written first, so that no key is ever revoked without one.
      tell: async ({ result, at }) => {
        await revokeWalletKey(call.context, result, new Date(at));
        return result;
      },
    }),
});

type RevokedAnswer = Type.Static<typeof RevokedKey>;

/** Lists the active keys of the same wallet. */
async function listOthers(
  context: Context,
  { apiKey, address }: ActiveKey,
): Promise<RevokedAnswer["others"]> {
  const keys = await listWalletKeys(context, address);
  return keys.filter((key) => key.revokedAt === null && key.apiKey !== apiKey).map(describeKey);
}

const unknownKey = (key: string): Rejection => reject("key_not_found", `no key is "${key}"`);
