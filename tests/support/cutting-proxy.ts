/**
 * A proxy before PostgreSQL that cuts a connection when the client cannot know if its commit was done: before the
 * statement arrives, before its answer does, or between the two.
 */
import { connect, createServer } from "node:net";
import type { Socket } from "node:net";

/**
 * Moments of a cut. `before`: the statement never arrives. `answer`: the server has committed, and its answer never
 * arrives. `between`: the client is cut off while the statement is on its way.
 */
export type Cut = "before" | "answer" | "between";

export type CuttingProxy = {
  /** URL of the database through the proxy. */
  readonly url: string;
  /** Cuts the next connection that sends the marked statement. */
  cutNext(cut: Cut): void;
  /** Number of connections that were cut. */
  cuts(): number;
  close(): Promise<void>;
};

type Proxy = { readonly target: URL; readonly marker: string; next: Cut | undefined; cuts: number };

/** Starts a proxy; `marker` is text in the bytes of the statement. */
export async function startCuttingProxy(url: string, marker: string): Promise<CuttingProxy> {
  const target = new URL(url);
  const proxy: Proxy = { target, marker, next: undefined, cuts: 0 };
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    for (const socket of [client, serve(proxy, client)]) {
      sockets.add(socket);
      socket.on("close", () => sockets.delete(socket)).on("error", () => socket.destroy());
    }
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  const through = new URL(url);
  through.port = String(typeof address === "object" && address !== null ? address.port : 0);
  return {
    url: through.href,
    cutNext: (cut) => (proxy.next = cut),
    cuts: () => proxy.cuts,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

function serve(proxy: Proxy, client: Socket): Socket {
  const server = connect(Number(proxy.target.port), proxy.target.hostname);
  let cutsAnswer = false;
  client.on("data", (bytes) => {
    const cut = proxy.next !== undefined && bytes.includes(proxy.marker) ? proxy.next : undefined;
    if (cut === undefined) return server.write(bytes);
    proxy.next = undefined;
    proxy.cuts += 1;
    if (cut === "before") server.destroy();
    else server.write(bytes);
    if (cut === "answer") cutsAnswer = true;
    else client.destroy();
    return true;
  });
  server.on("data", (bytes) => {
    if (cutsAnswer) client.destroy();
    else if (!client.destroyed) client.write(bytes);
  });
  // The server learns only from its own answer that the client is gone.
  server.on("close", () => client.destroy());
  client.on("end", () => server.end());
  return server;
}
