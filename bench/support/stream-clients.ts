/**
 * Subscribers in a process of their own. Each notes how long after `server_ts_ms` a change came to it. Those that do
 * not read stop after their first message.
 */
import { once } from "node:events";
import { WebSocket } from "ws";

/** What the process is told: to connect, or to say what it measured since it was asked last. */
export type ClientsAsked =
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

process.on("message", async (asked: ClientsAsked) => {
  if (asked.type === "report") {
    process.send?.(measured satisfies ClientsReport);
    Object.assign(measured, { latencies: [], bytes: 0 });
    return;
  }
  for (let index = 0; index < asked.count; index += 1) await open(asked, index < asked.silent);
  process.send?.("connected");
});
