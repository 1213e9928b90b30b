/**
 * Answers to requests that follow one another on a connection without waiting: each answer in its turn, and whole. That
 * holds beside bytes that are no request, at the last request, and where a client asks to be told to go on.
 */
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

export type AnswersInTurn = {
  watch(server: Server): void;
  /** Counts a request that came, whether its turn has come or not. */
  note(request: IncomingMessage, response: ServerResponse): void;
  /** Calls once every whole request of the connection is answered: at once when they all are. */
  afterwards(socket: Socket, then: (isAnswered: boolean) => void): void;
};

type LatestRequest = {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Answer to the request before it, which was whole when this one came. */
  readonly before: ServerResponse | undefined;
};

/** Answers leave a connection in the order of their requests, so that the newest ones tell of all. */
export function createAnswersInTurn(): AnswersInTurn {
  const newest = new WeakMap<Socket, LatestRequest>();
  const noted = new WeakSet<ServerResponse>();
  const note = (request: IncomingMessage, response: ServerResponse): void => {
    if (noted.has(response)) return;
    noted.add(response);
    const before = newest.get(request.socket)?.response;
    newest.set(request.socket, { request, response, before });
    closeAfterLast(response);
  };
  return {
    note,
    watch(server) {
      server.prependListener("request", note);
      server.on("checkContinue", (request, response) => {
        note(request, response);
        // Before that, Node would write into the answer in front that the client may go on.
        inTurn(response, () => {
          response.writeContinue();
          server.emit("request", request, response);
        });
      });
      // Expectations that nobody knows are ignored, as RFC 9110 allows.
      server.on("checkExpectation", (request, response) => void server.emit("request", request, response));
    },
    afterwards(socket, then) {
      const { last, isAnswered } = restOf(newest.get(socket));
      if (last === undefined || last.closed) return then(isAnswered);
      last.once("close", () => then(isAnswered));
    },
  };
}

type PendingAnswer = {
  /** Answers to wait for. */
  readonly last?: ServerResponse | undefined;
  /** True if the unreadable bytes are answered then. */
  readonly isAnswered: boolean;
};

/** Tells if unreadable bytes follow a whole request, or are the rest of one that may have been answered without it. */
function restOf(newest: LatestRequest | undefined): PendingAnswer {
  if (newest === undefined) return { isAnswered: false };
  const { request, response, before } = newest;
  if (request.complete) return { last: response, isAnswered: false };
  return response.headersSent ? { last: response, isAnswered: true } : { last: before, isAnswered: false };
}

/** Node says with the last answer that it closes, but then answers what comes nevertheless, in a form of its own. */
function closeAfterLast(response: ServerResponse): void {
  if ("maxRequestsOnConnectionReached" in response && response.maxRequestsOnConnectionReached === true)
    response.shouldKeepAlive = false;
}

/** Calls when an answer is the next one of its connection: at once, or when the one before it has left. */
export function inTurn(response: ServerResponse, then: () => void): void {
  if (response.socket === null) response.once("socket", then);
  else then();
}
