/**
 * The grammar of plain requests: whole requests whose bytes have one meaning to every reader of HTTP/1.1. Everything else
 * is left to the parser. If two readers disagreed about where a request ends, a proxy's next client would get the wrong
 * answer.
 */
import type { IncomingHttpHeaders } from "node:http";

export type PlainRequest = {
  readonly method: "GET" | "POST" | "DELETE";
  /** Path and query as sent. */
  readonly url: string;
  /** Headers by their names in lower case; none came twice. */
  readonly headers: IncomingHttpHeaders;
  /** Names and values in turn, as sent. */
  readonly rawHeaders: readonly string[];
  readonly body: Buffer;
};

const HEAD_END = Buffer.from("\r\n\r\n");
/** Maximum bytes of a plain head; the parser takes longer ones. */
const MAX_PLAIN_HEAD = 8 * 1024;
const METHODS: ReadonlyMap<number, PlainRequest["method"]> = new Map(
  (["GET", "POST", "DELETE"] as const).map((method) => [method.charCodeAt(0), method]),
);
const PLAIN_HEAD =
  /^(?:GET|POST|DELETE) (\/[!-~]*) HTTP\/1\.1(?:\r\n[!#$%&'*+\-.^_`|~0-9A-Za-z]+:[\t -~]*)+$/;
/** Headers that change where a request ends, or whether its connection stays open. */
const CONTROL_HEADERS = ["transfer-encoding", "te", "trailer", "expect", "upgrade", "proxy-connection"];
/** The one form of the header line with a length. */
const LENGTH = /: ?\d{1,9}$/;

/** Reads the request if these bytes are exactly one plain request; else `undefined`. */
export function readPlainRequest(bytes: Buffer): PlainRequest | undefined {
  const method = METHODS.get(bytes[0] ?? 0);
  const end = method === undefined ? -1 : bytes.indexOf(HEAD_END);
  if (method === undefined || end === -1 || end > MAX_PLAIN_HEAD) return undefined;
  const head = bytes.toString("latin1", 0, end);
  const [, url] = PLAIN_HEAD.exec(head) ?? [];
  if (url === undefined || !head.startsWith(method)) return undefined;
  const [, ...lines] = head.split("\r\n");
  const headers: IncomingHttpHeaders = {};
  const rawHeaders: string[] = [];
  for (const line of lines) {
    const colon = line.indexOf(":");
    const sent = line.slice(0, colon);
    const name = sent.toLowerCase();
    // Names of the prototype count as repeated, too.
    if (name in headers) return undefined;
    if (name === "content-length" && !LENGTH.test(line)) return undefined;
    const value = line.slice(colon + 1).trim();
    headers[name] = value;
    rawHeaders.push(sent, value);
  }
  const start = end + HEAD_END.length;
  if (headers.host === undefined || !endsWith(method, headers, bytes.length - start)) return undefined;
  return { method, url, headers, rawHeaders, body: bytes.subarray(start) };
}

/** True if the headers say that the request has a body of this length, and that its connection stays open. */
function endsWith(method: string, headers: IncomingHttpHeaders, length: number): boolean {
  if (CONTROL_HEADERS.some((name) => name in headers)) return false;
  const { connection = "keep-alive", "content-length": said } = headers;
  if (connection.toLowerCase() !== "keep-alive") return false;
  if (method === "GET") return said === undefined && length === 0;
  return said !== undefined && Number(said) === length;
}
