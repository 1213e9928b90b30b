/** A request with its reply. */
import type { FastifyReply, FastifyRequest } from "fastify";

export type HttpExchange = { readonly request: FastifyRequest; readonly reply: FastifyReply };
