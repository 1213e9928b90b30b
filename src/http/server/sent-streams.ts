/**
 * Streams that a server is sending. On close, the framework ends connections whose answers are written, even if the reader
 * has not received the rest. So the close waits until all streams are read or aborted.
 */
import type { ServerResponse } from "node:http";
import type { FastifyInstance } from "fastify";

export type SentStreams = {
  /** Registers a streamed answer. */
  note(answer: ServerResponse): void;
};

/** Delays the close of a server until its readers have received their streams. */
export function watchStreams(server: FastifyInstance): SentStreams {
  const sending = new Set<ServerResponse>();
  const taken = (answer: ServerResponse): Promise<void> =>
    new Promise((resolve) => void answer.once("close", resolve));
  server.addHook("preClose", async () => {
    await Promise.all([...sending].map(taken));
  });
  return {
    note: (answer) => {
      sending.add(answer);
      answer.once("close", () => sending.delete(answer));
    },
  };
}
