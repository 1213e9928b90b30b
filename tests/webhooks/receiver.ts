/** A receiver of webhooks on a real socket, which keeps what it accepted and answers as it is told. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

export type Received = {
  readonly id: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  // Tests read events of every type.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly event: any;
};

/** Decides about a message: a status, with headers; cuts the connection, or never answers. */
export type Reply =
  | number
  | { readonly status: number; readonly headers: Readonly<Record<string, string>> }
  | "cut"
  | "silent";

export type Receiver = {
  readonly url: string;
  /** Messages that were answered with success, in their order; one that came twice is there twice. */
  readonly accepted: Received[];
  /** All messages. */
  readonly seen: Received[];
  reply: (message: Received) => Reply | Promise<Reply>;
  close(): Promise<void>;
};

export async function startReceiver(): Promise<Receiver> {
  const server = createServer((request, response) => void receive(request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const receiver: Receiver = {
    url: `http://127.0.0.1:${port}/hook`,
    accepted: [],
    seen: [],
    reply: () => 200,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request).catch(() => undefined);
    if (body === undefined) return;
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    );
    const message = { id: headers["webhook-id"] ?? "", headers, body, event: JSON.parse(body) };
    receiver.seen.push(message);
    const reply = await receiver.reply(message);
    if (reply === "silent") return;
    if (reply === "cut") {
      request.socket.destroy();
      return;
    }
    const { status, headers: answered = {} } = typeof reply === "number" ? { status: reply } : reply;
    if (status >= 200 && status < 300) receiver.accepted.push(message);
    response.writeHead(status, answered).end("ok");
  }
  return receiver;
}
