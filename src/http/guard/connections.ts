/** Counts the connections, in all and from each address, and decides if there may be one more. */
import type { Server } from "node:http";
import type { Socket } from "node:net";
import { canonicalAddress } from "../../address-ranges.ts";
import type { Config } from "../../config.ts";

type Caps = Pick<Config, "maxConnections" | "maxConnectionsPerAddress" | "trustedProxies">;

/** Says why on a connection that is one too many, and is done with it. */
export type RefuseConnection = (socket: Socket, why: string) => void;

export type Connections = {
  /** Counts the connections of a server. */
  watch(server: Server, refuse: RefuseConnection): void;
};

/** Counts connections; those of a trusted proxy, behind which are many clients, count in all only. */
export function createConnections(caps: Caps): Connections {
  const { maxConnections, maxConnectionsPerAddress, trustedProxies } = caps;
  const byAddress = new Map<string, number>();
  let open = 0;

  function refusalOf(address: string | undefined): string | undefined {
    if (open >= maxConnections) return `the exchange has ${maxConnections} connections, its most`;
    if (address === undefined || trustedProxies.includes(address)) return undefined;
    if ((byAddress.get(address) ?? 0) < maxConnectionsPerAddress) return undefined;
    return `expected at most ${maxConnectionsPerAddress} connections from ${address}: close some`;
  }

  function take(address: string, by: 1 | -1): void {
    open += by;
    const count = (byAddress.get(address) ?? 0) + by;
    if (count === 0) byAddress.delete(address);
    else byAddress.set(address, count);
  }

  return {
    watch(server, refuse) {
      // Before the server has seen it.
      server.prependListener("connection", (socket: Socket) => {
        const address = canonicalAddress(socket.remoteAddress ?? "") ?? "";
        const why = refusalOf(address);
        if (why !== undefined) return refuse(socket, why);
        take(address, 1);
        socket.once("close", () => take(address, -1));
      });
    },
  };
}
