/**
 * Clients without credentials that take what they can, in a thread of their own: incomplete requests, readers that take no
 * answers, idle connections. A closed client comes back after a tenth of a second, until the thread is ended.
 */
import { connect } from "node:net";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";

export type Strangers = {
  /** Connections of each address. */
  readonly connections: number;
  /** Client addresses of the loopback range. */
  readonly addresses: readonly string[];
  /** Sent on each connection when it opens. */
  readonly text: string;
  /** False for clients that take no answers. */
  readonly reads: boolean;
};

const BACK_MS = 100;

/** Opens all connections, and gives what closes them. */
export async function startStrangers(port: number, strangers: Strangers): Promise<() => Promise<unknown>> {
  const worker = new Worker(new URL(import.meta.url), { workerData: { port, strangers } });
  await new Promise((resolve, reject) => worker.once("message", resolve).once("error", reject));
  return () => worker.terminate();
}

function come(port: number, localAddress: string, { text, reads }: Strangers, onOpen: () => void): void {
  const socket = connect({ host: "127.0.0.1", port, localAddress }, () => {
    socket.write(text);
    onOpen();
  });
  if (reads) socket.resume();
  socket.on("error", () => {});
  socket.once("close", () =>
    setTimeout(() => come(port, localAddress, { text, reads } as Strangers, () => {}), BACK_MS),
  );
}

if (!isMainThread) {
  const { port, strangers }: { port: number; strangers: Strangers } = workerData;
  let open = 0;
  for (const address of strangers.addresses)
    for (let one = 0; one < strangers.connections; one += 1)
      come(port, address, strangers, () => {
        open += 1;
        if (open === strangers.connections * strangers.addresses.length) parentPort?.postMessage(open);
      });
}
