/** Reader of a captured request: its HTTP text, or the curl command that sends it. */
import { readCurlCommand } from "./curl-command.ts";
import type { CapturedRequest } from "./curl-command.ts";

/** Reads a request in either form; throws an Error of one line if the text is neither. */
export function readCapturedRequest(bytes: Uint8Array): CapturedRequest {
  const text = Buffer.from(bytes).toString("latin1");
  if (text.trim() === "") throw new Error("expected a request, got nothing");
  if (/^\s*(\$\s+)?curl\s/.test(text)) return readCurlCommand(Buffer.from(bytes).toString("utf8"));
  return readMessage(text);
}

/** Reads a request in HTTP from `text`, which has one character for each byte. */
function readMessage(text: string): CapturedRequest {
  const [head = "", body = ""] = text.trimStart().split(/\r?\n\r?\n(.*)/s, 2);
  const [line = "", ...lines] = head.split(/\r?\n/);
  const [, method, url] = /^([A-Za-z]+) +((?:\/|https?:\/\/)\S*)(?: +HTTP\/[0-9.]+)?\s*$/i.exec(line) ?? [];
  if (method === undefined || url === undefined)
    throw new Error(
      `expected a request line as in "POST /order HTTP/1.1", or a curl command, got a line of ${line.length} characters`,
    );
  const headers = lines.filter((one) => one.trim() !== "").map(readHeader);
  const length = headers.find(([name]) => name.toLowerCase() === "content-length")?.[1];
  return { method, url, headers, body: bodyOf(body, length) };
}

function readHeader(line: string): readonly [string, string] {
  const at = line.indexOf(":");
  if (at > 0) return [line.slice(0, at).trim(), line.slice(at + 1).trim()];
  throw new Error(
    `expected a header as in "Name: value", got a line of ${line.length} characters without a colon`,
  );
}

/** Returns the bytes of the body, without the line break that an editor adds at the end of a file. */
function bodyOf(body: string, length: string | undefined): Uint8Array {
  const bytes = Buffer.from(body, "latin1");
  if (length !== undefined && /^\d+$/.test(length)) return bytes.subarray(0, Number(length));
  return Buffer.from(body.replace(/\r?\n$/, ""), "latin1");
}
