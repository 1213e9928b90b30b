/** Checks after all requests: no resources leak, the ledger adds up, and valid credentials still work. */
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { Socket } from "node:net";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { inSnapshot } from "../../src/store/sql/table-stream.ts";
import { verifyExchange } from "../../src/store/verify/verify-exchange.ts";
import { until } from "../support/until.ts";
import type { FuzzedExchange } from "./fuzzed-exchange.ts";

/** Open sockets of the servers in this process. */
export type OpenSockets = { readonly count: () => number; close(): void };

const SERVER_SOCKET = "net.server.socket";

export function countSockets(): OpenSockets {
  const open = new Set<Socket>();
  const note = (message: unknown): void => {
    const { socket } = message as { readonly socket: Socket };
    open.add(socket);
    socket.once("close", () => open.delete(socket));
  };
  subscribe(SERVER_SOCKET, note);
  return { count: () => open.size, close: () => void unsubscribe(SERVER_SOCKET, note) };
}

/** Bytes of this thread's heap in use. */
export function heapInUse(): number {
  setFlagsFromString("--expose-gc");
  const collect: unknown = runInNewContext("gc");
  if (typeof collect === "function") collect();
  return process.memoryUsage().heapUsed;
}

/** Kinds of the open handles; sockets are counted apart, since connections to the database come and go. */
export const handlesInUse = (): readonly string[] =>
  process
    .getActiveResourcesInfo()
    .filter((name) => !/Socket|Pipe|TTY|Timeout|Immediate|Request|Message|Worker/i.test(name));

const MEBIBYTE = 1024 * 1024;
/** Bytes that orders and other new rows may take. */
const MAX_GROWTH = 256 * MEBIBYTE;

export type StartState = {
  readonly heap: number;
  readonly handles: readonly string[];
  readonly sockets: OpenSockets;
};

/** Lists the faults. */
export async function endFaults({ exchange, logged }: FuzzedExchange, before: StartState): Promise<string[]> {
  const faults: string[] = [];
  await until("all connections are closed", () => before.sockets.count() === 0).catch(() =>
    faults.push(`${before.sockets.count()} connections are left open`),
  );
  faults.push(...logged.errors.map((line) => `logged: ${line.trim()}`));
  faults.push(...logged.leaks.map((line) => `a secret was logged: ${line.trim()}`));
  const growth = heapInUse() - before.heap;
  if (growth > MAX_GROWTH) faults.push(`the heap grew by ${Math.round(growth / MEBIBYTE)} MiB`);
  await until("no more handles than before", () => handlesInUse().length <= before.handles.length).catch(() =>
    faults.push(`handles ${handlesInUse().join(", ")}, where there were ${before.handles.join(", ")}`),
  );
  return [...faults, ...(await ledgerFaults(exchange))];
}

async function ledgerFaults(exchange: FuzzedExchange["exchange"]): Promise<string[]> {
  const { context, databaseUrl } = exchange;
  const { engine, proveSolvency } = context;
  const examined = await engine.examine(() => true);
  const { solvent } = await proveSolvency();
  const { differences } = await inSnapshot(databaseUrl, "fuzz test", verifyExchange);
  return [
    ...(examined === true ? [] : ["the engine takes nothing any more"]),
    ...(solvent ? [] : ["the exchange is not solvent"]),
    ...differences,
  ];
}
