/** Sends what an interface's form made of a refusal. */
import type { FastifyReply } from "fastify";
import type { Refused } from "./refusal-form.ts";

export const JSON_TYPE = "application/json; charset=utf-8";

export function sendRefusal(reply: FastifyReply, { status, body, retryAfter }: Refused): FastifyReply {
  if (retryAfter !== undefined) reply.header("retry-after", String(retryAfter));
  reply.header("cache-control", "no-store");
  return reply.code(status).header("content-type", JSON_TYPE).send(JSON.stringify(body));
}
