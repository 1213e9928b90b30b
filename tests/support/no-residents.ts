/** The control of a sandbox in which nobody lives: no market has residents, and no pace is kept. */
import { reject } from "../../src/core/rejection.ts";
import type { SimulationControl } from "../../src/http/sandbox/simulation-control.ts";

export const noResidents = (): SimulationControl => ({
  wallets: () => [],
  describe: async () => ({ pace: "off", markets: [] }),
  setPace: async () => undefined,
  tune: async () => reject("unknown_market", "no residents live in this market"),
});
