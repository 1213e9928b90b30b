/** 405 with the methods that a path has. */
import type { FastifyReply } from "fastify";
import type { ErrorFormat } from "../operation/error-format.ts";
import { sendErrorResponse } from "./send-error.ts";

export function rejectMethod(
  reply: FastifyReply,
  allowed: readonly string[],
  form: ErrorFormat,
): FastifyReply {
  reply.header("allow", withHead(allowed).join(", "));
  const { method: got, id: requestId } = reply.request;
  return sendErrorResponse(reply, form.methodNotAllowed({ allowed, got, requestId }));
}

/** Adds HEAD wherever GET is allowed. */
export const withHead = (methods: readonly string[]): readonly string[] =>
  methods.includes("GET") ? [...methods, "HEAD"] : methods;
