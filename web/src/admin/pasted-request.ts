/** Parses a pasted HTTP request, either as raw text or as a curl command. */
import { readCurlCommand } from "../../../src/cli/curl-command.ts";

export type PastedRequest = {
  readonly method: string;
  /** Path or whole URL. */
  readonly url: string;
  readonly headers: readonly (readonly [string, string])[];
  /** Body as base64. */
  readonly body: string;
};

const REQUEST_LINE = /^([A-Za-z]+) +((?:\/|https?:\/\/)\S*)(?: +HTTP\/[0-9.]+)?\s*$/i;

const CURL = /^\s*(\$\s+)?curl\s/;

/**
 * Parses the text; `undefined` if it does not begin like "POST /order HTTP/1.1", or a header has no colon. Throws an
 * error of one line for a curl command that sends files or standard input.
 */
export function readPastedRequest(text: string): PastedRequest | undefined {
  if (!CURL.test(text)) return readMessage(text);
  const request = readCurlCommand(text);
  return { ...request, body: base64Of(request.body) };
}

function readMessage(text: string): PastedRequest | undefined {
  const [head = "", body = ""] = text.trimStart().split(/\r?\n\r?\n(.*)/s, 2);
  const [line = "", ...lines] = head.split(/\r?\n/);
  const [, method, url] = REQUEST_LINE.exec(line) ?? [];
  const headers = lines.filter((one) => one.trim() !== "").map(readHeader);
  const known = headers.filter((header) => header !== undefined);
  if (method === undefined || url === undefined || known.length < headers.length) return undefined;
  return { method: method.toUpperCase(), url, headers: known, body: bodyOf(body) };
}

function readHeader(line: string): readonly [string, string] | undefined {
  const at = line.indexOf(":");
  return at > 0 ? [line.slice(0, at).trim(), line.slice(at + 1).trim()] : undefined;
}

/** Encodes the body. A line break at its end comes from an editor and is dropped. */
const bodyOf = (text: string): string => base64Of(new TextEncoder().encode(text.replace(/\r?\n$/, "")));

const base64Of = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
