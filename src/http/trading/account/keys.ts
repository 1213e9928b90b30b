/** API keys: creation, derivation, listing and deletion; also read-only keys and builder keys. */
import { randomUUID } from "node:crypto";
import { Type } from "typebox";
import type { Static, TObject, TSchema } from "typebox";
import type { Context } from "../../../context.ts";
import { isRejection, reject } from "../../../core/rejection.ts";
import type { Rejection } from "../../../core/rejection.ts";
import type { RequestName } from "../../../core/request.ts";
import { parseAddress } from "../../../signing/address.ts";
import type { Credentials } from "../../../signing/credentials.ts";
import { readKeyId, toUlid } from "../../../signing/credentials.ts";
import type { ActiveKey, KeyRecord } from "../../../store/keys/api-keys.ts";
import {
  MAX_FURTHER_KEYS,
  addFurtherKey,
  countFurtherKeys,
  findFurtherKey,
  listFurtherKeys,
  revokeFurtherKeys,
} from "../../../store/keys/further-keys.ts";
import type { FurtherKeyKind, FurtherKeySelection } from "../../../store/keys/further-keys.ts";
import { isUuid } from "../../../store/keys/key-cache.ts";
import { isBanned } from "../../../store/reads/audit.ts";
import { DIFFERENCES } from "../../dialects/dialect-differences.ts";
import type { Dialect } from "../../dialects/dialect.ts";
import { endpoint } from "../../operation/endpoint.ts";
import type { Answer, Call, Description, Endpoint, WalletClaim } from "../../operation/endpoint.ts";
import { ONLY_INTERFACE_LIMIT, TRADING_LIMITS } from "../../guard/rate-limits.ts";
import { REPLAYED_HEADERS, executeRequest, answerOnce } from "../../operation/answer-once.ts";
import type { RequestOutcome } from "../../operation/answer-once.ts";
import { OrNull, Time } from "../../values/resolution-answer.ts";
import { WALLET_FORMAT, openFirstAccounts } from "../../values/wallets.ts";
import { API_KEYS } from "../groups.ts";

// The answer of the routes that create and derive API credentials.

/** API credentials; the secret is 32 bytes as padded base64url. */
export const CredentialsAnswer = Type.Object({
  apiKey: Type.String({ format: "uuid" }),
  secret: Type.String(),
  passphrase: Type.String(),
});

// The form in which a dialect writes the API key of an order.

/** Formats the API key of an order or a trade, a UUID, as clients of the dialect read it. */
export const formatApiKey = (apiKey: string, dialect: Dialect): string =>
  DIFFERENCES.owners.does[dialect] === "ulid" ? toUlid(apiKey) : apiKey;

const ZERO_KEY = "00000000-0000-0000-0000-000000000000";

/** Returns the placeholder for a hidden API key. Polymarket's typed clients accept only a UUID as owner. */
export const getHiddenKey = (dialect: Dialect): string =>
  DIFFERENCES.hiddenOwners.does[dialect] === "zero" ? ZERO_KEY : "";

// An operation that requires an API key: its handler always gets the caller's key.

export type KeyCall<Query, Params, Body> = Omit<Call<Query, Params, Body>, "caller"> & {
  readonly caller: ActiveKey;
};

type KeyOperation<Q extends TObject, P extends TObject, B extends TSchema> = Omit<
  Description<Q, P, B>,
  "access" | "handle"
> & {
  /** Other credentials accepted with an API key or in its place; none by default. */
  readonly access?: "key" | "key-and-builder" | "key-or-reader";
  readonly handle: (call: KeyCall<Static<Q>, Static<P>, Static<B>>) => Answer | Promise<Answer>;
};

export const keyOperation = <Q extends TObject, P extends TObject, B extends TSchema>({
  handle,
  access = "key",
  ...description
}: KeyOperation<Q, P, B>): Endpoint =>
  endpoint<Q, P, B>({
    ...description,
    access,
    handle: ({ caller, ...call }) => {
      if (caller === undefined) throw new Error("an operation of a key was called without one");
      return handle({ ...call, caller });
    },
  });

// New read-only and builder keys. The id of a key is derived from the request: a repeated request returns the same key.

type FurtherKeyCall = {
  readonly context: Context;
  readonly request: RequestName | undefined;
  readonly caller: ActiveKey;
};

/**
 * Creates a key of the caller's wallet, one at a time per wallet, and answers with the result of `store`. The key's id is
 * journaled before `store`. A repeated request stores the key again, which changes nothing.
 */
const createFurtherKey = (
  call: FurtherKeyCall,
  kind: FurtherKeyKind,
  store: (key: ActiveKey) => Promise<object>,
): Promise<Answer> =>
  call.context.requestTurns.take([`${kind} keys of ${call.caller.address}`], () =>
    answerOnce(call, { act: () => recordKey(call, kind), tell: ({ result }) => store(result) }),
  );

/** Journals a new key's id. Rejects if the wallet has the maximum number of keys. */
async function recordKey(
  call: FurtherKeyCall,
  kind: FurtherKeyKind,
): Promise<RequestOutcome<ActiveKey> | Rejection> {
  const { context, request, caller } = call;
  const { address } = caller;
  if ((await countFurtherKeys(context.ownSql, kind, address)) >= MAX_FURTHER_KEYS)
    return reject(
      "too_many_keys",
      `${address} has ${MAX_FURTHER_KEYS} ${KINDS[kind]} keys, and may not have more; revoke one first`,
    );
  const apiKey = context.furtherKeyId(kind, request?.key ?? request?.signed ?? randomUUID());
  return executeRequest(call, { type: "remember-request", by: "client" }, () => ({ apiKey, address }));
}

const KINDS: { readonly [Kind in FurtherKeyKind]: string } = { readonly: "read-only", builder: "builder" };

const KEYS = { group: API_KEYS, limits: [TRADING_LIMITS.keys] } as const;

/** POST /auth/api-key: creates the API credentials of the signing wallet, or returns the existing ones. */
export const createApiKey = endpoint({
  ...KEYS,
  method: "POST",
  path: "/auth/api-key",
  summary: "Create API credentials, or get the same again",
  refuses: ["key_not_found", "not_accepting"],
  access: "wallet",
  answer: CredentialsAnswer,
  once: true,
  handle: async (call) => {
    const { wallet } = call;
    if (wallet === undefined) return { rejection: reject("unauthorized", "a wallet signature is required") };
    if (call.request !== undefined) return createOnce(call, wallet);
    // Without an idempotency key there is nothing to remember: the same wallet and nonce give the same credentials.
    const created = await createCredentials(call, wallet);
    if (isRejection(created)) return { rejection: created };
    return { body: created.credentials, ...(!created.isNew && { headers: REPLAYED_HEADERS }) };
  },
});

type KeyRequest = Pick<Call<unknown, unknown, unknown>, "context" | "dialect" | "request">;

const createOnce = (call: KeyRequest, wallet: WalletClaim): Promise<Answer> =>
  answerOnce(call, {
    act: async () => {
      const created = await createCredentials(call, wallet);
      if (isRejection(created)) return created;
      const done = await executeRequest(call, { type: "remember-request", by: "exchange" }, () => wallet);
      // The idempotency key may be new although the credentials existed before.
      return isRejection(done) || created.isNew ? done : { ...done, replayed: true };
    },
    tell: ({ result: { address, nonce } }) => call.context.keys.credentialsOf(address, nonce),
  });

type CreatedCredentials = { readonly credentials: Credentials; readonly isNew: boolean };

async function createCredentials(
  { context, dialect }: KeyRequest,
  { address, nonce }: WalletClaim,
): Promise<CreatedCredentials | Rejection> {
  const earlierCredentials = await context.keys.derive(address, nonce);
  // An address that is the contract wallet of another owner can still have keys.
  const rejection = await openFirstAccounts(context, { owner: address, dialect });
  if (earlierCredentials !== undefined) return { credentials: earlierCredentials, isNew: false };
  if (rejection !== undefined) return rejection;
  const credentials = await context.keys.create(address, nonce);
  return credentials === undefined
    ? reject("key_not_found", `the key of nonce ${nonce} was revoked; use another nonce`)
    : { credentials, isNew: true };
}

/** GET /auth/derive-api-key: the credentials that the signing wallet created earlier. */
export const deriveApiKey = endpoint({
  ...KEYS,
  method: "GET",
  path: "/auth/derive-api-key",
  fromMemory: true,
  summary: "Get API credentials that were created before",
  refuses: ["key_not_found"],
  access: "wallet",
  answer: CredentialsAnswer,
  handle: async ({ context, wallet }) => {
    if (wallet === undefined) return { rejection: reject("unauthorized", "a wallet signature is required") };
    const credentials = await context.keys.derive(wallet.address, wallet.nonce);
    return credentials === undefined
      ? { rejection: await explainMissingKey(context, wallet) }
      : { body: credentials };
  },
});

/**
 * Returns the reason that no key is found. A revoked key cannot be created again, so its hint differs from that of a key
 * that never existed.
 */
async function explainMissingKey({ keys }: Context, { address, nonce }: WalletClaim): Promise<Rejection> {
  const hint = (await keys.isRevoked(address, nonce))
    ? `the key of nonce ${nonce} of wallet ${address} was revoked; use another nonce`
    : `wallet ${address} has no key of nonce ${nonce}; create it with POST /auth/api-key`;
  return reject("key_not_found", hint);
}

const KeyId = Type.String({ format: "uuid" });
const KeyState = Type.Object({
  apiKey: KeyId,
  nonce: Type.String(),
  status: Type.Enum(["active", "revoked"]),
  createdAt: Time,
  revokedAt: OrNull(Time),
});
const Keys = Type.Union([Type.Array(KeyId), Type.Array(KeyState)]);

/** GET /auth/api-keys: the keys of the caller's wallet, as bare ids or with details for their owner. */
export const listApiKeys = keyOperation({
  ...KEYS,
  method: "GET",
  path: "/auth/api-keys",
  fromMemory: true,
  summary: "List the API keys of the caller's wallet",
  query: Type.Object({
    metadata: Type.Boolean({ default: false, description: "With nonce, status and times" }),
    includeRevoked: Type.Boolean({ default: false, description: "Revoked keys as well" }),
  }),
  answer: (dialect) => (hasBareKeyList(dialect) ? Keys : Type.Object({ apiKeys: Keys })),
  handle: async ({ context, dialect, query, caller }) => {
    const all = await context.keys.list(caller.address);
    const listedKeys = all.filter(({ revokedAt }) => query.includeRevoked || revokedAt === null);
    const keys = query.metadata ? listedKeys.map(describeKeyState) : listedKeys.map(({ apiKey }) => apiKey);
    return { body: hasBareKeyList(dialect) ? keys : { apiKeys: keys } };
  },
});

const describeKeyState = ({
  apiKey,
  nonce,
  createdAt,
  revokedAt,
}: KeyRecord): Type.Static<typeof KeyState> => ({
  apiKey,
  nonce,
  status: revokedAt === null ? "active" : "revoked",
  createdAt: createdAt.toISOString(),
  revokedAt: revokedAt && revokedAt.toISOString(),
});

const hasBareKeyList = (dialect: Dialect): boolean => DIFFERENCES.apiKeys.does[dialect] === "list";

/** The result stored for a repeat of the request. */
type RevokedKeyResult = { readonly apiKey: string };

/** DELETE /auth/api-key: revokes the calling key, or another key of its wallet. Open orders stay. */
export const revokeApiKey = keyOperation({
  ...KEYS,
  method: "DELETE",
  path: "/auth/api-key",
  summary: "Revoke an API key",
  refuses: ["key_not_found"],
  query: Type.Object({
    apiKey: Type.Optional(
      Type.String({ description: "A key of the caller's wallet; the calling one when absent" }),
    ),
  }),
  answer: (dialect) =>
    DIFFERENCES.revokedKey.does[dialect] === "text"
      ? Type.Literal("OK")
      : Type.Object({ revoked: Type.Literal(true) }),
  once: true,
  endedKeys: (result) => [(result as RevokedKeyResult).apiKey],
  handle: (call) =>
    answerOnce(call, {
      act: async () => {
        const { context, query, caller } = call;
        const apiKey = query.apiKey === undefined ? caller.apiKey : readKeyId(query.apiKey);
        const foundKey = isUuid(apiKey) ? await context.keys.read(apiKey) : undefined;
        if (foundKey?.address !== caller.address) return unknownKey(caller.address, query.apiKey ?? "");
        return executeRequest(call, { type: "remember-request", by: "exchange" }, (): RevokedKeyResult => ({
          apiKey,
        }));
      },
      tell: async ({ result: { apiKey } }) => {
        await call.context.keys.revoke(apiKey);
        return DIFFERENCES.revokedKey.does[call.dialect] === "text" ? "OK" : { revoked: true };
      },
    }),
});

const unknownKey = (address: string, got: string): Rejection =>
  reject("key_not_found", `apiKey: no API key of ${address} is "${got}"`);

/** POST /auth/readonly-api-key: creates a key that can read the orders and trades of the caller's wallet, and cannot sign. */
export const createReadonlyKey = keyOperation({
  ...KEYS,
  method: "POST",
  path: "/auth/readonly-api-key",
  summary: "Create a read-only key",
  refuses: ["exchange_halted", "read_only", "too_many_keys"],
  answer: Type.Object({ apiKey: Type.String({ format: "uuid" }) }),
  once: true,
  handle: (call) =>
    createFurtherKey(call, "readonly", async (key) => {
      await addFurtherKey(call.context.ownSql, { kind: "readonly", ...key });
      return { apiKey: key.apiKey };
    }),
});

const ReadonlyKeys = Type.Array(Type.String({ format: "uuid" }));

/** GET /auth/readonly-api-keys: the active read-only keys of the caller's wallet. */
export const listReadonlyKeys = keyOperation({
  ...KEYS,
  method: "GET",
  path: "/auth/readonly-api-keys",
  fromMemory: true,
  summary: "List the read-only keys of the caller's wallet",
  answer: (dialect) =>
    hasBareReadonlyKeyList(dialect) ? ReadonlyKeys : Type.Object({ readonlyApiKeys: ReadonlyKeys }),
  handle: async ({ context, dialect, caller }) => {
    const all = await listFurtherKeys(context.ownSql, "readonly", caller.address);
    const keys = all.filter(({ revokedAt }) => revokedAt === null).map(({ apiKey }) => apiKey);
    return { body: hasBareReadonlyKeyList(dialect) ? keys : { readonlyApiKeys: keys } };
  },
});

const hasBareReadonlyKeyList = (dialect: Dialect): boolean =>
  DIFFERENCES.readonlyKeys.does[dialect] === "list";

/** GET /auth/validate-readonly-api-key: whether a read-only key is valid for a wallet. */
export const validateReadonlyKey = endpoint({
  ...KEYS,
  method: "GET",
  path: "/auth/validate-readonly-api-key",
  fromMemory: true,
  summary: "Check a read-only key",
  query: Type.Object({
    address: Type.String({ format: WALLET_FORMAT, description: "The wallet" }),
    key: Type.String({ description: "The read-only key" }),
  }),
  answer: Type.Object({ valid: Type.Boolean() }),
  handle: async ({ context, query }) => {
    const apiKey = readKeyId(query.key);
    const key = isUuid(apiKey) ? await findFurtherKey(context.ownSql, "readonly", apiKey) : undefined;
    return { body: { valid: key !== undefined && key.address === parseAddress(query.address) } };
  },
});

const WasDeleted = Type.Boolean({ description: "False when the caller's wallet has no such key to delete" });

/** DELETE /auth/readonly-api-key: revokes a read-only key of the caller's wallet. */
export const deleteReadonlyKey = keyOperation({
  ...KEYS,
  method: "DELETE",
  path: "/auth/readonly-api-key",
  summary: "Delete a read-only key",
  body: Type.Object({ key: Type.String({ maxLength: 100 }) }),
  answer: (dialect) =>
    DIFFERENCES.deletedReadonlyKey.does[dialect] === "boolean"
      ? WasDeleted
      : Type.Object({ deleted: WasDeleted }),
  once: true,
  handle: (call) =>
    answerOnce(call, {
      act: async () => {
        const { context, body, caller } = call;
        const apiKey = readKeyId(body.key);
        const foundKey = isUuid(apiKey)
          ? await findFurtherKey(context.ownSql, "readonly", apiKey)
          : undefined;
        const wasDeleted = foundKey?.address === caller.address;
        return executeRequest(call, { type: "remember-request", by: "exchange" }, () => ({
          apiKey,
          deleted: wasDeleted,
        }));
      },
      tell: async ({ result: { apiKey, deleted: wasDeleted } }) => {
        const { context, dialect, caller } = call;
        if (wasDeleted)
          await revokeFurtherKeys(context.ownSql, "readonly", { address: caller.address, apiKey });
        return DIFFERENCES.deletedReadonlyKey.does[dialect] === "boolean"
          ? wasDeleted
          : { deleted: wasDeleted };
      },
    }),
});

const { apiKey: key, secret, passphrase } = CredentialsAnswer.properties;

/** POST /auth/builder-api-key: creates a key with which the caller marks orders as sent by its client. */
export const createBuilderKey = keyOperation({
  ...KEYS,
  method: "POST",
  path: "/auth/builder-api-key",
  summary: "Create a builder's key",
  refuses: ["exchange_halted", "read_only", "too_many_keys"],
  answer: Type.Object({ key, secret, passphrase }),
  once: true,
  handle: (call) =>
    createFurtherKey(call, "builder", async (created) => {
      const { apiKey, ...secrets } = await call.context.builderKeys.add(created);
      return { key: apiKey, ...secrets };
    }),
});

/** GET /auth/builder-api-key: the builder keys of the caller's wallet, including the latest revoked ones. */
export const listBuilderKeys = keyOperation({
  ...KEYS,
  method: "GET",
  path: "/auth/builder-api-key",
  fromMemory: true,
  summary: "List the builder's keys of the caller's wallet",
  answer: Type.Array(
    Type.Object({ key: Type.String({ format: "uuid" }), createdAt: Time, revokedAt: OrNull(Time) }),
  ),
  handle: async ({ context, caller }) => {
    const keys = await context.builderKeys.list(caller.address);
    return {
      body: keys.map(({ apiKey, createdAt, revokedAt }) => ({
        key: apiKey,
        createdAt: createdAt.toISOString(),
        revokedAt: revokedAt && revokedAt.toISOString(),
      })),
    };
  },
});

/** The result stored for a repeat of the request. */
type RevokedKeysResult = { readonly address: string; readonly apiKeys: readonly string[] };

/**
 * DELETE /auth/builder-api-key: revokes the builder key that signs the request. Newer clients sign with an API key instead:
 * then all builder keys of the wallet are revoked.
 */
export const revokeBuilderKey = endpoint({
  ...KEYS,
  method: "DELETE",
  path: "/auth/builder-api-key",
  summary: "Revoke builder's keys",
  access: "key-or-builder",
  answer: Type.Literal("OK"),
  once: true,
  endedKeys: (result) => (result as RevokedKeysResult).apiKeys,
  handle: (call) =>
    answerOnce(call, {
      act: async () => {
        const { builder, caller } = call;
        const keys: FurtherKeySelection | undefined = builder ?? (caller && { address: caller.address });
        if (keys === undefined) return reject("unauthorized", "an API key or a builder's is required");
        const active = await call.context.builderKeys.list(keys.address);
        const namedKeys = active.filter(
          ({ apiKey, revokedAt }) => revokedAt === null && apiKey === (keys.apiKey ?? apiKey),
        );
        const apiKeys = namedKeys.map(({ apiKey }) => apiKey);
        return executeRequest(call, { type: "remember-request", by: "exchange" }, (): RevokedKeysResult => ({
          address: keys.address,
          apiKeys,
        }));
      },
      tell: async ({ result: { address, apiKeys } }) => {
        for (const apiKey of apiKeys) await call.context.builderKeys.revoke({ address, apiKey });
        return "OK";
      },
    }),
});

/**
 * GET /auth/ban-status/closed-only: whether the caller may only reduce positions. Here true means banned: no orders at all.
 * Both spellings of the field are sent, since clients read either one.
 */
export const getClosedOnly = keyOperation({
  method: "GET",
  path: "/auth/ban-status/closed-only",
  summary: "Get whether the caller is kept from opening positions",
  group: API_KEYS,
  limits: ONLY_INTERFACE_LIMIT,
  answer: Type.Object({ closedOnly: Type.Boolean(), closed_only: Type.Boolean() }),
  handle: async ({ context, caller }) => {
    const banned = await isBanned(await context.sql(), caller.address);
    return { body: { closedOnly: banned, closed_only: banned } };
  },
});
