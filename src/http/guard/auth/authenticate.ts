/**
 * Authenticates a request's caller: by a wallet's signature (L1), an API key's HMAC (L2), or an operator's token. Headers
 * of wallets and keys have one of the configured prefixes; a request that mixes or repeats them is refused. Only sandbox
 * mode explains why an L2 check failed. No answer holds a secret or a valid signature.
 */
import type { HttpRequest } from "../../operation/http-exchange.ts";
import type { Context } from "../../../context.ts";
import { isFault } from "../../../core/values/input-fault.ts";
import type { InputFault } from "../../../core/values/input-fault.ts";
import { isRejection, reject } from "../../../core/rejection.ts";
import { hasRole } from "../../../signing/operators.ts";
import type { Role } from "../../../signing/operators.ts";
import { verifyWalletAuth } from "../../../signing/wallet-auth.ts";
import type { ActiveKey, SigningKey } from "../../../store/keys/api-keys.ts";
import type { Access, Endpoint } from "../../operation/endpoint.ts";
import { findCompletedRequest } from "../../operation/answer-once.ts";
import { countHeaders } from "../../server/connection/client-address.ts";
import { nameRequest } from "../../operation/request-name.ts";
import {
  BUILDER,
  BUILDER_HEADERS,
  authenticateBuilder,
  authenticateKey,
  authenticateReader,
  haveAll,
  headerReader,
  describeMissingHeaders,
} from "./authenticate-key.ts";
import type {
  AuthHeaders,
  BuilderHeaders,
  HeaderReader,
  KeyClaim,
  Keys,
  SignedRequest,
} from "./authenticate-key.ts";
import { CALLER_HEADERS, NOBODY, verifyAtAnyClock } from "./caller.ts";
import type { Caller, Identity } from "./caller.ts";
import { hintForKey, hintForWallet } from "./explain-caller.ts";

// Revoked keys sign nothing except a repeat of the request that revoked them: a client without an answer can resend it for
// the first answer.

type SigningRequest = {
  readonly context: Context;
  readonly endpoint: Endpoint;
  readonly request: HttpRequest;
};

type KeySigner = {
  readonly ring: Keys & { findEnded(apiKey: string): Promise<SigningKey | undefined> };
  /** Finds the key that signed, among `keys`. */
  readonly check: (keys: Keys) => Promise<ActiveKey | InputFault>;
  readonly callerOf: (key: ActiveKey) => Caller;
};

/** Finds the key that signed: an active key, or a key that this same request revoked before. */
async function findSigner(asked: SigningRequest, signer: KeySigner): Promise<ActiveKey | InputFault> {
  const { ring, check, callerOf } = signer;
  const key = await check(ring);
  if (!isFault(key) || asked.endpoint.endedKeys === undefined) return key;
  const ended = await check({ find: (apiKey) => ring.findEnded(apiKey) });
  return !isFault(ended) && (await listRevokedKeys(asked, callerOf(ended))).includes(ended.apiKey)
    ? ended
    : key;
}

/** Lists the keys that this request revoked when it first came. */
async function listRevokedKeys(
  { context, endpoint, request }: SigningRequest,
  identity: Caller,
): Promise<readonly string[]> {
  const { headers, params, url, rawBody } = request;
  const name = nameRequest(endpoint, { headers, params, url, rawBody, identity });
  if (name === undefined || isRejection(name)) return [];
  const known = await findCompletedRequest(context, name);
  return known?.repeat === "same" ? (endpoint.endedKeys?.(known.done.result) ?? []) : [];
}

type CallerHeader = (typeof CALLER_HEADERS)[number];
type Headers = AuthHeaders<CallerHeader>;
type BuilderHeader = (typeof BUILDER_HEADERS)[number];

export type HeaderReaders = {
  readonly caller: HeaderReader<CallerHeader>;
  readonly builder: HeaderReader<BuilderHeader>;
};

/** Makes the readers of callers' and builders' headers, under the configured prefixes. */
export const createHeaderReaders = ({ headerPrefixes }: Context["config"]): HeaderReaders => ({
  caller: headerReader(headerPrefixes, CALLER_HEADERS),
  builder: headerReader(
    headerPrefixes.map((prefix) => prefix + BUILDER),
    BUILDER_HEADERS,
  ),
});

/** Finds the callers of one operation, as its access requires. */
export function createAuthenticator(
  context: Context,
  endpoint: Endpoint,
): (signed: SignedRequest) => Promise<Identity> {
  const { access, role } = endpoint;
  if (access === "public") return async () => NOBODY;
  if (access === "operator")
    return async ({ request }) => authenticateOperator(context, role ?? "viewer", request);
  const readers = createHeaderReaders(context.config);
  return (signed) => authenticate(context, { endpoint, readers }, signed);
}

type CallerQuery = { readonly endpoint: Endpoint; readonly readers: HeaderReaders };

async function authenticate(
  context: Context,
  { endpoint, readers }: CallerQuery,
  signed: SignedRequest,
): Promise<Identity> {
  const { access } = endpoint;
  const headers = readers.caller(signed.request);
  if (access === "wallet") return authenticateWallet(context, headers, signed);
  if (isFault(headers)) return unauthorized(context, await hintForKey(context, signed, headers.fault));
  const caller = await findCaller(context, endpoint, { headers, signed });
  if (isFault(caller)) return unauthorized(context, caller.fault);
  const ofBuilder = WITH_BUILDER.has(access) ? readers.builder(signed.request) : {};
  if (isFault(ofBuilder)) return unauthorized(context, ofBuilder.fault);
  const timestamp = headers.TIMESTAMP ?? ofBuilder.TIMESTAMP;
  const builder = await findBuilder(context, endpoint, { headers: ofBuilder, signed, caller, timestamp });
  if (isFault(builder)) return unauthorized(context, builder.fault);
  const known = caller !== undefined || builder !== undefined;
  return known || isOpen(context, access, signed.request.query)
    ? { ...NOBODY, caller, builder, timestamp }
    : unauthorized(context, "credentials are required");
}

/**
 * Kinds of access, grouped by the credentials that they accept: an API key's signature, a read-only key by name, a
 * builder's signature.
 */
const WITH_KEY: ReadonlySet<Access> = new Set(["key", "key-and-builder", "key-or-reader"]);
export const WITH_READER: ReadonlySet<Access> = new Set(["key-or-reader", "key-or-public"]);
export const WITH_BUILDER: ReadonlySet<Access> = new Set([
  "key-and-builder",
  "key-or-builder",
  "key-or-code",
]);

/** Finds the key that the request names; `undefined` if the request names none and needs none. */
async function findCaller(
  context: Context,
  endpoint: Endpoint,
  { headers, signed }: KeyClaim<Headers>,
): Promise<ActiveKey | InputFault | undefined> {
  const { access } = endpoint;
  const { READONLY_API_KEY, API_KEY } = headers;
  if (READONLY_API_KEY !== undefined && API_KEY === undefined)
    return WITH_READER.has(access)
      ? authenticateReader(context, READONLY_API_KEY, headers)
      : { fault: "READONLY_API_KEY: such a key reads orders and trades, and nothing else" };
  if (!WITH_KEY.has(access) && Object.keys(headers).length === 0) return undefined;
  const key = await findSigner(
    { context, endpoint, request: signed.request },
    {
      ring: context.keys,
      check: (keys) => authenticateKey(context, { headers, signed }, keys),
      callerOf: (caller) => ({ ...NOBODY, caller, timestamp: headers.TIMESTAMP }),
    },
  );
  return isFault(key) ? { fault: await hintForKey(context, signed, key.fault) } : key;
}

/** Finds the builder's key that also signed the request; `undefined` without a builder's headers. */
async function findBuilder(
  context: Context,
  endpoint: Endpoint,
  { headers, signed, caller, timestamp }: BuilderClaim,
): Promise<ActiveKey | InputFault | undefined> {
  if (Object.keys(headers).length === 0) return undefined;
  return findSigner(
    { context, endpoint, request: signed.request },
    {
      ring: context.builderKeys,
      check: (keys) => authenticateBuilder(context, { headers, signed }, keys),
      callerOf: (builder) => ({ ...NOBODY, caller, builder, timestamp }),
    },
  );
}

/** A builder's headers, with the API key and the timestamp of the same request. */
type BuilderClaim = KeyClaim<BuilderHeaders> & Pick<Caller, "caller" | "timestamp">;

/** True if a caller without credentials may read; `query` is unvalidated. */
export const isOpen = ({ config }: Context, access: Access, query: unknown): boolean =>
  access === "key-or-public"
    ? config.publicRecords
    : access === "key-or-code" && (config.publicRecords || namesBuilder(query));

/** True if the query names a builder code, whose attributed trades are public. */
const namesBuilder = (query: unknown): boolean =>
  typeof query === "object" && query !== null && "builder_code" in query && query.builder_code !== "";

/** Authenticates an operator by `Authorization: Bearer TOKEN`. */
function authenticateOperator(context: Context, role: Role, request: HttpRequest): Identity {
  // If several headers came, the framework keeps only the first.
  if (countHeaders(request.raw, "authorization") > 1)
    return { rejection: reject("unauthorized", "Authorization came more than once") };
  const [, token] = /^bearer ([^ ]+)$/i.exec(request.headers.authorization ?? "") ?? [];
  const operator = token === undefined ? undefined : context.operators.find(token);
  if (operator === undefined)
    return { rejection: reject("unauthorized", "Authorization: expected Bearer and the operator's token") };
  const { name, roles } = operator;
  if (hasRole(roles, role)) return { ...NOBODY, operator };
  const rejection = reject("forbidden", `this needs the ${role} role; ${name} has ${roles.join(", ")}`);
  return { rejection, operator };
}

export const WALLET_HEADERS = ["ADDRESS", "SIGNATURE", "TIMESTAMP"] as const;

async function authenticateWallet(
  context: Context,
  headers: Headers | InputFault,
  signed: SignedRequest,
): Promise<Identity> {
  const refuse = async (why: string): Promise<Identity> => ({
    rejection: reject("wallet_unauthorized", await hintForWallet(context, signed, why)),
  });
  if (isFault(headers)) return refuse(headers.fault);
  if (!haveAll(headers, WALLET_HEADERS)) return refuse(describeMissingHeaders(headers, WALLET_HEADERS).fault);
  const { ADDRESS: address, SIGNATURE: signature, TIMESTAMP: timestamp, NONCE: nonce = "0" } = headers;
  const { chainIds } = context.config;
  const verdict = verifyAtAnyClock(context, (nowMs) =>
    verifyWalletAuth(
      { address, signature, timestamp, nonce },
      { chainIds, nowSeconds: Math.floor(nowMs / 1000) },
    ),
  );
  if (!verdict.ok) return refuse(verdict.hint);
  return { ...NOBODY, wallet: { address: verdict.address, nonce } };
}

const unauthorized = (context: Context, why: string): Identity => ({
  rejection: reject(
    "unauthorized",
    context.config.mode === "sandbox" ? why : "the request credentials are not valid",
  ),
});
