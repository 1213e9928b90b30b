/**
 * The identity of a request: hashes of the `Idempotency-Key` and of what the caller signed. The key follows
 * draft-ietf-httpapi-idempotency-key-header; each owner and each operator has its own keys.
 */
import { createHash } from "node:crypto";
import type { HttpRequest } from "./http-exchange.ts";
import { reject } from "../../core/rejection.ts";
import type { Rejection } from "../../core/rejection.ts";
import type { RequestName } from "../../core/request.ts";
import type { Caller } from "../guard/auth/caller.ts";
import { formatRoute } from "./endpoint.ts";
import type { Endpoint } from "./endpoint.ts";
import { IDEMPOTENCY_KEY, isIdempotencyKey } from "./answer-once.ts";

type NamedRequest = Pick<HttpRequest, "headers" | "params" | "url" | "rawBody"> & {
  readonly identity: Caller;
};

/** Names a request; `undefined` without idempotency key and signature, a rejection if the key is malformed. */
export function nameRequest(endpoint: Endpoint, request: NamedRequest): RequestName | Rejection | undefined {
  const given = request.headers[IDEMPOTENCY_KEY];
  if (given !== undefined && (typeof given !== "string" || !isIdempotencyKey(given)))
    return malformedKey(String(given));
  const caller = nameCaller(request.identity);
  const values = listHashedValues(endpoint, request);
  const signed = signedHash(request.identity, values.signed);
  if (given === undefined && signed === undefined) return undefined;
  return { caller, key: given && sha256(`key ${caller} ${given}`), signed, content: values.content };
}

const malformedKey = (got: string): Rejection =>
  reject(
    "invalid_payload",
    `Idempotency-Key: expected one key of 1 to 255 visible ASCII characters, got "${got.slice(0, 300)}"`,
  );

/** Names the caller; all callers without credentials have one name, and so share idempotency keys. */
function nameCaller({ caller, builder, wallet, operator }: Caller): string {
  if (operator !== undefined) return `operator ${operator.name}`;
  return (caller ?? builder ?? wallet)?.address ?? "anyone";
}

type Values = { readonly content: string; readonly signed: string };

/**
 * Hashes the operation with all values of the request, and with the signed values only. The hashes do not depend on the
 * address that the request was sent to.
 */
function listHashedValues(endpoint: Endpoint, { params, url, rawBody, identity }: NamedRequest): Values {
  const [, query = ""] = url.split("?", 2);
  const place = `${formatRoute(endpoint)} ${JSON.stringify(params)}`;
  return {
    content: sha256(`${place} ${query} ${requestOwner(endpoint, identity)}\n`, rawBody),
    signed: sha256(`${place}\n`, rawBody),
  };
}

/**
 * Returns the identifying value that URL and body lack: the nonce of a wallet's signature, or the key of a request that may
 * revoke keys.
 */
function requestOwner({ endedKeys }: Endpoint, { wallet, caller, builder }: Caller): string {
  if (endedKeys === undefined) return wallet?.nonce ?? "";
  return (builder ?? caller)?.apiKey ?? "";
}

/** Hashes everything that a key signs. The same bytes give the same hash, however the signature is encoded. */
function signedHash({ caller, builder, timestamp }: Caller, values: string): string | undefined {
  const key = caller ?? builder;
  return key && timestamp && sha256(`signed ${key.apiKey} ${timestamp} ${values}`);
}

const sha256 = (text: string, bytes: Uint8Array = new Uint8Array()): string =>
  createHash("sha256").update(text).update(bytes).digest("hex");
