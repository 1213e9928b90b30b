/** All mutants, and canaries: changes that are no bugs. */
import { BOOK_MUTANTS } from "./book-mutants.ts";
import { CLOCK_MUTANTS } from "./clock-mutants.ts";
import { ENGINE_MUTANTS } from "./engine-mutants.ts";
import { FAILOVER_MUTANTS } from "./failover-mutants.ts";
import { GUARD_MUTANTS } from "./guard-mutants.ts";
import { LEDGER_MUTANTS } from "./ledger-mutants.ts";
import type { Mutant } from "./mutant.ts";
import { ORDER_MUTANTS } from "./order-mutants.ts";
import { PROJECTOR_MUTANTS } from "./projector-mutants.ts";
import { SANDBOX_MUTANTS } from "./sandbox-mutants.ts";
import { STREAM_MUTANTS } from "./stream-mutants.ts";
import { VERIFY_MUTANTS } from "./verify-mutants.ts";

export const MUTANTS: readonly Mutant[] = [
  ...ORDER_MUTANTS,
  ...BOOK_MUTANTS,
  ...LEDGER_MUTANTS,
  ...ENGINE_MUTANTS,
  ...PROJECTOR_MUTANTS,
  ...GUARD_MUTANTS,
  ...CLOCK_MUTANTS,
  ...SANDBOX_MUTANTS,
  ...VERIFY_MUTANTS,
  ...STREAM_MUTANTS,
  ...FAILOVER_MUTANTS,
];

/** Changes without any effect. A check that catches one would call anything a bug. */
export const CANARIES: readonly Mutant[] = [
  {
    name: "canary of the core",
    check: "core",
    file: "src/core/orders/match.ts",
    text: "  if (resting === undefined) return false;\n",
    becomes: "  if (resting === undefined) return false;\n\n",
  },
  {
    name: "canary of the whole exchange",
    check: "whole",
    file: "src/engine/writer.ts",
    text: "const MAX_BATCH = 2_000;\n",
    becomes: "const MAX_BATCH = 2_000;\n\n",
  },
  {
    name: "canary of the guard",
    check: "neighbours",
    file: "src/http/guard/rate-limiter.ts",
    text: "const ONE = 1;\n",
    becomes: "const ONE = 1;\n\n",
  },
  {
    name: "canary of a late commit",
    check: "late-commit",
    file: "src/engine/engine.ts",
    text: "    if (!open) return;\n",
    becomes: "    if (!open) return;\n\n",
  },
  {
    name: "canary of a verification",
    check: "verification",
    file: "src/store/verify/verify-exchange.ts",
    text: "const PAGE = 100;\n",
    becomes: "const PAGE = 100;\n\n",
  },
  {
    name: "canary of positions",
    check: "positions",
    file: "src/stream/user/queue-positions.ts",
    text: "const PASSED_PER_TICK = 20_000;\n",
    becomes: "const PASSED_PER_TICK = 20_000;\n\n",
  },
  {
    name: "canary of a fail-over",
    check: "failover",
    file: "src/cluster/peers.ts",
    text: "const FORGOTTEN_AFTER_MS = 2_500;\n",
    becomes: "const FORGOTTEN_AFTER_MS = 2_500;\n\n",
  },
];

export const ALL: readonly Mutant[] = [...MUTANTS, ...CANARIES];
