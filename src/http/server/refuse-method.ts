/** 405 with the methods that a path has. */
import type { FastifyReply } from "fastify";
import type { RefusalForm } from "../refusal-form.ts";
import { sendRefusal } from "./send-refusal.ts";

export function refuseMethod(
  reply: FastifyReply,
  allowed: readonly string[],
  form: RefusalForm,
): FastifyReply {
  reply.header("allow", withHead(allowed).join(", "));
  const { method: got, id: requestId } = reply.request;
  return sendRefusal(reply, form.methodNotAllowed({ allowed, got, requestId }));
}

/** Adds HEAD wherever GET is allowed. */
export const withHead = (methods: readonly string[]): readonly string[] =>
  methods.includes("GET") ? [...methods, "HEAD"] : methods;
