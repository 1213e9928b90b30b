/**
 * Keeps pipelined answers complete and in the order of their requests. That includes unparsable bytes, the last request of
 * a connection, and `Expect: 100-continue`.
 */
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { holdEnd } from "./held-end.ts";
import type { HeldEnd } from "./held-end.ts";

type LatestRequest = {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Answer to the previous request, which arrived completely before the latest one. */
  readonly before: ServerResponse | undefined;
};

/** The newest request of each connection: answers leave a connection in the order of their requests. */
const newestRequests = new WeakMap<Socket, LatestRequest>();
const recordedResponses = new WeakSet<ServerResponse>();

/** Unanswered requests that change something, and the end of the connection that whole ones hold back. */
type Changes = { readonly underway: Set<IncomingMessage>; readonly end: HeldEnd };
const changesOf = new WeakMap<Duplex, Changes>();

/** Holds the end of a connection back while whole requests that change something have no answers. */
function holdConnectionEnd(socket: Socket): void {
  const underway = new Set<IncomingMessage>();
  const isUnderway = (): boolean => [...underway].some(({ complete }) => complete);
  changesOf.set(socket, { underway, end: holdEnd(socket, isUnderway) });
}

/** Adds a request that changes something: its answer is due even to a client that has ended its side. */
function addChange(request: IncomingMessage, response: ServerResponse): void {
  const changes = changesOf.get(request.socket);
  if (changes === undefined || request.method === "GET" || request.method === "HEAD") return;
  changes.underway.add(request);
  response.once("close", () => {
    changes.underway.delete(request);
    changes.end.pass();
  });
}

/** Orders a server's answers; those to changes come even after the client has ended its side of the connection. */
export function orderAnswers(server: Server): void {
  for (const opened of ["connection", "secureConnection"])
    server.on(opened, (socket: Socket) => {
      if ("parser" in socket) holdConnectionEnd(socket);
    });
  server.prependListener("request", recordRequest);
  server.on("checkContinue", (request, response) => {
    recordRequest(request, response);
    // Waits for this answer's turn: otherwise Node would write "100 Continue" into the previous answer.
    whenAnswerIsNext(response, () => {
      response.writeContinue();
      server.emit("request", request, response);
    });
  });
  // Ignores unknown expectations, as RFC 9110 allows.
  server.on("checkExpectation", (request, response) => void server.emit("request", request, response));
}

/** Registers a request on arrival, before its turn to be served. */
export function recordRequest(request: IncomingMessage, response: ServerResponse): void {
  if (recordedResponses.has(response)) return;
  recordedResponses.add(response);
  const before = newestRequests.get(request.socket)?.response;
  newestRequests.set(request.socket, { request, response, before });
  closeAfterLast(request, response);
  addChange(request, response);
}

/** Leaves a connection to another protocol, whose end is held back no more. */
export const leaveConnection = (socket: Duplex): void => changesOf.get(socket)?.end.leave();

/** Calls `then` once every complete request of the connection is answered: at once if all are. */
export function afterAnswers(socket: Socket, then: (isAnswered: boolean) => void): void {
  const { last, isAnswered } = findPendingAnswer(newestRequests.get(socket));
  if (last === undefined || last.closed) return then(isAnswered);
  last.once("close", () => then(isAnswered));
}

/** Returns true while a request of the connection has no whole answer. */
export const isAnswering = (socket: Socket): boolean =>
  newestRequests.get(socket)?.response.writableFinished === false;

type PendingAnswer = {
  /** Last answer to wait for. */
  readonly last?: ServerResponse | undefined;
  /** True if the answer `last` already covers the unreadable bytes. */
  readonly isAnswered: boolean;
};

/**
 * Finds the last answer to wait for: unreadable bytes follow a complete request, or belong to an incomplete request that
 * may already be answered.
 */
function findPendingAnswer(newestRequest: LatestRequest | undefined): PendingAnswer {
  if (newestRequest === undefined) return { isAnswered: false };
  const { request, response, before } = newestRequest;
  if (request.complete) return { last: response, isAnswered: false };
  return response.headersSent ? { last: response, isAnswered: true } : { last: before, isAnswered: false };
}

/**
 * Closes the connection after its last permitted answer: Node announces the close, but would still answer later requests
 * with its own text. Also closes it after a refused change to WebSocket, since Node drops the bytes that came with it.
 */
function closeAfterLast(request: IncomingMessage, response: ServerResponse): void {
  const isLast =
    "maxRequestsOnConnectionReached" in response && response.maxRequestsOnConnectionReached === true;
  if (isLast || asksForWebSocket(request)) response.shouldKeepAlive = false;
}

export const asksForWebSocket = ({ headers }: Pick<IncomingMessage, "headers">): boolean =>
  headers.upgrade?.toLowerCase() === "websocket";

/** Calls `then` when an answer is next on its connection: at once, or when the previous answer has left. */
export function whenAnswerIsNext(response: ServerResponse, then: () => void): void {
  if (response.socket === null) response.once("socket", then);
  else then();
}
