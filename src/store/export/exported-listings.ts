/**
 * Events and their markets as an export needs them, with their state and their volume. Both are read row by row off one
 * snapshot. Markets that were never opened are left out, and events that have no others.
 */
import type { CatalogEvent, CatalogMarket, Flags, MarketStatus, Payout } from "../../core/catalog.ts";
import type { Micros } from "../../core/units.ts";
import type { SinceHour } from "../catalog/catalog-records.ts";
import type { ResolutionStep } from "../reads/resolution-steps.ts";
import { LONG_ROWS, streamRows } from "../sql/table-stream.ts";
import type { Snapshot } from "../sql/table-stream.ts";

export type ExportedEvent = {
  readonly content: CatalogEvent;
  readonly archived: boolean;
  /** Wallet that made a market of it, lower case; `null` when no listing names one. */
  readonly creator: string | null;
  /** True if a market of it is published and not over. */
  readonly open: boolean;
  /** True if all its markets are over. */
  readonly resolved: boolean;
  /** Time of the last resolution, in milliseconds. */
  readonly resolvedAt: number | null;
};

export type ExportedMarket = Flags & {
  readonly content: CatalogMarket;
  readonly event: Pick<CatalogEvent, "id" | "createdAt" | "resolutionSource">;
  readonly status: MarketStatus;
  readonly payout: Payout | null;
  /** Steps of its resolution, the first first. */
  readonly steps: readonly Pick<ResolutionStep, "step" | "at">[];
  readonly volume: Micros;
  readonly volume24h: Micros;
};

const OPENED = `
  markets join market_entries on market_entries.market = no
  join market_states on market_states.market = no and status <> 'draft'`;

const EVENTS = `
  select content, archived, nullif(creators[1], '') as creator, open, resolved, resolved_at as "resolvedAt"
  from events
  join event_entries on event_entries.event = events.id
  join (
    select event_id, bool_or(active and not closed and not archived) as open,
      bool_and(closed or payout is not null) as resolved, max(resolved_at) as resolved_at
    from ${OPENED} group by event_id
  ) as listed on listed.event_id = events.id
  order by events.id`;

const marketsText = (since: SinceHour): string => `
  select markets.content, active, closed, archived, status, payout, market_states.volume,
    json_strip_nulls(json_build_object('id', events.content -> 'id', 'createdAt', events.content -> 'createdAt',
      'resolutionSource', events.content -> 'resolutionSource')) as event,
    coalesce((
      select json_agg(json_build_object('step', step, 'at', at) order by batch, place)
      from resolution_steps where resolution_steps.market = no
    ), '[]') as steps,
    coalesce((
      select sum(market_volumes.volume) from market_volumes where market_volumes.market = no and hour >= ${since}
    ), 0)::bigint as "volume24h"
  from ${OPENED}
  join events on events.id = event_id
  order by no`;

export const streamEvents = (snapshot: Snapshot): AsyncGenerator<ExportedEvent> =>
  streamRows(snapshot, { cursor: "exported_events", page: LONG_ROWS, text: EVENTS });

/** Markets with their volume since an hour. */
export const streamMarkets = (snapshot: Snapshot, since: SinceHour): AsyncGenerator<ExportedMarket> =>
  streamRows(snapshot, { cursor: "exported_markets", page: LONG_ROWS, text: marketsText(since) });
