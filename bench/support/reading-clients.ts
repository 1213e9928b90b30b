/**
 * Reading connections in a process of their own. Each sends its next request when it has the answer, or after the wait
 * that a refusal asks for. Only the size of an answer is kept.
 */
import { connect } from "node:net";
import type { Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";

/** A request as it is on the wire, and its port. */
export type Read = { readonly port: number; readonly request: string };

/** Requests of one connection, sent again and again; on Linux it has an address of its own. */
export type Reader = { readonly address: string; readonly reads: readonly Read[] };

/** Message to the process: read with these readers; with none, stop and report. */
export type ReadersRequest = { readonly readers: readonly Reader[] };

export type ReadersReport = {
  readonly seconds: number;
  readonly answers: number;
  readonly bytes: number;
  /** Number of refusals by status. */
  readonly refused: { readonly [status: string]: number };
};

const HEAD_END = "\r\n\r\n";

type Round = { readonly startMs: number; over: boolean; readonly sockets: Set<Socket> };
type Counts = { answers: number; bytes: number; refused: Record<string, number> };

let round: Round | undefined;
let counts: Counts = { answers: 0, bytes: 0, refused: {} };

process.on("message", async ({ readers }: ReadersRequest) => {
  if (readers.length === 0) return endRound();
  counts = { answers: 0, bytes: 0, refused: {} };
  const begun: Round = { startMs: performance.now(), over: false, sockets: new Set() };
  round = begun;
  await Promise.all(readers.map((reader) => readOn(begun, reader)));
});

function endRound(): void {
  if (round === undefined) return;
  round.over = true;
  for (const socket of round.sockets) socket.destroy();
  const seconds = (performance.now() - round.startMs) / 1000;
  process.send?.({ seconds, ...counts } satisfies ReadersReport);
}

async function readOn(current: Round, { address, reads }: Reader): Promise<void> {
  const sockets = new Map<number, Socket>();
  for (let turn = 0; !current.over; turn += 1) {
    const { port, request } = reads[turn % reads.length]!;
    const socket = sockets.get(port) ?? (await open(port, address));
    if (current.over) return void socket.destroy();
    sockets.set(port, socket);
    current.sockets.add(socket);
    const answer = await ask(socket, request);
    if (answer === undefined) sockets.delete(port);
    else await note(answer);
  }
}

async function note({ status, size, retryAfterMs }: Answer): Promise<void> {
  counts.bytes += size;
  if (status === 200) {
    counts.answers += 1;
    return;
  }
  counts.refused[status] = (counts.refused[status] ?? 0) + 1;
  await delay(retryAfterMs);
}

const open = (port: number, localAddress: string): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const from = process.platform === "linux" ? { localAddress } : {};
    const socket = connect({ host: "127.0.0.1", port, ...from }, () => resolve(socket));
    socket.once("error", reject);
  });

type Answer = { readonly status: number; readonly size: number; readonly retryAfterMs: number };

/** Sends a request; gives `undefined` when the connection closed before the answer was complete. */
function ask(socket: Socket, request: string): Promise<Answer | undefined> {
  return new Promise((resolve) => {
    let head = "";
    let answer: Answer | undefined;
    let missing = 0;
    const end = (ended: Answer | undefined): void => {
      socket.off("data", take).off("close", lose);
      resolve(ended);
    };
    const lose = (): void => end(undefined);
    const take = (chunk: Buffer): void => {
      if (answer === undefined) {
        head += chunk.toString("latin1");
        const length = head.indexOf(HEAD_END);
        if (length === -1) return;
        answer = readHead(head.slice(0, length));
        missing = answer.size - (head.length - length - HEAD_END.length);
      } else {
        missing -= chunk.length;
      }
      if (missing <= 0) end(answer);
    };
    socket.on("data", take).once("close", lose);
    socket.write(request);
  });
}

const readHead = (head: string): Answer => ({
  status: Number(head.slice("HTTP/1.1 ".length).slice(0, 3)),
  size: Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0),
  retryAfterMs: Number(/retry-after: (\d+)/i.exec(head)?.[1] ?? 0) * 1000,
});
