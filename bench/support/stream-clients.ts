/**
 * Subscribers in a process of their own. Each records the time from `server_ts_ms` of a change to its arrival. Silent
 * ones stop reading after their first message.
 */
import { once } from "node:events";
import { WebSocket } from "ws";

/** Message to the process: connect, or report the measurements since the last report. */
export type ClientsRequest =
  | {
      readonly type: "connect";
      readonly url: string;
      readonly first: string;
      readonly count: number;
      readonly silent: number;
    }
  | { readonly type: "report" };

export type ClientsReport = { readonly latencies: number[]; readonly bytes: number };

const STAMP = '"server_ts_ms":';
const measured = { latencies: [] as number[], bytes: 0 };

async function open({ url, first }: { url: string; first: string }, silent: boolean): Promise<void> {
  const socket = new WebSocket(url, { perMessageDeflate: false, skipUTF8Validation: true });
  socket.on("error", () => {});
  await once(socket, "open");
  socket.send(first);
  await once(socket, "message");
  if (silent) socket.pause();
  else socket.on("message", (data) => note(String(data)));
}

function note(text: string): void {
  if (!text.includes('"price_change"')) return;
  const at = text.lastIndexOf(STAMP) + STAMP.length;
  measured.latencies.push(Date.now() - Number.parseInt(text.slice(at, at + 13), 10));
  measured.bytes += text.length;
}

process.on("message", async (message: ClientsRequest) => {
  if (message.type === "report") {
    process.send?.(measured satisfies ClientsReport);
    Object.assign(measured, { latencies: [], bytes: 0 });
    return;
  }
  for (let index = 0; index < message.count; index += 1) await open(message, index < message.silent);
  process.send?.("connected");
});
