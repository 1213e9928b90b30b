/** 405 with the methods that a path has, for every method that it has not; OPTIONS may be answered elsewhere. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { RefusalForm } from "./refusal-form.ts";
import { sendRefusal } from "./send-refusal.ts";

type Known = {
  readonly url: string;
  readonly methods: readonly string[];
  /** Whether OPTIONS is refused as others are. */
  readonly withOptions?: boolean;
};

export function refuseOtherMethods(
  scope: FastifyInstance,
  { url, methods, withOptions = true }: Known,
  form: RefusalForm,
): void {
  const allowed = methods.includes("GET") ? [...methods, "HEAD"] : methods;
  const refuse = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    reply.header("allow", allowed.join(", "));
    return sendRefusal(reply, form.methodNotAllowed({ allowed: methods, got: request.method }));
  };
  // Refused before its body is read.
  const answered = withOptions ? allowed : [...allowed, "OPTIONS"];
  const method = scope.supportedMethods.filter((known) => !answered.includes(known));
  scope.route({ method, url, onRequest: refuse, handler: refuse });
}
