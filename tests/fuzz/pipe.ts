/**
 * A connection that sends many requests at once, byte for byte, and reads the answers in order. It parses only as much
 * HTTP as it needs to find the end of an answer, and costs a few microseconds a request.
 */
import { connect } from "node:net";
import { gunzipSync } from "node:zlib";

export type Answer = {
  readonly status: number;
  /** Status line and headers, with the blank line. */
  readonly head: string;
  /** Body, decompressed. */
  readonly body: Buffer;
};

/** Bytes of a request; an answer to HEAD has no body, whatever its headers say. */
export type Sent = { readonly bytes: Buffer; readonly isHead: boolean };

export type Pipe = {
  /**
   * Sends requests and resolves with their answers in order; fewer when the server closed the connection. One call at
   * a time.
   */
  exchange(sent: readonly Sent[]): Promise<readonly Answer[]>;
  readonly isOpen: () => boolean;
  /** Fault of bytes that are no answer; nothing after them is read. */
  readonly fault: () => string | undefined;
  close(): void;
};

const HEAD_END = Buffer.from("\r\n\r\n");
/** Time to wait for an answer. */
const DEADLINE_MS = 30_000;

type Waiting = { readonly sent: readonly Sent[]; readonly resolve: (answers: readonly Answer[]) => void };

export function openPipe(port: number): Pipe {
  const socket = connect({ host: "127.0.0.1", port, noDelay: true });
  let open = true;
  let came: Buffer = Buffer.alloc(0);
  let answers: Answer[] = [];
  let waiting: Waiting | undefined;
  let fault: string | undefined;

  function settle(): void {
    if (waiting === undefined || (open && answers.length < waiting.sent.length)) return;
    const { resolve } = waiting;
    const got = answers;
    waiting = undefined;
    answers = [];
    socket.setTimeout(0);
    resolve(got);
  }

  socket.on("error", () => {});
  socket.on("timeout", () => socket.destroy());
  socket.on("data", (chunk) => {
    came = came.length === 0 ? chunk : Buffer.concat([came, chunk]);
    try {
      for (const sent = waiting?.sent ?? []; answers.length < sent.length;) {
        const read = readAnswer(came, sent[answers.length]!.isHead);
        if (read === undefined) break;
        came = came.subarray(read.length);
        if (read.answer.status >= 200) answers.push(read.answer);
      }
      if (waiting === undefined && came.length > 0)
        throw new Error(`an answer to nothing: ${came.toString("latin1", 0, 200)}`);
    } catch (error) {
      fault = String(error);
      socket.destroy();
    }
    settle();
  });
  socket.on("close", () => {
    open = false;
    settle();
  });

  return {
    exchange: (sent) =>
      new Promise((resolve) => {
        waiting = { sent, resolve };
        if (!open) return settle();
        socket.setTimeout(DEADLINE_MS);
        socket.write(sent.length === 1 ? sent[0]!.bytes : Buffer.concat(sent.map(({ bytes }) => bytes)));
      }),
    isOpen: () => open,
    fault: () => fault,
    close: () => socket.destroy(),
  };
}

/**
 * Reads the first answer in the bytes, with its length; `undefined` when it is incomplete. Throws when it is
 * malformed.
 */
export function readAnswer(bytes: Buffer, isHead: boolean): { answer: Answer; length: number } | undefined {
  const end = bytes.indexOf(HEAD_END);
  if (end === -1) return undefined;
  const head = bytes.toString("latin1", 0, end + 4);
  const status = Number(head.slice(9, 12));
  if (!head.startsWith("HTTP/1.1 ") || !Number.isInteger(status)) throw new Error(`no answer: ${head}`);
  const bare = isHead || status < 200 || status === 204 || status === 304;
  if (!bare && headerOf(head, "transfer-encoding") === "chunked") {
    const read = readChunks(bytes, end + 4);
    return read && { answer: { status, head, body: decode(head, read.body) }, length: read.end };
  }
  const length = bare ? 0 : Number(headerOf(head, "content-length") ?? Number.NaN);
  if (Number.isNaN(length)) throw new Error(`an answer without a length: ${head}`);
  if (bytes.length < end + 4 + length) return undefined;
  return {
    answer: { status, head, body: decode(head, bytes.subarray(end + 4, end + 4 + length)) },
    length: end + 4 + length,
  };
}

const decode = (head: string, body: Buffer): Buffer =>
  headerOf(head, "content-encoding") === "gzip" && body.length > 0 ? gunzipSync(body) : body;

/** Reads a body that comes in chunks from there, and where it ends; `undefined` when it is incomplete. */
function readChunks(bytes: Buffer, from: number): { body: Buffer; end: number } | undefined {
  const chunks: Buffer[] = [];
  for (let at = from; ;) {
    const line = bytes.indexOf("\r\n", at);
    if (line === -1) return undefined;
    const size = Number.parseInt(bytes.toString("latin1", at, line), 16);
    if (Number.isNaN(size)) throw new Error(`no chunk: ${bytes.toString("latin1", at, line)}`);
    if (size === 0) {
      // Trailers, if there are any, end with a blank line.
      const last = bytes.indexOf(HEAD_END, line);
      return last === -1 ? undefined : { body: Buffer.concat(chunks), end: last + 4 };
    }
    const end = line + 2 + size + 2;
    if (bytes.length < end) return undefined;
    chunks.push(bytes.subarray(line + 2, line + 2 + size));
    at = end;
  }
}

/** Value of a header of an answer; `name` in lower case, as the server writes most. */
export function headerOf(head: string, name: string): string | undefined {
  const at = head.indexOf(`\r\n${name}: `);
  if (at !== -1) return head.slice(at + name.length + 4, head.indexOf("\r\n", at + 2));
  return new RegExp(`\r\n${name}: ?(.*)\r\n`, "i").exec(head)?.[1];
}
