/**
 * Keys that have ended. They sign nothing any more but the request that ended them: a client that got no answer can
 * send it again and gets the first one.
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

/** Finds the key that signed: an active one, or one that this request ended before. */
export async function findSigner(asked: SigningRequest, signer: KeySigner): Promise<ActiveKey | InputFault> {
  const { ring, check, callerOf } = signer;
  const key = await check(ring);
  if (!isFault(key) || asked.endpoint.endedKeys === undefined) return key;
  const ended = await check({ find: (apiKey) => ring.findEnded(apiKey) });
  return !isFault(ended) && (await endedBy(asked, callerOf(ended))).includes(ended.apiKey) ? ended : key;
}

/** Lists the keys that this request ended when it came before. */
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
