/**
 * Requests that a client sends on one connection without waiting for answers. Each is served once the answer before it
 * has left: a connection has one request underway. The one above a bound is answered with a refusal in its turn, and
 * what comes after it is not looked at: the connection closes.
 */
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { createTurns } from "../guard/turns.ts";
import { inTurn } from "./answers-in-turn.ts";
import type { AnswersInTurn } from "./answers-in-turn.ts";

/** Unanswered requests of a connection. */
export const MAX_PIPELINED = 32;

/** Reads of this kind that are served between two looks at the other connections. */
const READS_A_TURN = 2;

/** Bounds a server once it has all its listeners: none of them hears of a request before its turn. */
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
    // The one above the bound stays counted: nothing that comes behind it is served.
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

/** The answer to the parser that the rest of the bytes is for somebody else. */
const REST_IS_FOREIGN = 2;

/** Drops what comes behind the one above the bound. Node itself would parse all bytes that came at once: a thousand requests. */
function stopParsing(socket: ParsedSocket, isOver: (socket: Socket) => boolean): void {
  const { parser } = socket;
  if (parser?.onIncoming === undefined) return;
  const take = parser.onIncoming;
  parser.onIncoming = (request, keepsAlive) => (isOver(socket) ? REST_IS_FOREIGN : take(request, keepsAlive));
}
