/** Request bodies: kept as received for the signature check, and parsed as JSON whatever the declared type. */
import type { FastifyRequest } from "fastify";
import secureJson from "secure-json-parse";

type Done = (error: Error | null, body?: unknown) => void;

const MAX_DEPTH = 32;

/** Fastify body parser. An empty body is `undefined`; names that would reach an object's prototype are refused. */
export function parseBody(request: FastifyRequest, bytes: Buffer, done: Done): void {
  request.rawBody = bytes;
  if (bytes.length === 0) return done(null, undefined);
  const text = bytes.toString("utf8");
  try {
    const body: unknown = secureJson.parse(text, { protoAction: "error", constructorAction: "error" });
    if (depthOf(text) > MAX_DEPTH) return done(malformed(`nested deeper than ${MAX_DEPTH}`));
    return done(null, body);
  } catch (error) {
    return done(malformed(error instanceof Error ? error.message : String(error)));
  }
}

function malformed(why: string): Error {
  return Object.assign(new Error(`expected JSON: ${why}`), {
    code: "PRESAGE_MALFORMED_JSON",
    statusCode: 400,
  });
}

/** How deep objects and arrays nest; brackets within strings do not count. */
function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  let quoted = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charCodeAt(index);
    if (quoted) {
      if (character === BACKSLASH) index += 1;
      else if (character === QUOTE) quoted = false;
    } else if (character === QUOTE) {
      quoted = true;
    } else if (character === OPEN_OBJECT || character === OPEN_ARRAY) {
      depth += 1;
      if (depth > deepest) deepest = depth;
    } else if (character === CLOSE_OBJECT || character === CLOSE_ARRAY) {
      depth -= 1;
    }
  }
  return deepest;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
