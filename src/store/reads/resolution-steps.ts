/** Resolutions of markets: the payout, its time, and all steps that led to it. */
import type { MarketStatus, Payout } from "../../core/markets/catalog.ts";
import type { Event, EventOf } from "../../core/events/event.ts";
import type { Market } from "../../core/state.ts";
import type { AnySql, Fragment, Sql } from "../sql/database.ts";

export type ResolutionStep = {
  readonly step: "proposed" | "disputed" | "resolved" | "undone";
  /** Engine time, milliseconds. */
  readonly at: number;
  readonly payout: Payout | null;
  readonly evidence: string | null;
  readonly link: string | null;
};

const STEPS = {
  "resolution-proposed": "proposed",
  "resolution-disputed": "disputed",
  "market-resolved": "resolved",
  "resolution-undone": "undone",
} as const;

/** Builds the resolution step of an event. */
export function resolutionStep(event: EventOf<keyof typeof STEPS>, at: number): ResolutionStep {
  const payout = "payout" in event ? event.payout : null;
  const [evidence, link] = "evidence" in event ? [event.evidence, event.link] : [null, null];
  return { step: STEPS[event.type], at, payout, evidence, link };
}

/** Lists the resolution steps of a market among these events. */
export const listResolutionSteps = (events: readonly Event[], market: Market, at: number): ResolutionStep[] =>
  events.flatMap((event) => (isStep(event) && event.market === market ? resolutionStep(event, at) : []));

export const isStep = (event: Event): event is EventOf<keyof typeof STEPS> => event.type in STEPS;

export type Resolution = {
  readonly status: MarketStatus;
  /** Payout of a resolved market. */
  readonly payout: Payout | null;
  /** Time of the resolution, ms; `null` if the market was listed as resolved, or is not resolved. */
  readonly resolvedAt: number | null;
  /** Proposed payout that is not decided yet. */
  readonly proposedPayout: Payout | null;
  readonly disputed: boolean;
  /** Steps, earliest first. */
  readonly steps: readonly ResolutionStep[];
};

/** Selects the columns of a `Resolution` from a row of `market_states`. */
export const resolutionColumns = (sql: AnySql): Fragment => sql`
  status, payout, resolved_at as "resolvedAt", proposed_payout as "proposedPayout", disputed,
  ${stepColumn(sql, sql`market_states.market`)}`;

/** Selects the steps of the market with this number. */
export const stepColumn = (sql: AnySql, market: Fragment): Fragment => sql`
  coalesce((
    select json_agg(json_build_object('step', step, 'at', at, 'payout', steps.payout, 'evidence', evidence,
      'link', link) order by batch, place)
    from resolution_steps as steps where steps.market = ${market}
  ), '[]') as steps`;

/** Finds the resolution of a listed market by its internal number. */
export async function findResolution(sql: Sql, no: number): Promise<Resolution | undefined> {
  const [row] = await sql<Resolution[]>`
    select ${resolutionColumns(sql)} from market_states where market = ${no}`;
  return row;
}
