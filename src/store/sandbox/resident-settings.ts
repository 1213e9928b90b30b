/** Settings of the resident traders that an operator made, in their table: a restart keeps them. */
import type { Micros } from "../../core/units.ts";
import type { OwnSql } from "../sql/database.ts";

export const RESIDENT_PACES = ["off", "quiet", "normal", "busy"] as const;
export type ResidentPace = (typeof RESIDENT_PACES)[number];

export const MAKER_KINDS = ["fair-value", "lmsr"] as const;

/** Terms of the residents of one market. */
export type MarketTuning = {
  /** False where no resident may act. */
  readonly trading: boolean;
  readonly maker: (typeof MAKER_KINDS)[number];
  readonly maximumLoss: Micros;
  /** Quotes that the maker wants on each side. */
  readonly levels: number;
  /** Least distance between the bids and asks of the maker `fair-value`, in price steps. */
  readonly spread: number;
  /** Price of outcome 0, in ticks, at which the curve of the maker `lmsr` begins. */
  readonly startPrice: number;
  /** Lots of outcome 1 less those of outcome 0 that the maker `lmsr` held there. */
  readonly startSold: number;
};

export type ResidentSettings = {
  /** The pace that was set, and that of PRESAGE_RESIDENTS then; it holds until that is another one. */
  readonly pace?: { readonly set: ResidentPace; readonly over: ResidentPace };
  /** Terms of markets, by condition id; those that an earlier release stored may lack some. */
  readonly markets: Readonly<Record<string, Partial<MarketTuning>>>;
};

export async function readResidentSettings(sql: OwnSql): Promise<ResidentSettings> {
  const [row] = await sql<{ settings: ResidentSettings }[]>`select settings from resident_settings`;
  return row?.settings ?? { markets: {} };
}

export async function saveResidentSettings(sql: OwnSql, settings: ResidentSettings): Promise<void> {
  await sql`
    insert into resident_settings (settings) values (${JSON.stringify(settings)}::text::jsonb)
    on conflict (single) do update set settings = excluded.settings`;
}
