/**
 * Streams that a server is sending. Its framework ends connections when it closes whose answers are written, also where the
 * reader has not taken the last of them yet. So it closes once all streams are taken, or are cut off.
 */
import type { ServerResponse } from "node:http";
import type { FastifyInstance } from "fastify";

export type SentStreams = {
  /** Notes that a stream goes out as this answer. */
  note(answer: ServerResponse): void;
};

/** Holds up the close of a server until its readers have what was sent. */
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
