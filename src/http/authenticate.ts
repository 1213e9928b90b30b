/**
 * Who calls: the wallet that signed the request (L1), the API key whose secret signed it (L2), or the operator whose
 * token it carries. Headers of wallets and keys come with one of the configured prefixes; a request that mixes or
 * repeats them is refused. Why an L2 check failed is said in sandbox mode only; no answer ever holds a secret or a
 * valid signature.
 */
import type { FastifyRequest } from "fastify";
import type { Context } from "../context.ts";
import { reject } from "../core/rejection.ts";
import type { Rejection } from "../core/rejection.ts";
import { parseAddress } from "../signing/address.ts";
import { isSamePassphrase } from "../signing/credentials.ts";
import type { Operator, Role } from "../signing/operators.ts";
import { verifyRequest } from "../signing/request-auth.ts";
import { verifyWalletAuth } from "../signing/wallet-auth.ts";
import type { ActiveKey } from "../store/api-keys.ts";
import type { Endpoint, WalletClaim } from "./endpoint.ts";

export type Caller = {
  readonly caller: ActiveKey | undefined;
  readonly wallet: WalletClaim | undefined;
  readonly operator: Operator | undefined;
};
export type Identity = Caller | { readonly rejection: Rejection };

type Signed = {
  readonly request: FastifyRequest;
  /** Path without mount prefix and query. */
  readonly path: string;
  readonly prefix: string;
};

type Headers = {
  readonly [name in "ADDRESS" | "API_KEY" | "PASSPHRASE" | "TIMESTAMP" | "SIGNATURE" | "NONCE"]?: string;
};

export const NOBODY: Caller = { caller: undefined, wallet: undefined, operator: undefined };

const NAMES = ["ADDRESS", "API_KEY", "PASSPHRASE", "TIMESTAMP", "SIGNATURE", "NONCE"] as const;

/** The caller, as the endpoint's access requires. */
export async function authenticate(
  context: Context,
  { access, role }: Pick<Endpoint, "access" | "role">,
  signed: Signed,
): Promise<Identity> {
  if (access === "public") return NOBODY;
  if (access === "operator") return authenticateOperator(context, role, signed.request);
  const headers = readHeaders(context, signed.request);
  if (access === "wallet") return authenticateWallet(context, headers);
  if (typeof headers === "string") return unauthorized(context, headers);
  if (access !== "key" && Object.keys(headers).length === 0) {
    const open = context.config.publicRecords || (access === "key-or-code" && namesBuilder(signed.request));
    return open ? NOBODY : unauthorized(context, "credentials are required");
  }
  return authenticateKey(context, headers, signed);
}

/** What a builder code is attributed is for everybody to see. */
const namesBuilder = ({ query }: FastifyRequest): boolean =>
  typeof query === "object" && query !== null && "builder_code" in query && query.builder_code !== "";

/** The credentials under the one prefix that the request uses, or what is wrong with them. */
function readHeaders(context: Context, request: FastifyRequest): Headers | string {
  const used = context.config.headerPrefixes.filter((prefix) =>
    NAMES.some((name) => request.headers[`${prefix}${name}`.toLowerCase()] !== undefined),
  );
  if (used.length > 1) return `headers came with the prefixes ${used.join(" and ")}; use one`;
  const found: Record<string, string> = {};
  for (const name of NAMES) {
    const header = `${used[0]}${name}`;
    const value = request.headers[header.toLowerCase()];
    if (value === undefined) continue;
    if (typeof value !== "string" || value.includes(", ")) return `${header} came more than once`;
    found[name] = value;
  }
  return found;
}

/** An operator's token comes as `Authorization: Bearer TOKEN`. */
function authenticateOperator(context: Context, role: Role | undefined, request: FastifyRequest): Identity {
  const [, token] = /^bearer ([^ ]+)$/i.exec(request.headers.authorization ?? "") ?? [];
  const operator = token === undefined ? undefined : context.operators.find(token);
  if (operator === undefined)
    return { rejection: reject("unauthorized", "Authorization: expected Bearer and the operator's token") };
  const { name, roles } = operator;
  if (role === undefined || roles.includes(role)) return { ...NOBODY, operator };
  return { rejection: reject("forbidden", `this takes the role ${role}; ${name} has ${roles.join(", ")}`) };
}

function authenticateWallet(context: Context, headers: Headers | string): Identity {
  const refuse = (why: string): Identity => ({ rejection: reject("wallet_unauthorized", why) });
  if (typeof headers === "string") return refuse(headers);
  const { ADDRESS: address, SIGNATURE: signature, TIMESTAMP: timestamp, NONCE: nonce = "0" } = headers;
  if (address === undefined || signature === undefined || timestamp === undefined) {
    return refuse(missing({ ADDRESS: address, SIGNATURE: signature, TIMESTAMP: timestamp }));
  }
  const verdict = verifyWalletAuth(
    { address, signature, timestamp, nonce },
    { chainIds: context.config.chainIds, nowSeconds: Math.floor(context.clock() / 1000) },
  );
  if (!verdict.ok) return refuse(verdict.hint);
  return { ...NOBODY, wallet: { address: verdict.address, nonce } };
}

async function authenticateKey(context: Context, headers: Headers, signed: Signed): Promise<Identity> {
  const { ADDRESS, API_KEY, PASSPHRASE, TIMESTAMP, SIGNATURE } = headers;
  if (
    ADDRESS === undefined ||
    API_KEY === undefined ||
    PASSPHRASE === undefined ||
    TIMESTAMP === undefined ||
    SIGNATURE === undefined
  ) {
    return unauthorized(context, missing({ ADDRESS, API_KEY, PASSPHRASE, TIMESTAMP, SIGNATURE }));
  }
  const key = await context.keys.find(API_KEY.toLowerCase());
  if (key === undefined) return unauthorized(context, "API_KEY: no such key");
  if (parseAddress(ADDRESS) !== key.address)
    return unauthorized(context, "ADDRESS: not the owner of the API key");
  if (!isSamePassphrase(key.passphrase, PASSPHRASE)) return unauthorized(context, "PASSPHRASE: wrong");
  const verdict = verifyRequest({
    secret: key.secret,
    timestamp: TIMESTAMP,
    signature: SIGNATURE,
    method: signed.request.method,
    path: signed.path,
    mountPrefix: signed.prefix,
    body: signed.request.rawBody,
    nowMs: context.clock(),
  });
  return verdict.ok ? { ...NOBODY, caller: key } : unauthorized(context, verdict.hint);
}

const missing = (headers: { readonly [name: string]: string | undefined }): string =>
  `missing headers: ${Object.entries(headers)
    .filter(([, value]) => value === undefined)
    .map(([name]) => name)
    .join(", ")}`;

const unauthorized = (context: Context, why: string): Identity => ({
  rejection: reject(
    "unauthorized",
    context.config.mode === "sandbox" ? why : "the request credentials are not valid",
  ),
});
