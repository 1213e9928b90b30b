/**
 * Bodies of GET requests, which the framework leaves unread. Some clients ask long questions that way; it is read where
 * the operation describes one, in the bounds and with the checks that bodies of other requests have.
 */
import type { IncomingMessage } from "node:http";
import type { FastifyRequest } from "fastify";
import type { TSchema } from "typebox";

/** Reads the bytes, at most `limit`. Throws as the framework does: the error has a status. */
export async function readGetBody(request: FastifyRequest, limit: number): Promise<void> {
  request.rawBody = await readBytes(request.raw, limit);
}

/** Checks the parsed body, null where none came. Throws as the framework does: the error has what validation found. */
export function checkGetBody(request: FastifyRequest, schema: TSchema): void {
  request.body ??= null;
  const validate = request.compileValidationSchema(schema, "body");
  if (validate(request.body) === true) return;
  const found = { validation: validate.errors, validationContext: "body", statusCode: 400 };
  throw Object.assign(new Error("the body is not valid"), found);
}

/** Leaves the rest of a body that is too large unread; the connection closes with it. */
function readBytes(message: IncomingMessage, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const refuse = (statusCode: number, why: string): void => {
      message.off("data", keep);
      reject(Object.assign(new Error(why), { statusCode }));
    };
    const keep = (chunk: Buffer): void => {
      length += chunk.length;
      if (length > limit) refuse(TOO_LARGE, "too large");
      else chunks.push(chunk);
    };
    message.on("end", () => resolve(Buffer.concat(chunks)));
    message.on("error", ({ message: why }) => refuse(UNREADABLE, why));
    if (Number(message.headers["content-length"]) > limit) refuse(TOO_LARGE, "too large");
    else message.on("data", keep);
  });
}

const TOO_LARGE = 413;
const UNREADABLE = 400;
