/** A request, and its answer as it is written. */
import type { FastifyReply, FastifyRequest } from "fastify";

export type Exchanged = { readonly request: FastifyRequest; readonly reply: FastifyReply };
