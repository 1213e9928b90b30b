/** An HTTP answer as bytes on the wire, for use without a response object. */
import { STATUS_CODES } from "node:http";

export type RawAnswer = {
  readonly status: number;
  /** Headers in order; those of every answer with a body are added. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

export function rawAnswer({ status, headers, body }: RawAnswer): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const length = `content-length: ${Buffer.byteLength(body)}\r\n`;
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}\r\n${lines.join("")}${length}\r\n${body}`;
}
