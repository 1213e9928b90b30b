/** Answers of reads that are given again for some time, as by a cache that lags. */
import type { FastifyReply, FastifyRequest } from "fastify";

export type KeptAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
};

export type KeptAnswers = {
  /** Gives the answer that is kept under the name; where there is none, the one to this request will be kept. */
  findOrAwait(request: FastifyRequest, kept: KeptName): KeptAnswer | undefined;
  awaits(request: FastifyRequest): boolean;
  /** Keeps the answer, if it is awaited and a success. */
  keep(request: FastifyRequest, reply: FastifyReply, body: string | Buffer): void;
};

type KeptName = { readonly name: string; readonly forMs: number };

/** Most answers that are kept: the oldest makes way. */
const MAX_ANSWERS = 1_000;

export function createKeptAnswers(): KeptAnswers {
  const answers = new Map<string, KeptAnswer & { readonly until: number }>();
  const awaited = new WeakMap<FastifyRequest, KeptName>();
  return {
    findOrAwait(request, kept) {
      const found = answers.get(kept.name);
      if (found !== undefined && performance.now() < found.until) return found;
      awaited.set(request, kept);
      return undefined;
    },
    awaits: (request) => awaited.has(request),
    keep(request, reply, body) {
      const kept = awaited.get(request);
      if (kept === undefined || reply.statusCode !== 200) return;
      const oldest = answers.size < MAX_ANSWERS ? undefined : answers.keys().next().value;
      if (oldest !== undefined) answers.delete(oldest);
      const headers = { "content-type": String(reply.getHeader("content-type")) };
      answers.set(kept.name, { status: 200, headers, body, until: performance.now() + kept.forMs });
    },
  };
}
