/** The live channels of the proxy that plants differences: frames are passed on, unless a plant changes them. */
import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";
import { WebSocket, WebSocketServer } from "ws";
import type { Plant } from "./planted-differences.ts";

/** A frame on its way to the client. */
export type Told = {
  readonly channel: string;
  /** The first frame of the client. */
  readonly subscription: string;
  text: string;
  /** True to keep it from the client. */
  isKept: boolean;
  /** True to send it to every other client of the channel too. */
  isLeaked: boolean;
};

export type RelayTerms = {
  readonly server: Server;
  /** Address of the trading interface. */
  readonly target: string;
  readonly plants: () => readonly Plant[];
};

export function relayChannels({ server, target, plants }: RelayTerms): { close(): void } {
  const protocol = new WebSocketServer({ noServer: true });
  const paths = new Map<WebSocket, string>();
  const tell = (client: WebSocket, told: Told): void => {
    for (const plant of plants()) plant.tell?.(told);
    if (!told.isKept) client.send(told.text);
    if (!told.isLeaked) return;
    for (const [other, path] of paths) if (path === told.channel && other !== client) other.send(told.text);
  };
  const relay = (client: WebSocket, channel: string): void => {
    paths.set(client, channel);
    const upstream = new WebSocket(target.replace(/^http/, "ws") + channel);
    const early: string[] = [];
    let subscription = "";
    upstream.on("open", () => early.splice(0).forEach((text) => upstream.send(text)));
    client.on("message", (data) => {
      const text = String(data);
      subscription ||= text;
      if (upstream.readyState === WebSocket.OPEN) upstream.send(text);
      else early.push(text);
    });
    upstream.on("message", (data) =>
      tell(client, { channel, subscription, text: String(data), isKept: false, isLeaked: false }),
    );
    upstream.on("error", () => client.terminate());
    upstream.on("close", () => {
      if (!plants().some(({ name }) => name === STAYS_OPEN)) client.close();
    });
    client.on("close", () => {
      paths.delete(client);
      upstream.terminate();
    });
  };
  server.on("upgrade", (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const path = request.url!.replace(/^\/trading/, "");
    const status = plants()
      .map(({ refuse }) => refuse?.(path))
      .find((one) => one !== undefined);
    if (status === undefined) protocol.handleUpgrade(request, socket, head, (client) => relay(client, path));
    else socket.end(`HTTP/1.1 ${status} Refused\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
  });
  return {
    close: () => {
      for (const client of paths.keys()) client.terminate();
    },
  };
}

/** The plant under which a client that the exchange refuses keeps its connection. */
export const STAYS_OPEN = "wrong credentials are accepted";
