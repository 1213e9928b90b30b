/** A client of a live channel that writes any bytes, also those that no WebSocket library sends. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import type { Socket } from "node:net";
import { decodeTextFrames } from "../../src/stream/frames/text-frame.ts";

const KEY = Buffer.alloc(16).toString("base64");

export type UpgradeRequest = {
  /** Target of the request line: a path, or a whole URL. */
  readonly target: string;
  readonly headers?: readonly string[];
};

/** Asks for a live connection. The socket does not close its side when the server closes its own. */
export async function askForUpgrade(
  base: string,
  { target, headers = [] }: UpgradeRequest,
): Promise<RawClient> {
  const { port } = new URL(base);
  const socket = connect({ host: "127.0.0.1", port: Number(port), allowHalfOpen: true });
  socket.on("error", () => {});
  const ended = new Promise<void>((resolve) => socket.once("end", resolve));
  const lines = [
    `GET ${target} HTTP/1.1`,
    `host: 127.0.0.1:${port}`,
    "connection: Upgrade",
    "upgrade: websocket",
    "sec-websocket-version: 13",
    `sec-websocket-key: ${KEY}`,
    ...headers,
  ];
  socket.write(`${lines.join("\r\n")}\r\n\r\n`);
  const [first]: [Buffer] = await once(socket, "data").then(([data]) => [data]);
  const head = first.indexOf("\r\n\r\n") + 4;
  return { socket, status: Number(first.toString("latin1", 9, 12)), early: first.subarray(head), ended };
}

export type RawClient = {
  readonly socket: Socket;
  /** HTTP status of the answer. */
  readonly status: number;
  /** Bytes that came with the answer's head. */
  readonly early: Buffer;
  /** Resolves when the server has closed its side. */
  readonly ended: Promise<void>;
};

/** The error and the close frame after it, of a server that ends a connection to which it sends nothing else. */
export async function refusedFrame({ socket, early }: RawClient) {
  const [chunks, done] = [[early], once(socket, "end")];
  socket.on("data", (chunk: Buffer) => chunks.push(chunk));
  await done;
  const [text, close] = decodeTextFrames(Buffer.concat(chunks));
  assert.ok(text && close);
  return {
    error: JSON.parse(String(text)),
    closed: { status: close.readUInt16BE(0), reason: String(close.subarray(2)) },
  };
}

/** Writes a frame with this first byte and an all-zero mask, which changes nothing. */
export function clientFrame(first: number, payload: Uint8Array): Buffer {
  const { length } = payload;
  const head = length < 126 ? [first, 0x80 | length] : [first, 0xfe, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([...head, 0, 0, 0, 0]), payload]);
}
