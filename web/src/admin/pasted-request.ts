/** A request pasted as text: as it goes over the wire, or as the curl command that sends it. */
import { readCurlCommand } from "../../../src/cli/curl-command.ts";

export type PastedRequest = {
  readonly method: string;
  /** A path, or a whole URL. */
  readonly url: string;
  readonly headers: readonly (readonly [string, string])[];
  /** Its bytes as base64. */
  readonly body: string;
};

const REQUEST_LINE = /^([A-Za-z]+) +((?:\/|https?:\/\/)\S*)(?: +HTTP\/[0-9.]+)?\s*$/i;

const CURL = /^\s*(\$\s+)?curl\s/;

/**
 * `undefined` when the text is none: its first line is not like "POST /order HTTP/1.1", or a header has no colon. Throws
 * one clear line when a curl command sends what is not in it.
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

/** An editor ends a file with a line break that is not the body's. */
const bodyOf = (text: string): string => base64Of(new TextEncoder().encode(text.replace(/\r?\n$/, "")));

const base64Of = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
