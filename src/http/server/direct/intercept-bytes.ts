/**
 * Takes plain requests off a connection before the parser: those that are refused under overload, and those that are
 * served from their bytes. The parser must be between two requests, and no answer underway. All other bytes go on to the
 * parser, in their order.
 */
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { holdEnd } from "../connection/held-end.ts";
import type { DirectReply } from "./direct-exchange.ts";
import type { DirectRoutes } from "./direct-routes.ts";
import { readPlainRequest } from "./plain-request.ts";
import type { PlainRequest } from "./plain-request.ts";

export type Shedding = {
  /** Returns true while any requests are refused. */
  isNeeded(): boolean;
  /** Returns the whole answer to a request that is refused; `undefined` for any other request. */
  answerTo(plain: PlainRequest): string | undefined;
};

export type Interception = {
  readonly shedding: Shedding;
  readonly routes: DirectRoutes;
  /** Requests of a connection that are served from their bytes, at most. */
  readonly maxRequests: number;
};

type ParsedRequest = { readonly request: IncomingMessage; readonly response: ServerResponse };

type Connection = {
  /** The latest parsed request, if the bytes so far end with it. */
  newest: ParsedRequest | undefined;
  /** True while the parser reads: a request that is announced later may have its end in later bytes. */
  isParsing: boolean;
  /** Stops reading the bytes of a connection that is upgraded. */
  leave(): void;
};

export type InterceptedRequests = {
  /** Resolves once all requests that are served from their bytes have their answers. */
  answered(): Promise<void>;
};

export function interceptRequests(server: Server, interception: Interception): InterceptedRequests {
  const { shedding, routes } = interception;
  const connections = new WeakMap<Duplex, Connection>();
  const underway = new Set<DirectReply>();
  server.prependListener("request", (request, response) => {
    const { socket, method, url } = request;
    const connection = connections.get(socket);
    if (connection?.isParsing === true) connection.newest = { request, response };
    if (connection !== undefined) return;
    // Watches from the next bytes on: without a listener the parser reads the socket directly, which is faster.
    if (shedding.isNeeded() || routes.has(method, url))
      connections.set(socket, interceptBytes(socket, interception, underway));
  });
  server.prependListener("upgrade", (_request, socket) => connections.get(socket)?.leave());
  return {
    async answered() {
      const ends = [...underway].map((reply) => new Promise<void>((resolve) => reply.once("close", resolve)));
      await Promise.all(ends);
    },
  };
}

/** Intercepts the bytes between socket and parser, if the parser is the only listener. */
function interceptBytes(
  socket: Socket,
  { shedding, routes, maxRequests }: Interception,
  underway: Set<DirectReply>,
): Connection {
  const [first, ...others] = socket.listeners("data");
  if (first === undefined || others.length > 0) return { newest: undefined, isParsing: false, leave };
  const ending = holdEnd(socket, () => current !== undefined);
  const parse = (bytes: Buffer): void => void Reflect.apply(first, socket, [bytes]);
  const connection: Connection = { newest: undefined, isParsing: false, leave };
  let served = 0;
  /** Reply that is underway. */
  let current: DirectReply | undefined;
  /** Bytes that came during it. */
  let held: Buffer[] = [];

  function leave(): void {
    socket.removeListener("data", read);
    ending.leave();
  }

  function read(chunk: Buffer): void {
    if (current !== undefined) {
      // A client that sends on without the answer waits for it.
      socket.pause();
      held.push(chunk);
      return;
    }
    const plain = readPlainRequest(chunk);
    const isBetween = connection.newest?.response.closed === true;
    if (plain === undefined || !isBetween || !take(plain)) pass(chunk, plain);
  }

  /** Answers the request, or begins to; returns false to leave the request to the parser. */
  function take(plain: PlainRequest): boolean {
    const refusal = shedding.isNeeded() ? shedding.answerTo(plain) : undefined;
    if (refusal !== undefined) {
      socket.write(refusal);
      return true;
    }
    if (served >= maxRequests) return false;
    const reply = routes.serve(plain, socket);
    if (reply === undefined) return false;
    served += 1;
    if (reply.closed) return true;
    current = reply;
    underway.add(reply);
    reply.once("close", proceed);
    return true;
  }

  function proceed(): void {
    if (current !== undefined) underway.delete(current);
    current = undefined;
    const chunks = held;
    held = [];
    // What a client sent before it left is not served, as in the framework.
    if (socket.destroyed) return;
    if (chunks.length > 0) {
      // Before the parser gets the bytes, which may pause the connection for reasons of its own.
      socket.resume();
      read(Buffer.concat(chunks));
    }
    ending.pass();
  }

  /** Gives bytes to the parser. Only if it finds in them the plain request does that request begin and end with them. */
  function pass(chunk: Buffer, plain: PlainRequest | undefined): void {
    connection.newest = undefined;
    connection.isParsing = true;
    parse(chunk);
    connection.isParsing = false;
    if (plain === undefined || !isSame(plain, connection.newest)) connection.newest = undefined;
  }

  socket.removeAllListeners("data");
  socket.on("data", read);
  socket.once("close", () => current?.close());
  return connection;
}

function isSame({ method, url, rawHeaders }: PlainRequest, parsed: ParsedRequest | undefined): boolean {
  if (parsed === undefined) return false;
  const { request } = parsed;
  return (
    request.complete &&
    request.method === method &&
    request.url === url &&
    request.rawHeaders.length === rawHeaders.length
  );
}
