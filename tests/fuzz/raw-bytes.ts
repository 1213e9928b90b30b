/**
 * Bytes that are no request, or more than one: malformed request lines and headers, ambiguous framings, and valid
 * requests with some bytes changed. Each case has a connection of its own, which ends after it.
 */
import { connect } from "node:net";
import type { Random } from "../support/random.ts";
import { headerOf, readAnswer } from "./pipe.ts";
import type { Answer } from "./pipe.ts";
import { isIdAmong } from "./request-ids.ts";

export type RawCase = {
  readonly name: string;
  readonly bytes: Buffer;
  /** Most requests that a server may read in it. */
  readonly most: number;
  /** Statuses that the answers may have; any but server errors when absent. */
  readonly statuses?: readonly number[];
};

const HOST = "host: 127.0.0.1\r\n";
/** A second request that must not be answered. */
const HIDDEN = `GET /time HTTP/1.1\r\n${HOST}\r\n`;

/** Framings in which a second request could hide; a server must not answer it, in whichever way it reads them. */
const HIDING: readonly (readonly [string, string])[] = [
  ["two lengths", `content-length: 0\r\ncontent-length: ${HIDDEN.length}\r\n\r\n${HIDDEN}`],
  ["a list of lengths", `content-length: 0, ${HIDDEN.length}\r\n\r\n${HIDDEN}`],
  ["length and chunks", `content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n${HIDDEN}`],
  ["chunks and length", `transfer-encoding: chunked\r\ncontent-length: 5\r\n\r\n0\r\n\r\n${HIDDEN}`],
  ["two encodings", `transfer-encoding: chunked\r\ntransfer-encoding: identity\r\n\r\n0\r\n\r\n${HIDDEN}`],
  ["an encoding that is not the last", `transfer-encoding: chunked, x\r\n\r\n0\r\n\r\n${HIDDEN}`],
  ["a strange encoding", `transfer-encoding: xchunked\r\n\r\n0\r\n\r\n${HIDDEN}`],
  ["a blank before the colon", `transfer-encoding : chunked\r\n\r\n0\r\n\r\n${HIDDEN}`],
  ["a folded header", `transfer-encoding:\r\n chunked\r\n\r\n0\r\n\r\n${HIDDEN}`],
  ["a tab in the encoding", `transfer-encoding:\x0bchunked\r\n\r\n0\r\n\r\n${HIDDEN}`],
  ["a signed length", `content-length: +0\r\n\r\n${HIDDEN}`],
  ["a negative length", `content-length: -1\r\n\r\n${HIDDEN}`],
  ["a length in hex", `content-length: 0x0\r\n\r\n${HIDDEN}`],
  ["an endless length", `content-length: 99999999999999999999\r\n\r\n${HIDDEN}`],
  ["a blank length", `content-length: \r\n\r\n${HIDDEN}`],
  ["a chunk of no hex", `transfer-encoding: chunked\r\n\r\nzz\r\n\r\n${HIDDEN}`],
  ["a negative chunk", `transfer-encoding: chunked\r\n\r\n-1\r\n\r\n${HIDDEN}`],
  ["an endless chunk", `transfer-encoding: chunked\r\n\r\nfffffffffffffffff\r\nx\r\n0\r\n\r\n${HIDDEN}`],
  ["a chunk longer than said", `transfer-encoding: chunked\r\n\r\n1\r\nxyz\r\n0\r\n\r\n${HIDDEN}`],
  ["lone line feeds", `x: 1\ncontent-length: 0\n\n${HIDDEN}`],
  ["a lone carriage return", `x: 1\rcontent-length: 0\r\n\r\n${HIDDEN}`],
  ["NUL in a header", `x: a\0b\r\n\r\n${HIDDEN}`],
  ["a header without a colon", `nonsense\r\n\r\n${HIDDEN}`],
  ["a header without a name", `: x\r\n\r\n${HIDDEN}`],
];

/** Complete first requests with other bytes after them, and the number of requests in each. */
const WHOLE: readonly (readonly [string, string, number])[] = [
  [
    "a request in chunks",
    `POST /books HTTP/1.1\r\n${HOST}transfer-encoding: chunked\r\n\r\n2\r\n[]\r\n0\r\n\r\n`,
    1,
  ],
  [
    "chunks with extensions",
    `POST /books HTTP/1.1\r\n${HOST}transfer-encoding: chunked\r\n\r\n2;a=b\r\n[]\r\n0\r\nx: y\r\n\r\n`,
    1,
  ],
  ["a body that ends early", `POST /books HTTP/1.1\r\n${HOST}content-length: 50\r\n\r\n[`, 1],
  ["chunks that end early", `POST /books HTTP/1.1\r\n${HOST}transfer-encoding: chunked\r\n\r\n50\r\n[`, 1],
  ["a head that ends early", `GET /time HTTP/1.1\r\n${HOST}`, 1],
  ["nothing", "", 0],
  ["line ends", "\r\n\r\n\r\n", 1],
  ["no version", "GET /time\r\n\r\n", 1],
  ["HTTP/0.9", "GET /time HTTP/0.9\r\n\r\n", 1],
  ["HTTP/1.0", "GET /time HTTP/1.0\r\n\r\n", 1],
  ["HTTP/1.0 that stays", `GET /time HTTP/1.0\r\nconnection: keep-alive\r\n\r\n${HIDDEN}`, 2],
  ["HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 1],
  ["HTTP/9.9", `GET /time HTTP/9.9\r\n${HOST}\r\n`, 1],
  ["two hosts", `GET /time HTTP/1.1\r\n${HOST}host: b\r\n\r\n`, 1],
  ["a method in small letters", `get /time HTTP/1.1\r\n${HOST}\r\n`, 1],
  ["no such method", `BREW /time HTTP/1.1\r\n${HOST}\r\n`, 1],
  ["a tunnel", "CONNECT 127.0.0.1:1 HTTP/1.1\r\nhost: 127.0.0.1:1\r\n\r\n", 1],
  ["OPTIONS of all", `OPTIONS * HTTP/1.1\r\n${HOST}\r\n`, 1],
  ["an asterisk", `GET * HTTP/1.1\r\n${HOST}\r\n`, 1],
  ["a path without a slash", `GET time HTTP/1.1\r\n${HOST}\r\n`, 1],
  ["blanks in the path", `GET /ti me HTTP/1.1\r\n${HOST}\r\n`, 1],
  ["a fragment", `GET /time#x HTTP/1.1\r\n${HOST}\r\n`, 1],
  ["NUL in the path", `GET /ti\0me HTTP/1.1\r\n${HOST}\r\n`, 1],
  ["a path of other letters", `GET /\xe4\xff HTTP/1.1\r\n${HOST}\r\n`, 1],
  ["a long path", `GET /${"a".repeat(60_000)} HTTP/1.1\r\n${HOST}\r\n`, 1],
  ["a long header", `GET /time HTTP/1.1\r\n${HOST}x: ${"a".repeat(60_000)}\r\n\r\n`, 1],
  ["many headers", `GET /time HTTP/1.1\r\n${HOST}${"x: 1\r\n".repeat(2_500)}\r\n`, 1],
  ["TLS", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", 1],
  ["an upgrade to nothing", `GET /time HTTP/1.1\r\n${HOST}connection: upgrade\r\nupgrade: h2c\r\n\r\n`, 1],
  ["an expectation", `POST /books HTTP/1.1\r\n${HOST}expect: 100-continue\r\ncontent-length: 2\r\n\r\n[]`, 1],
  ["a request after Connection: close", `GET /time HTTP/1.1\r\n${HOST}connection: close\r\n\r\n${HIDDEN}`, 1],
];

/** Cases of past faults. Some addresses do not have these routes. */
const ONCE_WRONG: readonly (readonly [string, string, readonly number[]])[] = [
  ["no host is refused in the interface's form", "GET /time HTTP/1.1\r\n\r\n", [400]],
  ["an unknown expectation is ignored", `GET /time HTTP/1.1\r\n${HOST}expect: wonders\r\n\r\n`, [200, 404]],
  ["NUL in a parameter that nobody knows", `GET /time?colour=%00 HTTP/1.1\r\n${HOST}\r\n`, [200, 404]],
];

export const RAW_CASES: readonly RawCase[] = [
  ...ONCE_WRONG.map(([name, text, statuses]) => ({ name, bytes: Buffer.from(text), most: 1, statuses })),
  ...HIDING.map(([name, rest]) => ({
    name,
    bytes: Buffer.from(`POST /books HTTP/1.1\r\n${HOST}${rest}`, "latin1"),
    most: 1,
  })),
  ...WHOLE.map(([name, text, most]) => ({ name, bytes: Buffer.from(text, "latin1"), most })),
];

/** Changes, removes or doubles some bytes of a valid request; it may become two. */
export function changeBytes(random: Random, good: Buffer): RawCase {
  let bytes = Buffer.from(good);
  const times = random.between(1, 4);
  for (let time = 0; time < times && bytes.length > 0; time += 1) {
    const at = random.below(bytes.length);
    const until = Math.min(bytes.length, at + random.between(1, 20));
    const pieces = [
      [bytes.subarray(0, at), Buffer.from([random.below(256)]), bytes.subarray(at + 1)],
      [bytes.subarray(0, at), bytes.subarray(until)],
      [bytes.subarray(0, until), bytes.subarray(at)],
      [
        bytes.subarray(0, at),
        Buffer.from(random.pick(["\r\n", "\n", "\r", "\0", ":", " ", "\r\n\r\n"])),
        bytes.subarray(at),
      ],
      [bytes.subarray(0, at)],
    ];
    bytes = Buffer.concat(random.pick(pieces));
  }
  return { name: "changed bytes", bytes, most: 10 };
}

/** Sends bytes, ends its side at once, and reads until the server closes. */
export function sendRaw(port: number, bytes: Buffer): Promise<Buffer> {
  return new Promise((resolve) => {
    const came: Buffer[] = [];
    const socket = connect({ host: "127.0.0.1", port });
    socket.on("error", () => {});
    socket.on("data", (chunk) => came.push(chunk));
    socket.on("close", () => resolve(Buffer.concat(came)));
    socket.setTimeout(DEADLINE_MS, () => socket.destroy());
    socket.end(bytes);
  });
}

const DEADLINE_MS = 30_000;

/** Names the fault of the received bytes; `undefined` when there is none. */
export function faultOfRaw({ bytes, most, statuses }: RawCase, came: Buffer): string | undefined {
  const answers: Answer[] = [];
  for (let rest = came; rest.length > 0;) {
    const read = readRaw(rest);
    if (typeof read === "string") return read;
    if (read.answer.status >= 200) answers.push(read.answer);
    rest = rest.subarray(read.length);
  }
  // The server answered before the end of the request; the rest is no further request.
  const last = answers.at(-1);
  if (answers.length > most && last?.status === 400 && last.head.includes("connection: close")) answers.pop();
  if (answers.length > most) return `${answers.length} answers to at most ${most} requests`;
  const [first] = answers;
  if (statuses !== undefined && (first === undefined || !statuses.includes(first.status)))
    return `status ${first?.status}, and not ${statuses.join(" or ")}`;
  const bad = answers.find(({ status }) => status >= 500 && status !== 501 && status !== 505);
  if (bad !== undefined) return `status ${bad.status}`;
  return answers.every(({ head }) => isIdAmong(headerOf(head, "x-request-id"), bytes))
    ? undefined
    : "no x-request-id, or another's";
}

/** Reads an answer. If the method was changed to HEAD, it has no body, and nothing or another answer follows. */
function readRaw(rest: Buffer): { answer: Answer; length: number } | string {
  try {
    const whole = readAnswer(rest, false);
    const isWhole = whole !== undefined && !whole.answer.body.toString("latin1").startsWith("HTTP/1.1 ");
    return isWhole ? whole : (readAnswer(rest, true) ?? "an answer that does not end");
  } catch (error) {
    return String(error);
  }
}
