/** A request that was read from its bytes, and its reply, which is written without the framework. */
import { STATUS_CODES } from "node:http";
import type { IncomingHttpHeaders } from "node:http";
import type { Socket } from "node:net";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { FastifyContextConfig } from "fastify";
import type { RequestTrace } from "../../../metrics/tracing/traces.ts";
import { NOBODY } from "../../guard/auth/caller.ts";
import type { Caller } from "../../guard/auth/caller.ts";
import type { HttpReply, HttpRequest, SentAnswer } from "../../operation/http-exchange.ts";
import { readRequestId } from "../request-body.ts";
import type { PlainRequest } from "./plain-request.ts";

type RouteOptions = { readonly url: string; readonly config: FastifyContextConfig };

/** Parts of a request that the grammar found, and the route that serves them. */
export type DirectCall = {
  readonly plain: PlainRequest;
  readonly socket: Socket;
  readonly query: unknown;
  readonly routeOptions: RouteOptions;
};

const NO_PARAMS = Object.freeze({});

export class DirectRequest implements HttpRequest {
  readonly id: string;
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly rawHeaders: readonly string[];
  readonly httpVersion = "1.1";
  readonly is404 = false;
  readonly socket: Socket;
  readonly routeOptions: RouteOptions;
  readonly params: unknown = NO_PARAMS;
  query: unknown;
  body: unknown = undefined;
  rawBody: Buffer;
  identity: Caller = NOBODY;
  trace: RequestTrace | undefined = undefined;
  rejectedWith: unknown = undefined;

  constructor({ plain, socket, query, routeOptions }: DirectCall) {
    this.id = readRequestId(plain.headers);
    this.method = plain.method;
    this.url = plain.url;
    this.headers = plain.headers;
    this.rawHeaders = plain.rawHeaders;
    this.rawBody = plain.body;
    this.socket = socket;
    this.query = query;
    this.routeOptions = routeOptions;
  }

  get raw(): this {
    return this;
  }

  get protocol(): string {
    return "encrypted" in this.socket ? "https" : "http";
  }

  get host(): string {
    return this.headers.host ?? "";
  }
}

/** Calls `write` with the payload to send, at once or later. */
export type BeforeSend = (reply: DirectReply, payload: Payload, write: (payload: Payload) => void) => void;

type Payload = string | Buffer | Readable | undefined;

export type DirectReplyOptions = {
  readonly request: DirectRequest;
  /** Header lines of the connection, which end the head. */
  readonly connectionLines: string;
  readonly beforeSend: BeforeSend;
};

/** The reply, which is also the answer on the connection. */
export class DirectReply implements HttpReply, SentAnswer {
  readonly request: DirectRequest;
  statusCode = 200;
  sent = false;
  closed = false;
  writableFinished = false;
  readonly #options: DirectReplyOptions;
  readonly #startedAt = performance.now();
  readonly #headers: Record<string, string> = {};
  #listeners: (() => void)[] = [];

  constructor(options: DirectReplyOptions) {
    this.#options = options;
    this.request = options.request;
  }

  get raw(): this {
    return this;
  }

  get destroyed(): boolean {
    return this.request.socket.destroyed;
  }

  get elapsedTime(): number {
    return performance.now() - this.#startedAt;
  }

  code(status: number): this {
    this.statusCode = status;
    return this;
  }

  header(name: string, value: string): this {
    this.#headers[name] = value;
    return this;
  }

  headers(values: Readonly<Record<string, string | string[]>>): this {
    for (const name in values) this.#headers[name] = String(values[name]);
    return this;
  }

  getHeader(name: string): string | undefined {
    return this.#headers[name];
  }

  removeHeader(name: string): this {
    delete this.#headers[name];
    return this;
  }

  trailer(): never {
    throw new Error("operations with trailers are not served from bytes");
  }

  once(_event: "close", listener: () => void): void {
    this.#listeners.push(listener);
  }

  setMaxListeners(): void {}

  destroy(): void {
    this.request.socket.destroy();
  }

  send(payload?: string | Buffer | Readable): this {
    if (this.sent) return this;
    this.sent = true;
    this.#options.beforeSend(this, payload, (sent) => this.#write(sent));
    return this;
  }

  /** Ends the reply: its client has gone, or has its answer. */
  close(): void {
    if (this.closed) return;
    this.closed = true;
    const listeners = this.#listeners;
    this.#listeners = [];
    for (const listener of listeners) listener();
  }

  #write(payload: Payload): void {
    const { socket } = this.request;
    if (this.closed || !socket.writable) return;
    const written = (): void => {
      this.writableFinished = true;
      this.close();
    };
    if (payload instanceof Readable) {
      socket.write(this.#head(), "latin1");
      // The head has the length already: only whole answers are streamed.
      pipeline(payload, socket, { end: false }).then(written, () => void socket.destroy());
      return;
    }
    const length = payload === undefined ? undefined : Buffer.byteLength(payload);
    if (length !== undefined) this.header("content-length", String(length));
    if (typeof payload === "object") {
      socket.cork();
      socket.write(this.#head(), "latin1");
      socket.write(payload, written);
      socket.uncork();
    } else {
      // Text of ASCII characters alone needs no conversion.
      const encoding = length === payload?.length ? "latin1" : "utf8";
      socket.write(this.#head() + (payload ?? ""), encoding, written);
    }
  }

  #head(): string {
    let head = `HTTP/1.1 ${this.statusCode} ${STATUS_CODES[this.statusCode] ?? ""}\r\n`;
    for (const name in this.#headers) head += `${name}: ${this.#headers[name]}\r\n`;
    return head + this.#options.connectionLines;
  }
}
