/** Cache headers of an answer: its lifetime, and an ETag for revalidation. */
import { createHash } from "node:crypto";
import type { FastifyReply } from "fastify";
import type { Mount } from "../mount.ts";

/** Returns Cache-Control. Shared caches may store only answers that everyone may ask for. */
export const cacheControl = ({ admission }: Pick<Mount, "admission">, maxAgeSeconds: number): string =>
  `${admission === undefined ? "public" : "private"}, max-age=${maxAgeSeconds}`;

/** Sends a cacheable answer with its headers, or 304 if the caller already has it. */
export function sendCacheable(reply: FastifyReply, json: string | Buffer, control: string): FastifyReply {
  const hash = createHash("sha256").update(json).digest("base64url");
  return isKept(reply, hash, control) ? sendNotModified(reply) : reply.send(json);
}

/**
 * Sets the cache headers for an answer with this SHA-256 (base64url), and tells whether the caller already has it. The ETag
 * is weak, since the same answer may go out compressed or not. Compares If-None-Match as RFC 9110 says: weakly, with lists,
 * and `*` for any.
 */
export function isKept(reply: FastifyReply, hash: string, control: string): boolean {
  const tag = `"${hash.slice(0, TAG_LENGTH)}"`;
  reply.header("cache-control", control).header("etag", `W/${tag}`);
  return names(reply.request.headers["if-none-match"], tag);
}

export const sendNotModified = (reply: FastifyReply): FastifyReply =>
  reply.code(304).removeHeader("content-type").send();

/** Characters of the hash in an ETag: 132 bits. */
const TAG_LENGTH = 22;

const ENTITY_TAG = /(?:W\/)?("[^"]*")/g;

function names(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  return header.trim() === "*" || [...header.matchAll(ENTITY_TAG)].some(([, held]) => held === tag);
}
