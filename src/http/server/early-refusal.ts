/**
 * Refuses requests from their raw bytes under overload: parser and framework cost several times the refusal. Applies only
 * to a request that arrives complete and alone, on a connection whose parser is between two requests. Any other request
 * takes the ordinary way, and is refused there. If both ways disagreed about where a request ends, a proxy's next client
 * would get the wrong answer.
 */
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";

export type Shedding = {
  /** True while any requests are refused. */
  isNeeded(): boolean;
  /** The complete answer to a POST with this head; `undefined` if it is admitted or is not subject to shedding. */
  answerTo(head: Head): string | undefined;
};

type Parsed = { readonly request: IncomingMessage; readonly response: ServerResponse };

type Connection = {
  /** The latest parsed request. */
  newest: Parsed | undefined;
  /** Returns the bytes to the parser. */
  leave(): void;
};

export function refuseEarly(server: Server, shedding: Shedding): void {
  const connections = new WeakMap<Duplex, Connection>();
  server.prependListener("request", (request, response) => {
    if (!shedding.isNeeded()) return;
    const { socket } = request;
    const connection = connections.get(socket);
    if (connection !== undefined) connection.newest = { request, response };
    // Watches from the next bytes on: without a listener the parser reads the socket directly, which is faster.
    else connections.set(socket, watch(socket, shedding));
  });
  server.prependListener("upgrade", (_request, socket) => connections.get(socket)?.leave());
}

/** Intercepts the bytes between socket and parser, if the parser is the only listener. */
function watch(socket: Socket, shedding: Shedding): Connection {
  const [parse, ...others] = socket.listeners("data");
  if (parse === undefined || others.length > 0) return { newest: undefined, leave: () => {} };
  const pass = (chunk: Buffer): void => void Reflect.apply(parse, socket, [chunk]);
  const connection: Connection = { newest: undefined, leave: () => socket.removeListener("data", read) };

  function read(chunk: Buffer): void {
    if (!shedding.isNeeded()) {
      connection.newest = undefined;
      return pass(chunk);
    }
    const head = readWhole(chunk);
    if (head !== undefined && connection.newest?.response.closed === true) {
      const answer = shedding.answerTo(head);
      if (answer !== undefined) return void socket.write(answer);
    }
    connection.newest = undefined;
    pass(chunk);
    // Only if they match did the request begin and end exactly with these bytes.
    if (head === undefined || !isSame(head, connection.newest)) connection.newest = undefined;
  }

  socket.removeAllListeners("data");
  socket.on("data", read);
  return connection;
}

function isSame({ text, url }: Head, parsed: Parsed | undefined): boolean {
  if (parsed === undefined) return false;
  const { request } = parsed;
  const fields = text.split("\r\n").length - 1;
  return (
    request.complete &&
    request.method === "POST" &&
    request.url === url &&
    request.rawHeaders.length === 2 * fields
  );
}

/** The request line and the headers of a request. */
export type Head = {
  readonly url: string;
  /** Request line and header fields. */
  readonly text: string;
};

const FIRST = "P".charCodeAt(0);
const HEAD_END = Buffer.from("\r\n\r\n");
const PLAIN = /^POST ([!-~]+) HTTP\/1\.1(?:\r\n[!#$%&'*+\-.^_`|~0-9A-Za-z]+:[\t -~]*)+$/;
const HOSTS = /\r\nhost:/gi;
const LENGTHS = /\r\ncontent-length:[^\r]*/gi;
const LENGTH = /: ?(\d{1,9})$/;
/** Headers that change where a request ends, whether its connection stays open, or the headers of its answer. */
const PARTICULAR =
  /\r\n(?:(?:transfer-encoding|te|trailer|expect|upgrade|origin):|connection:(?! ?keep-alive(?:\r\n|$)))/i;

/** Reads the head if these bytes are exactly one plain POST request; `undefined` if they are anything else. */
export function readWhole(chunk: Buffer): Head | undefined {
  const end = chunk[0] === FIRST ? chunk.indexOf(HEAD_END) : -1;
  if (end === -1) return undefined;
  const text = chunk.toString("latin1", 0, end);
  const [, url] = PLAIN.exec(text) ?? [];
  if (url === undefined || PARTICULAR.test(text) || text.match(HOSTS)?.length !== 1) return undefined;
  const [field = "", ...others] = text.match(LENGTHS) ?? [];
  const [, length] = LENGTH.exec(field) ?? [];
  if (length === undefined || others.length > 0) return undefined;
  return end + HEAD_END.length + Number(length) === chunk.length ? { url, text } : undefined;
}
