/**
 * Authentication by key. An API key signs the request (L2): its HMAC is in the headers. A builder's key signs the same way,
 * in separate headers. A read-only key signs nothing: the request names the key and its wallet.
 */
import { createSecretKey, randomBytes } from "node:crypto";
import type { HttpRequest } from "../../operation/http-exchange.ts";
import type { Context } from "../../../context.ts";
import type { InputFault } from "../../../core/values/input-fault.ts";
import { parseAddress } from "../../../signing/address.ts";
import { isSamePassphrase, readKeyId } from "../../../signing/credentials.ts";
import { verifyRequest } from "../../../signing/request-auth.ts";
import type { ActiveKey, SigningKey } from "../../../store/keys/api-keys.ts";
import { findFurtherKey } from "../../../store/keys/further-keys.ts";
import { isUuid } from "../../../store/keys/key-cache.ts";
import { verifyAtAnyClock } from "./caller.ts";

// The authentication headers: each name follows one of the configured prefixes, the same for all headers of a request.

export type AuthHeaders<Name extends string> = { readonly [name in Name]?: string };

/** Reads the headers under the one prefix that a request uses. */
export type HeaderReader<Name extends string> = (request: HttpRequest) => AuthHeaders<Name> | InputFault;

/**
 * Makes the reader of the headers with these names after any of the prefixes. Should be called once, since every request
 * has the same headers.
 */
export function headerReader<Name extends string>(
  prefixes: readonly string[],
  names: readonly Name[],
): HeaderReader<Name> {
  const sets = prefixes.map((prefix) => ({
    prefix,
    headers: names.map((name) => ({ name, shown: prefix + name, sent: (prefix + name).toLowerCase() })),
  }));
  return ({ headers: came }) => {
    const [used, ...others] = sets.filter(({ headers }) =>
      headers.some(({ sent }) => came[sent] !== undefined),
    );
    if (used === undefined) return {};
    if (others.length > 0)
      return {
        fault: `headers came with the prefixes ${[used, ...others].map(({ prefix }) => prefix).join(" and ")}; use one`,
      };
    const found: { [name in Name]?: string } = {};
    for (const { name, shown, sent } of used.headers) {
      const value = came[sent];
      if (value === undefined) continue;
      if (typeof value !== "string" || value.includes(", ")) return { fault: `${shown} came more than once` };
      found[name] = value;
    }
    return found;
  };
}

export const haveAll = <Name extends string, Headers extends AuthHeaders<Name>>(
  headers: Headers,
  names: readonly Name[],
): headers is Headers & { readonly [name in Name]: string } =>
  names.every((name) => headers[name] !== undefined);

/** Describes missing headers; `names` are without the prefix and without `before`. */
export function describeMissingHeaders<Name extends string>(
  headers: AuthHeaders<Name>,
  names: readonly Name[],
  before = "",
): InputFault {
  const missing = names.filter((name) => headers[name] === undefined);
  return { fault: `missing headers: ${missing.map((name) => before + name).join(", ")}` };
}

export type SignedRequest = {
  readonly request: HttpRequest;
  /** Path without mount prefix and query. */
  readonly path: string;
  readonly prefix: string;
  /** Returns true if the limit on wrong credentials lets a refusal explain the fault; absent without such a limit. */
  readonly explains?: (() => boolean) | undefined;
};

const SIGNATURE_HEADERS = ["API_KEY", "PASSPHRASE", "TIMESTAMP", "SIGNATURE"] as const;
const OWNER_HEADERS = ["ADDRESS"] as const;
export const KEY_HEADERS = [...OWNER_HEADERS, ...SIGNATURE_HEADERS] as const;

/** Prefix of the names of a builder's headers. */
export const BUILDER = "BUILDER_";
export const BUILDER_HEADERS = SIGNATURE_HEADERS;
export type BuilderHeaders = AuthHeaders<(typeof BUILDER_HEADERS)[number]>;
type KeyHeaders = AuthHeaders<(typeof KEY_HEADERS)[number]>;

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
  if (!haveAll(headers, KEY_HEADERS)) return describeMissingHeaders(headers, KEY_HEADERS);
  const address = parseAddress(headers.ADDRESS);
  const key = await keys.find(readKeyId(headers.API_KEY));
  const signatureFault = rejectSignature(context, key ?? NO_KEY, { headers, signed });
  if (key === undefined) return { fault: "API_KEY: no such key" };
  if (address !== key.address) return { fault: "ADDRESS: not the owner of the API key" };
  return signatureFault ?? key;
}

/** Finds the builder's key that signed, among `keys`. */
export async function authenticateBuilder(
  context: Context,
  { headers, signed }: KeyClaim<BuilderHeaders>,
  keys: Keys,
): Promise<ActiveKey | InputFault> {
  if (!haveAll(headers, BUILDER_HEADERS)) return describeMissingHeaders(headers, BUILDER_HEADERS, BUILDER);
  const key = await keys.find(readKeyId(headers.API_KEY));
  const signatureFault = rejectSignature(context, key ?? NO_KEY, { headers, signed });
  if (key === undefined) return { fault: `${BUILDER}API_KEY: no such key, or it was revoked` };
  return signatureFault === undefined ? key : { fault: `builder's ${signatureFault.fault}` };
}

/** Finds the read-only key that the request names. */
export async function authenticateReader(
  { ownSql }: Context,
  name: string,
  headers: AuthHeaders<"ADDRESS">,
): Promise<ActiveKey | InputFault> {
  if (!haveAll(headers, OWNER_HEADERS)) return describeMissingHeaders(headers, OWNER_HEADERS);
  const apiKey = readKeyId(name);
  const key = isUuid(apiKey) ? await findFurtherKey(ownSql, "readonly", apiKey) : undefined;
  if (key === undefined) return { fault: "READONLY_API_KEY: no such key" };
  return parseAddress(headers.ADDRESS) === key.address
    ? key
    : { fault: "ADDRESS: not the owner of the read-only key" };
}

type CompleteHeaders<Headers> = { readonly [name in keyof Headers]-?: string };

/** Stand-in for a key that does not exist: refusals take equally long, so that timing does not reveal which keys exist. */
const NO_KEY: Pick<SigningKey, "passphrase" | "secret"> = {
  passphrase: "",
  secret: createSecretKey(randomBytes(32)),
};

function rejectSignature(
  context: Context,
  key: Pick<SigningKey, "passphrase" | "secret">,
  { headers, signed }: KeyClaim<CompleteHeaders<BuilderHeaders>>,
): InputFault | undefined {
  // Verifies the signature before the passphrase, so that a wrong passphrase costs as much as a wrong signature.
  const verdict = verifyAtAnyClock(context, (nowMs) =>
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
