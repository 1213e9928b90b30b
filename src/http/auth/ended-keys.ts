/**
 * Revoked keys. They sign nothing except a repetition of the request that revoked them: a client that got no answer can
 * resend it and gets the first answer.
 */
import type { FastifyRequest } from "fastify";
import type { Context } from "../../context.ts";
import { isFault } from "../../core/input-fault.ts";
import type { InputFault } from "../../core/input-fault.ts";
import { isRejection } from "../../core/rejection.ts";
import type { ActiveKey, SigningKey } from "../../store/keys/api-keys.ts";
import type { Endpoint } from "../endpoint.ts";
import { findDone } from "../once.ts";
import { nameRequest } from "../request-name.ts";
import type { Keys } from "./authenticate-key.ts";
import type { Caller } from "./caller.ts";

export type SigningRequest = {
  readonly context: Context;
  readonly endpoint: Endpoint;
  readonly request: FastifyRequest;
};

export type KeySigner = {
  readonly ring: Keys & { findEnded(apiKey: string): Promise<SigningKey | undefined> };
  /** Finds the key that signed, among `keys`. */
  readonly check: (keys: Keys) => Promise<ActiveKey | InputFault>;
  readonly callerOf: (key: ActiveKey) => Caller;
};

/** Finds the key that signed: an active one, or one that this same request revoked before. */
export async function findSigner(asked: SigningRequest, signer: KeySigner): Promise<ActiveKey | InputFault> {
  const { ring, check, callerOf } = signer;
  const key = await check(ring);
  if (!isFault(key) || asked.endpoint.endedKeys === undefined) return key;
  const ended = await check({ find: (apiKey) => ring.findEnded(apiKey) });
  return !isFault(ended) && (await endedBy(asked, callerOf(ended))).includes(ended.apiKey) ? ended : key;
}

/** Lists the keys that this request revoked when it first came. */
async function endedBy(
  { context, endpoint, request }: SigningRequest,
  identity: Caller,
): Promise<readonly string[]> {
  const { headers, params, url, rawBody } = request;
  const name = nameRequest(endpoint, { headers, params, url, rawBody, identity });
  if (name === undefined || isRejection(name)) return [];
  const known = await findDone(context, name);
  return known?.repeat === "same" ? (endpoint.endedKeys?.(known.done.result) ?? []) : [];
}
