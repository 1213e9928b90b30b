/** A request, and its answer as it is written. */
import type { FastifyReply, FastifyRequest } from "fastify";

export type HttpExchange = { readonly request: FastifyRequest; readonly reply: FastifyReply };
