/**
 * Authentication by key. An API key signs the request (L2): its HMAC is in the headers. A builder's key signs the same way,
 * in headers of its own. A read-only key signs nothing: it is named with its wallet.
 */
import { createSecretKey, randomBytes } from "node:crypto";
import type { FastifyRequest } from "fastify";
import type { Context } from "../../context.ts";
import type { InputFault } from "../../core/input-fault.ts";
import { parseAddress } from "../../signing/address.ts";
import { isSamePassphrase } from "../../signing/credentials.ts";
import { readKeyId } from "../../signing/key-id.ts";
import { verifyRequest } from "../../signing/request-auth.ts";
import type { ActiveKey, SigningKey } from "../../store/keys/api-keys.ts";
import { findFurtherKey } from "../../store/keys/further-keys.ts";
import { isUuid } from "../../store/keys/remembered-keys.ts";
import { atAnyTime } from "./at-any-time.ts";
import { haveAll, missingOf } from "./auth-headers.ts";
import type { AuthHeaders } from "./auth-headers.ts";

export type SignedRequest = {
  readonly request: FastifyRequest;
  /** Path without mount prefix and query. */
  readonly path: string;
  readonly prefix: string;
  /** True if a refusal may explain the fault, provided the mode allows it too; absent if wrong credentials are not counted. */
  readonly explains?: (() => boolean) | undefined;
};

const SIGNATURE_HEADERS = ["API_KEY", "PASSPHRASE", "TIMESTAMP", "SIGNATURE"] as const;
const OWNER_HEADERS = ["ADDRESS"] as const;
export const KEY_HEADERS = [...OWNER_HEADERS, ...SIGNATURE_HEADERS] as const;

/** Prefix of the names of a builder's headers. */
export const BUILDER = "BUILDER_";
export const BUILDER_HEADERS = SIGNATURE_HEADERS;
export type BuilderHeaders = AuthHeaders<(typeof BUILDER_HEADERS)[number]>;
export type KeyHeaders = AuthHeaders<(typeof KEY_HEADERS)[number]>;

/** A request, with the headers that name a key. */
export type KeyClaim<Headers> = { readonly headers: Headers; readonly signed: SignedRequest };

/** Lookup of keys. */
export type Keys = { find(apiKey: string): Promise<SigningKey | undefined> };

/** Finds the API key that signed, among `keys`. */
export async function authenticateKey(
  context: Context,
  { headers, signed }: KeyClaim<KeyHeaders>,
  keys: Keys,
): Promise<ActiveKey | InputFault> {
  if (!haveAll(headers, KEY_HEADERS)) return missingOf(headers, KEY_HEADERS);
  const address = parseAddress(headers.ADDRESS);
  const key = await keys.find(readKeyId(headers.API_KEY));
  const refused = refuseSignature(context, key ?? NO_KEY, { headers, signed });
  if (key === undefined) return { fault: "API_KEY: no such key" };
  if (address !== key.address) return { fault: "ADDRESS: not the owner of the API key" };
  return refused ?? key;
}

/** Finds the builder's key that signed, among `keys`. */
export async function authenticateBuilder(
  context: Context,
  { headers, signed }: KeyClaim<BuilderHeaders>,
  keys: Keys,
): Promise<ActiveKey | InputFault> {
  if (!haveAll(headers, BUILDER_HEADERS)) return missingOf(headers, BUILDER_HEADERS, BUILDER);
  const key = await keys.find(readKeyId(headers.API_KEY));
  const refused = refuseSignature(context, key ?? NO_KEY, { headers, signed });
  if (key === undefined) return { fault: `${BUILDER}API_KEY: no such key, or it was revoked` };
  return refused === undefined ? key : { fault: `builder's ${refused.fault}` };
}

/** Finds the read-only key that the request names. */
export async function authenticateReader(
  { ownSql }: Context,
  name: string,
  headers: AuthHeaders<"ADDRESS">,
): Promise<ActiveKey | InputFault> {
  if (!haveAll(headers, OWNER_HEADERS)) return missingOf(headers, OWNER_HEADERS);
  const apiKey = readKeyId(name);
  const key = isUuid(apiKey) ? await findFurtherKey(ownSql, "readonly", apiKey) : undefined;
  if (key === undefined) return { fault: "READONLY_API_KEY: no such key" };
  return parseAddress(headers.ADDRESS) === key.address
    ? key
    : { fault: "ADDRESS: not the owner of the read-only key" };
}

type Complete<Headers> = { readonly [name in keyof Headers]-?: string };

/**
 * Stand-in for a key that does not exist. It makes refusals take equally long, so that timing does not reveal which keys
 * exist.
 */
const NO_KEY: Pick<SigningKey, "passphrase" | "secret"> = {
  passphrase: "",
  secret: createSecretKey(randomBytes(32)),
};

function refuseSignature(
  context: Context,
  key: Pick<SigningKey, "passphrase" | "secret">,
  { headers, signed }: KeyClaim<Complete<BuilderHeaders>>,
): InputFault | undefined {
  // Verified before the passphrase: so a wrong passphrase costs as much as a wrong signature.
  const verdict = atAnyTime(context, (nowMs) =>
    verifyRequest({
      secret: key.secret,
      timestamp: headers.TIMESTAMP,
      signature: headers.SIGNATURE,
      method: signed.request.method,
      path: signed.path,
      mountPrefix: signed.prefix,
      body: signed.request.rawBody,
      nowMs,
    }),
  );
  if (!isSamePassphrase(key.passphrase, headers.PASSPHRASE)) return { fault: "PASSPHRASE: wrong" };
  return verdict.ok ? undefined : { fault: verdict.hint };
}
