/** Sends a long body as its client takes it, and frees each part that was taken. */
import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import type { JsonSlices } from "./json-slices.ts";

export function sendSlices(reply: FastifyReply, { buffers, bytes }: JsonSlices): FastifyReply {
  if (buffers.length === 1) return reply.send(buffers[0]);
  reply.header("content-length", String(bytes));
  return reply.send(Readable.from(taken(buffers), { objectMode: false }));
}

function* taken(buffers: Buffer[]): Generator<Buffer> {
  for (let buffer = buffers.shift(); buffer !== undefined; buffer = buffers.shift()) yield buffer;
}
