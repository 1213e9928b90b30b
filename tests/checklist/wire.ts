/** Requests and bytes as any client may send them, and the record of every answer that came. */
import { once } from "node:events";
import { Agent, request } from "node:http";
import type { IncomingMessage, OutgoingHttpHeaders } from "node:http";
import { connect } from "node:net";
import type { Socket } from "node:net";
import { text as readText } from "node:stream/consumers";
import type { Reply } from "../support/exchange.ts";

export type WireRequest = {
  readonly method?: string;
  readonly headers?: OutgoingHttpHeaders;
  /** Sent as JSON; a string or bytes are sent as they are. */
  readonly body?: unknown;
};

export type Wire = {
  /** All answers, for the rows that look through them at the end. */
  readonly answers: { readonly asked: string; readonly reply: Reply }[];
  ask(url: string, asked?: WireRequest): Promise<Reply>;
  close(): void;
};

export function createWire(): Wire {
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  const answers: Wire["answers"] = [];
  return {
    answers,
    async ask(url, asked = {}) {
      const reply = await send(agent, url, asked);
      answers.push({ asked: `${asked.method ?? "GET"} ${url.slice(0, 200)}`, reply });
      return reply;
    },
    close: () => agent.destroy(),
  };
}

function send(agent: Agent, url: string, { method, headers, body }: WireRequest): Promise<Reply> {
  const bytes =
    body === undefined || typeof body === "string" || body instanceof Uint8Array
      ? body
      : JSON.stringify(body);
  const plain = { method: method ?? (bytes === undefined ? "GET" : "POST"), agent };
  const content =
    bytes === undefined
      ? {}
      : { "content-type": "application/json", "content-length": Buffer.byteLength(bytes) };
  const { promise, resolve, reject } = Promise.withResolvers<Reply>();
  // The path as it is written: parsed, it would lose its dots.
  const [, host = "", port = "", path = "/"] = /^http:\/\/([^/:]+):(\d+)(\/.*)?$/s.exec(url) ?? [];
  const sent = request({ ...plain, host, port, path, headers: { ...content, ...headers } }, (answer) => {
    replyOf(answer).then(resolve, reject);
  });
  sent.on("error", reject);
  sent.end(bytes);
  return promise;
}

async function replyOf(answer: IncomingMessage): Promise<Reply> {
  const text = await readText(answer);
  const headers = new Headers();
  for (const [name, values] of Object.entries(answer.headersDistinct))
    for (const value of values ?? []) headers.append(name, value);
  return { status: answer.statusCode ?? 0, headers, text, body: parsed(text) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export type Line = {
  readonly socket: Socket;
  /** All that comes until the other side closes. */ readonly all: Promise<string>;
};

/** A connection on which nothing was sent yet. */
export async function openLine(base: string): Promise<Line> {
  const { hostname, port } = new URL(base);
  const socket = connect({ host: hostname, port: Number(port) });
  socket.on("error", () => {});
  const all = readText(socket).catch(() => "");
  await once(socket, "connect");
  return { socket, all };
}

/** Sends bytes and gives the answer. The other side must close the connection. */
export async function sendBytes(base: string, bytes: string): Promise<string> {
  const { socket, all } = await openLine(base);
  socket.write(bytes, "latin1");
  return all;
}

export const statusOf = (answer: string): number => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0);
