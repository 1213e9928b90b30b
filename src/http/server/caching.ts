/** Headers that let clients and caches keep an answer: its lifetime, and a tag to ask by if it still holds. */
import { createHash } from "node:crypto";
import type { FastifyReply } from "fastify";
import type { Mount } from "../mount.ts";

/** Caches between the caller and the exchange may keep only what everyone may ask for. */
export const cacheControl = ({ admission }: Pick<Mount, "admission">, maxAgeSeconds: number): string =>
  `${admission === undefined ? "public" : "private"}, max-age=${maxAgeSeconds}`;

/** Sets the headers of an answer that may be kept, and sends it, or 304 when the caller has it already. */
export function sendCacheable(reply: FastifyReply, json: string | Buffer, control: string): FastifyReply {
  const hash = createHash("sha256").update(json).digest("base64url");
  return isKept(reply, hash, control) ? sendNotModified(reply) : reply.send(json);
}

/**
 * Sets the headers of an answer with this SHA-256 in base64url, and says whether the caller has it already. The tag is a weak
 * one, since the same answer may go out compressed or not. Compares as RFC 9110 says for If-None-Match: weakly, with a list, and
 * `*` for any.
 */
export function isKept(reply: FastifyReply, hash: string, control: string): boolean {
  const tag = `"${hash.slice(0, TAG_LENGTH)}"`;
  reply.header("cache-control", control).header("etag", `W/${tag}`);
  return names(reply.request.headers["if-none-match"], tag);
}

export const sendNotModified = (reply: FastifyReply): FastifyReply =>
  reply.code(304).removeHeader("content-type").send();

/** 132 bits of the hash. */
const TAG_LENGTH = 22;

const ENTITY_TAG = /(?:W\/)?("[^"]*")/g;

function names(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  return header.trim() === "*" || [...header.matchAll(ENTITY_TAG)].some(([, held]) => held === tag);
}
