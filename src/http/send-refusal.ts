/** Sends what an interface's form made of a refusal. */
import type { FastifyReply } from "fastify";
import type { Refused } from "./refusal-form.ts";

export const JSON_TYPE = "application/json; charset=utf-8";

/** What stands on a refusal besides what stands on every answer. */
export const refusalHeaders = ({ retryAfter }: Pick<Refused, "retryAfter">): Record<string, string> => ({
  ...(retryAfter !== undefined && { "retry-after": String(retryAfter) }),
  "cache-control": "no-store",
  "content-type": JSON_TYPE,
});

export const sendRefusal = (reply: FastifyReply, refused: Refused): FastifyReply =>
  reply.code(refused.status).headers(refusalHeaders(refused)).send(JSON.stringify(refused.body));
