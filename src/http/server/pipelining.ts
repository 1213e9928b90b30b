/**
 * Limits pipelining: requests that a client sends on one connection without waiting for answers. Each is served once the
 * previous answer has left, so a connection has one request underway. The first request above the limit is refused in its
 * turn; the rest is not read, and the connection closes.
 */
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { createTurns } from "../guard/turns.ts";
import { inTurn } from "./answers-in-turn.ts";
import type { AnswersInTurn } from "./answers-in-turn.ts";

/** Maximum number of unanswered requests of a connection. */
export const MAX_PIPELINED = 32;

/** Pipelined reads served per turn of the event loop, so that other connections get their turns. */
const READS_A_TURN = 2;

/** Limits a server. Call it after all listeners are added: none of them then gets a request before its turn. */
export function boundPipelining(
  server: Server,
  { note }: Pick<AnswersInTurn, "note">,
  refuse: (response: ServerResponse) => void,
): void {
  const unanswered = new WeakMap<Socket, number>();
  const turns = createTurns(READS_A_TURN, setImmediate);
  const isOver = (socket: Socket): boolean => (unanswered.get(socket) ?? 0) > MAX_PIPELINED;
  for (const opened of ["connection", "secureConnection"])
    server.on(opened, (socket: ParsedSocket) => stopParsing(socket, isOver));
  const listeners = server.listeners("request");
  server.removeAllListeners("request");
  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    if (isOver(socket)) return;
    const before = unanswered.get(socket) ?? 0;
    unanswered.set(socket, before + 1);
    note(request, response);
    if (before === MAX_PIPELINED) {
      socket.pause();
      return refuse(response);
    }
    // The request above the limit stays counted: nothing after it is served.
    response.once("close", () => {
      const count = unanswered.get(socket) ?? 0;
      if (count <= MAX_PIPELINED) unanswered.set(socket, count - 1);
    });
    const serve = (): void => {
      for (const listener of listeners) Reflect.apply(listener, server, [request, response]);
    };
    if (response.socket !== null) return serve();
    inTurn(response, () => {
      if (request.method !== "GET") serve();
      else turns.next(() => response.closed || serve());
    });
  });
}

type Incoming = (request: IncomingMessage, keepsAlive: boolean) => number;
type ParsedSocket = Socket & { readonly parser?: { onIncoming?: Incoming } | null };

/** Return value that tells the parser to leave the remaining bytes to another consumer. */
const REST_IS_FOREIGN = 2;

/**
 * Drops the bytes after the request above the limit. Node itself would parse everything that came at once: up to a thousand
 * requests.
 */
function stopParsing(socket: ParsedSocket, isOver: (socket: Socket) => boolean): void {
  const { parser } = socket;
  if (parser?.onIncoming === undefined) return;
  const take = parser.onIncoming;
  parser.onIncoming = (request, keepsAlive) => (isOver(socket) ? REST_IS_FOREIGN : take(request, keepsAlive));
}
