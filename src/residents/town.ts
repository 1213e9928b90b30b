/** The simulated traders of a run: their markets, wallets and pace. */
import { demoCatalog } from "../catalog/demo-catalog.ts";
import type { Context } from "../context.ts";
import type { ResidentPace, ResidentSettings } from "../store/sandbox/resident-settings.ts";
import { residentsOf } from "./market-residents.ts";
import type { MarketResidents } from "./market-residents.ts";
import { RESIDENT_SEED, TRADERS, completeTuning, residentWallet } from "./resident-terms.ts";
import type { ResidentWallet } from "./resident-terms.ts";
import { seededRandom } from "./strategies/seeded-random.ts";
import type { Random } from "./strategies/seeded-random.ts";
import { createWayGiving } from "./way-giving.ts";
import type { WayGiving } from "./way-giving.ts";

/** State that the simulated traders of a run share. */
export type Town = {
  readonly context: Context;
  readonly markets: readonly MarketResidents[];
  readonly traders: readonly ResidentWallet[];
  readonly random: Random;
  readonly now: () => number;
  readonly way: WayGiving;
  pace: ResidentPace;
  /** True once the accounts are open and the books were filled. */
  filled: boolean;
  next: number;
  /** Remaining budget of orders and cancels by the pace; negative after a large step. */
  left: number;
};

/** Makes the demo's simulated traders with the stored parameters. A stored pace is valid until PRESAGE_RESIDENTS changes. */
export function openTown(context: Context, { pace, markets }: ResidentSettings): Town {
  const { monotonic } = context.clocks;
  return {
    context,
    markets: residentsOf(demoCatalog(context.clock()), markets),
    traders: Array.from({ length: TRADERS }, (_, index) => residentWallet(RESIDENT_SEED, `trader ${index}`)),
    random: seededRandom(`${RESIDENT_SEED}/${context.engine.head().seq}`),
    now: monotonic,
    way: createWayGiving(context),
    pace: paceOf(context, pace),
    filled: false,
    next: 0,
    left: 0,
  };
}

const paceOf = ({ config: { residents } }: Context, pace: ResidentSettings["pace"]): ResidentPace =>
  pace?.over === residents ? pace.set : residents;

/** Applies other settings: those of the earlier state that the exchange was restored to. */
export function applySettings(town: Town, { pace, markets }: ResidentSettings): void {
  town.pace = paceOf(town.context, pace);
  for (const residents of town.markets) {
    residents.tuning = completeTuning(markets[residents.conditionId]);
    residents.state = undefined;
  }
}
