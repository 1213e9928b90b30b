/**
 * The guard in front of all operations: rate limits per client, a limit of concurrent work, and a limit of connections. A
 * refused request costs no more than the refusal.
 */
import type { Context } from "../../context.ts";
import { createAllowances } from "./allowances.ts";
import type { Allowances } from "./allowances.ts";
import { createConnections } from "./connections.ts";
import type { Connections } from "./connections.ts";
import { createCredentialChecks } from "./credential-checks.ts";
import { createGate } from "./gate.ts";
import type { Gate, GuardedOperation } from "./gate.ts";
import { createLoad, LOAD_LIMITS } from "./load.ts";
import type { Load, LoadLimits } from "./load.ts";
import { createRateLimiter } from "./rate-limiter.ts";
import { createSignerLimits } from "./signer-limits.ts";
import type { SignerTiers } from "./signer-limits.ts";

export type Guard = {
  gateOf(guarded: GuardedOperation): Gate;
  readonly connections: Connections;
  /** Load, checked before anything else is known about an order. */
  readonly load: Pick<Load, "isShedding" | "refusalOf">;
  close(): void;
};

type Guards = Pick<Context, "config" | "clock" | "places"> & {
  /** Allowances for requests and for checks of credentials; those of this thread alone by default. */
  readonly allowances?: GuardAllowances | undefined;
  /** Tiers of signers; all are Standard without it. */
  readonly tiers?: SignerTiers | undefined;
};

export type GuardAllowances = { readonly ofRequests: Allowances; readonly ofChecks: Allowances };

/** Timeout of a request's body after its headers, ms. */
export const BODY_TIMEOUT_MS = 10_000;
const LATE_CHECK_MS = 1_000;

export function createGuard(
  { config, clock, places, allowances = createOwnAllowances(), tiers }: Guards,
  limits: LoadLimits = LOAD_LIMITS,
): Guard {
  const load = createLoad(limits, {
    clock: () => performance.now(),
    underway: () => places.known.taken() + places.strangers.taken(),
  });
  const looks = setInterval(load.look, limits.lookMs).unref();
  const lateBodies = setInterval(() => places.incomplete.endOlder(BODY_TIMEOUT_MS), LATE_CHECK_MS).unref();
  const { rateLimits: factor, trustedProxies } = config;
  const counters =
    factor === undefined
      ? undefined
      : {
          limiter: createRateLimiter({ allowances: allowances.ofRequests, factor, clock }),
          checks: createCredentialChecks({ allowances: allowances.ofChecks, factor, clock }),
        };
  const { strictness } = config;
  const signers = createSignerLimits({ strictness, allowances: allowances.ofRequests, clock, tiers });
  const connections = createConnections(config, places);
  const parts = { load, places, connections, counters, signers, trustedProxies, clock };
  return {
    gateOf: (guarded) => createGate(guarded, parts),
    connections,
    load,
    close: () => {
      clearInterval(looks);
      clearInterval(lateBodies);
    },
  };
}

const createOwnAllowances = (): GuardAllowances => ({
  ofRequests: createAllowances(),
  ofChecks: createAllowances(),
});
