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
import { executeRequest } from "../../operation/answer-once.ts";
import type { ResultOf } from "../../operation/answer-once.ts";
import { OrNull, Time } from "../../values/resolution-answer.ts";
import { changeOperation, readOperation, ReasonBody, OWNERS } from "../operation.ts";
import { GivenWallet } from "../path-params.ts";
import { readWallet } from "../../values/wallets.ts";

// Keys of all kinds that a wallet has.

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

/** Finds a key, even a revoked one. */
async function findWalletKey(context: Context, apiKey: string): Promise<WalletKey | undefined> {
  const trading = await context.keys.read(apiKey);
  if (trading !== undefined) return toWalletKey(trading);
  const further = isUuid(apiKey) ? await readFurtherKey(context.ownSql, apiKey) : undefined;
  return further && furtherKey(further);
}

/** Revokes a key permanently as of the time `at`; an earlier revocation keeps its time. */
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
  nonce: OrNull(
    Type.String({ description: "Of a key that trades; negative where it impersonates the wallet" }),
  ),
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
export const listKeys = readOperation({
  path: "/keys",
  summary: "List the API keys, read-only keys and builder's keys of a wallet",
  group: OWNERS,
  query: Type.Object({ address: GivenWallet }),
  answer: Type.Array(KeyAnswer),
  read: async ({ context, query }) => {
    const address = readWallet(query.address);
    if (isRejection(address)) return address;
    return (await listWalletKeys(context, address)).map(describeKey);
  },
});

export const RevokedKey = Type.Object({
  ...KeyAnswer.properties,
  others: Type.Array(KeyAnswer, { description: "Keys of the same wallet that can still be used" }),
});

/**
 * POST /keys/{key}/revoke: revokes a key. Open orders and the wallet's other keys stay. The answer names these keys: a
 * thief may have created them with the revoked key.
 */
export const revokeKey = changeOperation({
  path: "/keys/:key/revoke",
  summary: "Revoke a key",
  group: OWNERS,
  refuses: ["key_not_found"],
  params: Type.Object({
    key: Type.String({ description: "The key, of any kind: a UUID, or the ULID of the same bits" }),
  }),
  body: ReasonBody,
  answer: RevokedKey,
  act: async (call) => {
    const { context, params } = call;
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
    return call.execute({ action: "revoke-key", subject: apiKey, details }, makeResult);
  },
  // Keys are outside the journal. The audit entry is written first, so that no key is ever revoked without an entry.
  tell: async ({ result, at }, { context }) => {
    await revokeWalletKey(context, result, new Date(at));
    return result;
  },
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
