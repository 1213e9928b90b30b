/** 405 with the methods that a path has, for every method that it has not. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { RefusalForm } from "./refusal-form.ts";
import { sendRefusal } from "./send-refusal.ts";

type Known = { readonly url: string; readonly methods: readonly string[] };

export function refuseOtherMethods(scope: FastifyInstance, { url, methods }: Known, form: RefusalForm): void {
  const allowed = methods.includes("GET") ? [...methods, "HEAD"] : methods;
  const refuse = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    reply.header("allow", allowed.join(", "));
    return sendRefusal(reply, form.methodNotAllowed({ allowed: methods, got: request.method }));
  };
  // Refused before its body is read.
  const method = scope.supportedMethods.filter((known) => !allowed.includes(known));
  scope.route({ method, url, onRequest: refuse, handler: refuse });
}
