/** The residents of a run: the markets they live in, their wallets and the pace that they keep. */
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

/** State that the residents of a run share. */
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
  /** Orders and cancels that the pace leaves; below zero after a large turn. */
  left: number;
};

/** Makes the residents of the demo on the terms that were set; a pace holds until PRESAGE_RESIDENTS is another one. */
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

/** Takes other settings: those of an earlier state, to which the exchange went back. */
export function applySettings(town: Town, { pace, markets }: ResidentSettings): void {
  town.pace = paceOf(town.context, pace);
  for (const residents of town.markets) {
    residents.tuning = completeTuning(markets[residents.conditionId]);
    residents.state = undefined;
  }
}
