/** Cache headers of an answer: its lifetime, and an ETag for revalidation. */
import { createHash } from "node:crypto";
import compilers from "@fastify/ajv-compiler";
import type { FastifySchemaCompiler } from "fastify";
import type { HttpReply } from "../operation/http-exchange.ts";
import type { Context } from "../../context.ts";
import { clockState } from "../../engine/time/clocks.ts";
import type { Mount } from "../mounts/mount.ts";
import { PAGE_LIMIT_KEYWORD } from "../operation/page-limit.ts";
import { SHOWN_FORMATS } from "../values/shown-text.ts";
import { WALLET_FORMATS } from "../values/wallets.ts";
import { JOINED_KEYWORD } from "./request-body.ts";

/**
 * Returns Cache-Control. Shared caches may store only answers of interfaces that everyone may call. Below a prefix, as at the
 * one port, browsers revalidate each answer: the page preloads answers, and a preload link cannot ask for a fresh one.
 */
export function cacheControl(
  { admission, prefix }: Pick<Mount, "admission" | "prefix">,
  maxAgeSeconds: number,
): string {
  if (admission !== undefined) return `private, max-age=${prefix === "" ? maxAgeSeconds : 0}`;
  return prefix === "" ? `public, max-age=${maxAgeSeconds}` : `public, max-age=0, s-maxage=${maxAgeSeconds}`;
}

type Cacheable = {
  readonly json: string | Buffer;
  /** Value of Cache-Control. */
  readonly control: string;
  /** SHA-256 in base64url, if it is known. */
  readonly hash: string | undefined;
};

/** Sends a cacheable answer with its headers, or 304 if the caller already has it. */
export function sendCacheable(reply: HttpReply, { json, control, hash: known }: Cacheable): HttpReply {
  const hash = known ?? createHash("sha256").update(json).digest("base64url");
  return isCachedByCaller(reply, hash, control) ? sendNotModified(reply) : reply.send(json);
}

/**
 * Sets the cache headers for an answer with this SHA-256 (base64url), and tells whether the caller already has the answer.
 * The ETag is weak, since the same answer may go out compressed or not. Compares If-None-Match as RFC 9110 says: weakly,
 * with lists, and `*` for any.
 */
export function isCachedByCaller(reply: HttpReply, hash: string, control: string): boolean {
  const tag = `"${hash.slice(0, TAG_LENGTH)}"`;
  reply.header("cache-control", control).header("etag", `W/${tag}`);
  return matchesTag(reply.request.headers["if-none-match"], tag);
}

export const sendNotModified = (reply: HttpReply): HttpReply =>
  reply.code(304).removeHeader("content-type").send();

/** Characters of the hash in an ETag: 132 bits. */
const TAG_LENGTH = 22;

const ENTITY_TAG = /(?:W\/)?("[^"]*")/g;

function matchesTag(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  return header.trim() === "*" || [...header.matchAll(ENTITY_TAG)].some(([, held]) => held === tag);
}

// Headers of every answer: the request id, and warnings if the exchange is restricted or its clocks disagree.

export function answerHeaders(
  { engine, clocks }: Pick<Context, "engine" | "clocks">,
  id: string,
): Record<string, string> {
  const { mode } = engine.availability.now();
  const { why } = clockState({ engine, clocks });
  return {
    ...(mode !== "normal" && { "x-exchange-mode": mode }),
    ...(why !== "" && { "x-exchange-clock": why }),
    "x-request-id": id,
    "x-content-type-options": "nosniff",
  };
}

// Compiles the schemas of operations, each once and on first use. An operation is served at several addresses, and most of
// its setup cost is the compilation.

export type Validators = FastifySchemaCompiler<object>;
type Validator = ReturnType<Validators>;

export function createValidators(): Validators {
  const compile = compilers()(
    {},
    {
      customOptions: {
        coerceTypes: false,
        removeAdditional: false,
        allErrors: false,
        verbose: true,
        keywords: [PAGE_LIMIT_KEYWORD, JOINED_KEYWORD],
        formats: { ...WALLET_FORMATS, ...SHOWN_FORMATS },
      },
    },
  );
  const known = new WeakMap<object, Validator>();
  return (route) => {
    const validator = known.get(route.schema) ?? createLazyValidator(() => compile(route));
    known.set(route.schema, validator);
    return validator;
  };
}

/** Delays the compilation of a validator until its first use: startup need not wait for validators that are never used. */
function createLazyValidator(compile: () => Validator): Validator {
  let compiled: Validator | undefined;
  const validator: Validator = (data) => {
    compiled ??= compile();
    const result = compiled(data);
    validator.errors = compiled.errors ?? null;
    return result;
  };
  return validator;
}
