/**
 * A request and its reply, as the steps of an operation use them. The framework's own have these members, and so have
 * those of requests that are served from their bytes.
 */
import type { IncomingHttpHeaders } from "node:http";
import type { Socket } from "node:net";
import type { Readable } from "node:stream";
import type { FastifyContextConfig } from "fastify";
import type { RequestTrace } from "../../metrics/tracing/traces.ts";
import type { Caller } from "../guard/auth/caller.ts";

export type HttpRequest = {
  readonly id: string;
  readonly method: string;
  /** Path and query as sent. */
  readonly url: string;
  readonly protocol: string;
  /** Value of the Host header. */
  readonly host: string;
  readonly headers: IncomingHttpHeaders;
  readonly is404: boolean;
  /** Route that serves the request, and its settings. */
  readonly routeOptions: { readonly url?: string | undefined; readonly config: FastifyContextConfig };
  readonly raw: {
    readonly socket: Socket;
    readonly headers: IncomingHttpHeaders;
    /** Names and values in turn, as sent. */
    readonly rawHeaders: readonly string[];
    readonly httpVersion: string;
  };
  readonly params: unknown;
  query: unknown;
  body: unknown;
  /** The body as received, which a request's signature covers. */
  rawBody: Buffer;
  /** The caller, found before the body is parsed. */
  identity: Caller;
  /** Trace of the request, if requests are traced. */
  trace: RequestTrace | undefined;
  /** Body of the rejection that answers the request, if any. */
  rejectedWith?: unknown;
};

/** The answer on its connection. */
export type SentAnswer = {
  readonly statusCode: number;
  /** True once all bytes of the answer are with the operating system. */
  readonly writableFinished: boolean;
  /** True once the answer is sent, or its client has gone. */
  readonly closed: boolean;
  readonly destroyed: boolean;
  once(event: "close", listener: () => void): unknown;
  /** Closes the connection. */
  destroy(): unknown;
  setMaxListeners(count: number): unknown;
};

type MakeTrailer = (
  reply: unknown,
  payload: unknown,
  done: (error: Error | null, value?: string) => void,
) => void;

export type HttpReply = {
  readonly request: HttpRequest;
  readonly raw: SentAnswer;
  /** True once the reply has its answer, though maybe not its client. */
  readonly sent: boolean;
  readonly statusCode: number;
  /** Milliseconds since the request came. */
  readonly elapsedTime: number;
  code(status: number): HttpReply;
  /** Sets a header. The name is in lower case. */
  header(name: string, value: string): HttpReply;
  headers(values: Readonly<Record<string, string | string[]>>): HttpReply;
  getHeader(name: string): number | string | string[] | undefined;
  removeHeader(name: string): HttpReply;
  /** Adds a trailer to a streamed answer. */
  trailer(name: string, make: MakeTrailer): HttpReply;
  send(payload?: string | Buffer | Readable | undefined): HttpReply;
};

export type HttpExchange = { readonly request: HttpRequest; readonly reply: HttpReply };
