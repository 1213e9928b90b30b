/** Counts connections in total and by address, and decides whether one more is allowed. */
import type { Server } from "node:http";
import type { Socket } from "node:net";
import { canonicalAddress, getNetwork } from "../../base/address-ranges.ts";
import type { Config } from "../../settings/config.ts";
import type { SlotPools } from "../../base/slot-pools.ts";
import { isShort } from "../../base/slot-pool.ts";
import type { Slot } from "../../base/slot-pool.ts";

/** Sends the reason on a connection above the limit, and closes it. */
export type RejectConnection = (socket: Socket, why: string) => void;

export type Connections = {
  /** Counts the connections of a server. */
  watch(server: Server, refuse: RejectConnection): void;
  /** Marks a connection that had valid credentials, which is never closed to make room for another. */
  keep(socket: Socket): void;
};

/**
 * Counts open connections by network and in total. A trusted proxy carries many clients: its connections count only in
 * total.
 */
export function createConnections(
  { trustedProxies }: Pick<Config, "trustedProxies">,
  places: Pick<SlotPools, "connections" | "describe">,
): Connections {
  /** Slots by the client's address and port: under TLS a request's socket differs from the accepted socket. */
  const slotByClient = new Map<string, Slot>();
  const keptSockets = new WeakSet<Socket>();
  return {
    watch(server, refuse) {
      // Runs before the server handles the connection.
      server.prependListener("connection", (socket: Socket) => {
        const address = canonicalAddress(socket.remoteAddress ?? "") ?? "";
        const place = places.connections.take({
          address: trustedProxies.includes(address) ? undefined : getNetwork(address),
          giveUp: () => void socket.destroy(),
          keepsOwn: true,
        });
        if (isShort(place)) return refuse(socket, places.describe("connections", place));
        const end = describeClient(socket);
        slotByClient.set(end, place);
        socket.once("close", () => {
          place.end();
          if (slotByClient.get(end) === place) slotByClient.delete(end);
        });
      });
    },
    keep(socket) {
      if (keptSockets.has(socket)) return;
      keptSockets.add(socket);
      slotByClient.get(describeClient(socket))?.keep();
    },
  };
}

/** Returns the address and port of a socket's client, the key of its slot. */
export const describeClient = ({ remoteAddress, remotePort }: Socket): string =>
  `${remoteAddress} ${remotePort}`;
