/** The close of a server while a reader has not taken the last of a stream. */
import assert from "node:assert/strict";
import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { connect } from "node:net";
import { Readable } from "node:stream";
import { test } from "node:test";
import { setImmediate } from "node:timers/promises";
import Fastify from "fastify";
import { watchStreams } from "../../src/http/server/compression.ts";

const PIECE = "x".repeat(1_024);
const LAST = "event: closed\n\n";

/** Sends until the reader's system takes no more, so that the end stays with the server. */
async function fill(stream: Readable, answer: ServerResponse): Promise<void> {
  while (answer.writableLength === 0) {
    for (let count = 0; count < 8; count += 1) stream.push(PIECE);
    await setImmediate();
  }
  stream.push(LAST);
  stream.push(null);
}

test("a reader who leaves before the first piece delays no close", async () => {
  const server = Fastify();
  const streams = watchStreams(server);
  const [asked, noted] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  server.get("/", async (_request, reply) => {
    asked.resolve();
    await once(reply.raw, "close");
    streams.note(reply.raw);
    noted.resolve();
    return reply.send(Readable.from([LAST]));
  });
  await server.listen({ host: "127.0.0.1", port: 0 });
  const [address] = server.addresses();
  assert.ok(typeof address === "object");
  const socket = connect(address.port, "127.0.0.1");
  socket.write("GET / HTTP/1.1\r\nhost: x\r\n\r\n");
  await asked.promise;
  socket.destroy();
  await noted.promise;
  await server.close();
});

test("a reader that takes its time gets the end of a stream although the server closes", async () => {
  const server = Fastify();
  const streams = watchStreams(server);
  const ended = Promise.withResolvers<void>();
  server.get("/", (_request, reply) => {
    const stream = new Readable({ read() {} });
    streams.note(reply.raw);
    stream.once("end", ended.resolve);
    void fill(stream, reply.raw);
    return reply.send(stream);
  });
  await server.listen({ host: "127.0.0.1", port: 0 });
  const [address] = server.addresses();
  assert.ok(typeof address === "object");
  const socket = connect(address.port, "127.0.0.1");
  socket.pause();
  socket.write("GET / HTTP/1.1\r\nhost: x\r\n\r\n");
  await ended.promise;
  const closed = server.close();
  let tail = "";
  socket.on("data", (piece) => (tail = (tail + piece.toString("latin1")).slice(-LAST.length - 50)));
  socket.resume();
  await once(socket, "close");
  assert.ok(tail.includes(LAST), tail);
  await closed;
});
