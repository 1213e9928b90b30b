/**
 * Keys that have ended. They sign nothing any more but the request that ended them: a client that got no answer can
 * send it again and gets the first one.
 */
import type { FastifyRequest } from "fastify";
import type { Context } from "../../context.ts";
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

export type Signer = {
  readonly ring: Keys & { findEnded(apiKey: string): Promise<SigningKey | undefined> };
  /** Finds the key that signed, among `keys`; gives the reason where it is refused. */
  readonly check: (keys: Keys) => Promise<ActiveKey | string>;
  readonly callerOf: (key: ActiveKey) => Caller;
};

/** Finds the key that signed: an active one, or one that this request ended before. Gives the reason of a refusal. */
export async function findSigner(asked: SigningRequest, signer: Signer): Promise<ActiveKey | string> {
  const { ring, check, callerOf } = signer;
  const key = await check(ring);
  if (typeof key !== "string" || asked.endpoint.endedKeys === undefined) return key;
  const ended = await check({ find: (apiKey) => ring.findEnded(apiKey) });
  return typeof ended !== "string" && (await endedBy(asked, callerOf(ended))).includes(ended.apiKey)
    ? ended
    : key;
}

/** Lists the keys that this request ended when it came before. */
async function endedBy(
  { context, endpoint, request }: SigningRequest,
  identity: Caller,
): Promise<readonly string[]> {
  const { headers, params, url, rawBody } = request;
  const name = nameRequest(endpoint, { headers, params, url, rawBody, identity });
  if (name === undefined || "code" in name) return [];
  const known = await findDone(context, name);
  return known?.repeat === "same" ? (endpoint.endedKeys?.(known.done.result) ?? []) : [];
}
