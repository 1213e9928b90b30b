/** Credentials that a request claims and the cost of their check, read from the headers before any check. */
import type { HttpRequest } from "../../operation/http-exchange.ts";
import type { Context } from "../../../context.ts";
import { isFault } from "../../../core/values/input-fault.ts";
import { readKeyId } from "../../../signing/credentials.ts";
import { isUuid } from "../../../store/keys/key-cache.ts";
import type { KeyCache } from "../../../store/keys/key-cache.ts";
import type { Access } from "../../operation/endpoint.ts";
import type { CredentialClaim } from "../credential-checks.ts";
import { CHECK_MICROS } from "../rate-limits.ts";
import { BUILDER_HEADERS, KEY_HEADERS, haveAll } from "./authenticate-key.ts";
import { createHeaderReaders, WALLET_HEADERS, WITH_BUILDER } from "./authenticate.ts";
import type { HeaderReaders } from "./authenticate.ts";

export type ReadClaim = (request: HttpRequest) => CredentialClaim | undefined;

/** Makes the reader of one operation's claims; `undefined` for a public operation. */
export function claimReader(context: Context, access: Access): ReadClaim | undefined {
  if (access === "public") return undefined;
  if (access === "operator") return () => OPERATOR;
  const readers = createHeaderReaders(context.config);
  if (access === "wallet") {
    const micros = CHECK_MICROS.walletOnChain * context.config.chainIds.length;
    return (request) => walletClaim(readers, request, micros);
  }
  const withBuilder = WITH_BUILDER.has(access);
  return (request) => keyClaim(context, readers, { request, withBuilder });
}

const { atHand, lookup } = CHECK_MICROS;

/** Claim of an operator; a token names nobody. */
const OPERATOR: CredentialClaim = { kind: "operator", name: "", micros: atHand };

const ADDRESS = /^0x[0-9a-f]{40}$/;

function walletClaim({ caller }: HeaderReaders, request: HttpRequest, micros: number): CredentialClaim {
  const headers = caller(request);
  const none: CredentialClaim = { kind: "wallet", name: "", micros: atHand };
  if (isFault(headers) || !haveAll(headers, WALLET_HEADERS)) return none;
  const name = headers.ADDRESS.toLowerCase();
  return ADDRESS.test(name) ? { kind: "wallet", name, micros } : none;
}

type KeyClaimRequest = { readonly request: HttpRequest; readonly withBuilder: boolean };

/** Reads the key that signs a request, or the read-only key that the request names; `undefined` without such headers. */
function keyClaim(
  { keys, builderKeys }: Pick<Context, "keys" | "builderKeys">,
  { caller, builder }: HeaderReaders,
  { request, withBuilder }: KeyClaimRequest,
): CredentialClaim | undefined {
  const own = caller(request);
  const ofBuilder = withBuilder ? builder(request) : {};
  if (isFault(own) || isFault(ofBuilder)) return claim("", atHand);
  const further = haveAll(ofBuilder, BUILDER_HEADERS)
    ? verificationCost(builderKeys, ofBuilder.API_KEY)
    : atHand;
  if (haveAll(own, KEY_HEADERS)) return claim(own.API_KEY, verificationCost(keys, own.API_KEY) + further);
  const { API_KEY, READONLY_API_KEY } = own;
  if (READONLY_API_KEY !== undefined && API_KEY === undefined)
    return claim(READONLY_API_KEY, isUuid(readKeyId(READONLY_API_KEY)) ? lookup : atHand);
  const none = Object.keys(own).length + Object.keys(ofBuilder).length === 0;
  return none ? undefined : claim(API_KEY ?? ofBuilder.API_KEY ?? "", further);
}

/** Makes a claim; names that no key can have share the claim "". */
function claim(apiKey: string, micros: number): CredentialClaim {
  const name = readKeyId(apiKey);
  return { kind: "key", name: isUuid(name) ? name : "", micros };
}

const verificationCost = (keys: Pick<KeyCache<unknown>, "isRemembered">, apiKey: string): number =>
  keys.isRemembered(readKeyId(apiKey)) ? atHand : lookup;
