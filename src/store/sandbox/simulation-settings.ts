/** Settings of the simulated traders as the operator changed them, stored so that they survive a restart. */
import type { Micros } from "../../core/units.ts";
import type { OwnSql } from "../sql/database.ts";

export const SIMULATION_PACES = ["off", "quiet", "normal", "busy"] as const;
export type SimulationPace = (typeof SIMULATION_PACES)[number];

export const MAKER_KINDS = ["fair-value", "lmsr"] as const;

/** Parameters of the simulated traders in one market. */
export type MarketTuning = {
  /** False if no simulated trader may act. */
  readonly trading: boolean;
  readonly maker: (typeof MAKER_KINDS)[number];
  readonly maximumLoss: Micros;
  /** Number of quotes that the maker wants on each side. */
  readonly levels: number;
  /** Minimum distance between bids and asks of the maker `fair-value`, in price steps. */
  readonly spread: number;
  /** Price of outcome 0, in ticks, at which the curve of the maker `lmsr` starts. */
  readonly startPrice: number;
  /** Lots of outcome 1 less lots of outcome 0 that the maker `lmsr` held at that price. */
  readonly startSold: number;
};

export type SimulationSettings = {
  /** Pace that was set, and the value of PRESAGE_RESIDENTS then; the pace applies until that value changes. */
  readonly pace?: { readonly set: SimulationPace; readonly over: SimulationPace };
  /** Parameters by condition id; those stored by an earlier release may be incomplete. */
  readonly markets: Readonly<Record<string, Partial<MarketTuning>>>;
};

export async function readSimulationSettings(sql: OwnSql): Promise<SimulationSettings> {
  const [row] = await sql<{ settings: SimulationSettings }[]>`select settings from resident_settings`;
  return row?.settings ?? { markets: {} };
}

export async function saveSimulationSettings(sql: OwnSql, settings: SimulationSettings): Promise<void> {
  await sql`
    insert into resident_settings (settings) values (${JSON.stringify(settings)}::text::jsonb)
    on conflict (single) do update set settings = excluded.settings`;
}
