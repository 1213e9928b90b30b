/** Counts the connections, in all and from each address, and decides if there may be one more. */
import type { Server } from "node:http";
import type { Socket } from "node:net";
import { canonicalAddress, networkOf } from "../../address-ranges.ts";
import type { Config } from "../../config.ts";
import type { Places } from "../../places.ts";
import { isShort } from "../../shares.ts";
import type { Place } from "../../shares.ts";

/** Says why on a connection that is one too many, and is done with it. */
export type RefuseConnection = (socket: Socket, why: string) => void;

export type Connections = {
  /** Counts the connections of a server. */
  watch(server: Server, refuse: RefuseConnection): void;
  /** Right credentials came on the connection: it makes room for no other. */
  keep(socket: Socket): void;
};

/** Counts connections; those of a trusted proxy, behind which are many clients, count in all only. */
export function createConnections(
  { trustedProxies }: Pick<Config, "trustedProxies">,
  places: Pick<Places, "connections" | "describe">,
): Connections {
  /** Places by the client's end: the socket of a request may be another than the one beneath TLS. */
  const open = new Map<string, Place>();
  const kept = new WeakSet<Socket>();
  return {
    watch(server, refuse) {
      // Before the server has seen it.
      server.prependListener("connection", (socket: Socket) => {
        const address = canonicalAddress(socket.remoteAddress ?? "") ?? "";
        const place = places.connections.take({
          address: trustedProxies.includes(address) ? undefined : networkOf(address),
          giveUp: () => void socket.destroy(),
          keepsOwn: true,
        });
        if (isShort(place)) return refuse(socket, places.describe("connections", place));
        const end = clientEnd(socket);
        open.set(end, place);
        socket.once("close", () => {
          place.end();
          if (open.get(end) === place) open.delete(end);
        });
      });
    },
    keep(socket) {
      if (kept.has(socket)) return;
      kept.add(socket);
      open.get(clientEnd(socket))?.keep();
    },
  };
}

const clientEnd = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`;
