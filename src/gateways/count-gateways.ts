/** Number of gateways by the settings and the machine. */
import { availableParallelism } from "node:os";
import { NO_SOCKETS } from "../http/server/connection/inherited-sockets.ts";
import type { InheritedSockets } from "../http/server/connection/inherited-sockets.ts";
import type { Config } from "../settings/config.ts";

/** Processors up to which a gateway takes more than it brings. */
const FEW_PROCESSORS = 3;
/** Processors for the engine and the database. */
const RESERVED_PROCESSORS = 2;
const MAX_AUTO = 8;

/**
 * Returns the number of gateways; 0 where the thread of the engine serves clients itself. By itself a sandbox has none,
 * since its faults are drawn in one thread. Throws an Error of one line where gateways cannot share ports.
 */
export function countGateways(
  { gateways, mode }: Pick<Config, "gateways" | "mode">,
  sockets: InheritedSockets,
  processors = availableParallelism(),
): number {
  const canShare = process.platform === "linux" && sockets === NO_SOCKETS;
  if (gateways === "auto") {
    if (mode === "sandbox" || !canShare || processors <= FEW_PROCESSORS) return 0;
    return Math.min(processors - RESERVED_PROCESSORS, MAX_AUTO);
  }
  if (gateways > 0 && !canShare)
    throw new Error(
      "PRESAGE_GATEWAYS: expected 0 or auto, since gateways share ports on Linux only, and no sockets that systemd opened; " +
        `got ${gateways}`,
    );
  return gateways;
}
