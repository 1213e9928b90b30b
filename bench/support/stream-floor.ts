/**
 * The floor of the streams: a bare `ws` server that sends each of its clients a constant when its parent asks for it.
 */
import { WebSocketServer } from "ws";

let constant = "";
const server = new WebSocketServer({ port: 0, host: "127.0.0.1", perMessageDeflate: false });
server.on("connection", (client) => client.on("message", () => client.send("{}")));
server.on("listening", () => {
  const address = server.address();
  process.send?.(typeof address === "object" ? address?.port : undefined);
});

/** Sets the size to send; without one, sends. */
process.on("message", ({ size }: { readonly size?: number }) => {
  if (size !== undefined) {
    constant = "x".repeat(size);
    return;
  }
  const message = `{"event_type":"price_change","filling":"${constant}","server_ts_ms":${Date.now()}}`;
  for (const client of server.clients) client.send(message);
});
