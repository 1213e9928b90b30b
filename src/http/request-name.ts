/**
 * The name of a request: its `Idempotency-Key` and what its caller signed, as hashes. The key follows
 * draft-ietf-httpapi-idempotency-key-header; each owner and each operator has keys of its own.
 */
import { createHash } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { reject } from "../core/rejection.ts";
import type { Rejection } from "../core/rejection.ts";
import type { RequestName } from "../core/request.ts";
import type { Caller } from "./authenticate.ts";
import type { Endpoint } from "./endpoint.ts";
import { routeOf } from "./guard/rate-limits.ts";

export const IDEMPOTENCY_KEY = "idempotency-key";

const KEY = /^[\x21-\x7e]{1,255}$/;

type Asked = Pick<FastifyRequest, "headers" | "params" | "url" | "rawBody"> & { readonly identity: Caller };

/** Names a request; `undefined` when nothing tells it from an equal one, and a rejection when its key is malformed. */
export function nameRequest(endpoint: Endpoint, request: Asked): RequestName | Rejection | undefined {
  const given = request.headers[IDEMPOTENCY_KEY];
  if (given !== undefined && (typeof given !== "string" || !KEY.test(given)))
    return malformedKey(String(given));
  const caller = callerOf(request.identity);
  if (caller === undefined) return undefined;
  const content = contentOf(endpoint, request);
  const signed = signedHash(request.identity, content);
  if (given === undefined && signed === undefined) return undefined;
  return { caller, key: given && sha256(`key ${caller} ${given}`), signed, content };
}

const malformedKey = (got: string): Rejection =>
  reject(
    "invalid_payload",
    `Idempotency-Key: expected one key of 1 to 255 visible ASCII characters, got "${got.slice(0, 300)}"`,
  );

function callerOf({ caller, builder, wallet, operator }: Caller): string | undefined {
  if (operator !== undefined) return `operator ${operator.name}`;
  return (caller ?? builder ?? wallet)?.address;
}

/** The operation with its values, at whichever address it came. */
function contentOf(endpoint: Endpoint, { params, url, rawBody }: Asked): string {
  const [, query = ""] = url.split("?", 2);
  return sha256(`${routeOf(endpoint)} ${JSON.stringify(params)} ${query}\n`, rawBody);
}

/** What an API key signs; the same bytes have one hash however the signature is encoded. */
const signedHash = ({ caller, timestamp }: Caller, content: string): string | undefined =>
  caller && timestamp && sha256(`signed ${caller.apiKey} ${timestamp} ${content}`);

const sha256 = (text: string, bytes: Uint8Array = new Uint8Array()): string =>
  createHash("sha256").update(text).update(bytes).digest("hex");
