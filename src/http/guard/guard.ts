/**
 * What stands before the operations of all addresses: how much one client may ask, how much the exchange does at a time,
 * and how many connections it has. What it holds costs nothing more than to say so.
 */
import type { Context } from "../../context.ts";
import { createAllowances } from "./allowances.ts";
import { createConnections } from "./connections.ts";
import type { Connections } from "./connections.ts";
import { createGate } from "./gate.ts";
import type { Gate, Guarded } from "./gate.ts";
import { createLoad, LOAD_LIMITS } from "./load.ts";
import type { Load, LoadLimits } from "./load.ts";
import { createCredentialChecks } from "./credential-checks.ts";
import { createRateLimiter } from "./rate-limiter.ts";

export type Guard = {
  gateOf(guarded: Guarded): Gate;
  readonly connections: Connections;
  /** What becomes of an order that nothing is known of yet but that it is one. */
  readonly load: Pick<Load, "isShedding" | "refusalOf">;
  close(): void;
};

type Guards = Pick<Context, "config" | "clock">;

export function createGuard({ config, clock }: Guards, limits: LoadLimits = LOAD_LIMITS): Guard {
  const load = createLoad(limits, () => performance.now());
  const looks = setInterval(load.look, limits.lookMs).unref();
  const { rateLimits: factor, trustedProxies } = config;
  const counters =
    factor === undefined
      ? undefined
      : {
          limiter: createRateLimiter({ allowances: createAllowances(), factor, clock }),
          checks: createCredentialChecks({ allowances: createAllowances(), factor, clock }),
        };
  return {
    gateOf: (guarded) => createGate(guarded, { load, counters, trustedProxies, clock }),
    connections: createConnections(config),
    load,
    close: () => clearInterval(looks),
  };
}
