/**
 * Writes one batch: its journal row and the rows it leaves in the read tables, as ONE statement, so that a commit is
 * one round trip and one fsync; with listings, which are rare and large, statements for the catalog come before it in
 * one transaction. A rebuild runs the same without the journal row.
 * A data-modifying clause of the statement does not see another's rows, so every row is written by one clause once.
 */
import type { Client } from "pg";
import { HOUR_MS } from "./catalog-records.ts";
import { projectListings } from "./project-listings.ts";
import {
  accountColumns,
  arrayText,
  changedOrderColumns,
  eventFlagColumns,
  figureColumns,
  marketColumns,
  marketFlagColumns,
  placedOrderColumns,
  positionColumns,
  recordColumns,
  tradeColumns,
  volumeColumns,
} from "./projection-columns.ts";
import { MAX_MICROS } from "../core/units.ts";
import type { Touched } from "./projection.ts";

/** A batch as the journal keeps it. */
export type Batch = {
  readonly seq: number;
  /** Engine time, milliseconds. */
  readonly at: number;
  /** The events as JSON: the exact text that is hashed. */
  readonly events: string;
  readonly hash: Buffer;
};

const journal = `journal_row as (
  insert into journal (seq, previous, at, events, hash)
  select $1::bigint, nullif($1::bigint - 1, 0), $2::bigint, $3::text, $4::bytea where $3::text is not null
)`;

const projection = `
account_rows as (
  insert into accounts (no, address, owner, collateral, held)
  select * from unnest($5::int[], $6::text[], $7::text[], $8::bigint[], $9::bigint[])
  on conflict (no) do update set collateral = excluded.collateral, held = excluded.held
), position_rows as (
  insert into positions (account, market, outcome, lots, held)
  select * from unnest($10::int[], $11::int[], $12::smallint[], $13::bigint[], $14::bigint[])
  on conflict (account, market, outcome) do update set lots = excluded.lots, held = excluded.held
), placed_orders as (
  insert into orders (placed_at, updated_at, no, id, account, market, outcome, side, kind, post_only, limit_price,
    lots, filled, status, reason, expires_at, api_key, builder)
  select $2::bigint, $2::bigint, no, decode(id, 'hex'), account, market, outcome, side, kind, post_only, limit_price,
    lots, filled, status, reason, expires_at, api_key, decode(builder, 'hex')
  from unnest($15::bigint[], $16::text[], $17::int[], $18::int[], $19::smallint[], $20::text[], $21::text[],
    $22::boolean[], $23::smallint[], $24::bigint[], $25::bigint[], $26::text[], $27::text[], $28::bigint[],
    $29::uuid[], $30::text[])
    as row (no, id, account, market, outcome, side, kind, post_only, limit_price, lots, filled, status, reason,
      expires_at, api_key, builder)
), changed_orders as (
  update orders set filled = row.filled, status = row.status, reason = row.reason, updated_at = $2::bigint
  from unnest($31::bigint[], $32::bigint[], $33::text[], $34::text[]) as row (no, filled, status, reason)
  where orders.no = row.no
), trade_rows as (
  insert into trades (batch, at, no, market, taker, maker, taker_account, maker_account, lots, price)
  select $1::bigint, $2::bigint, row.* from unnest($35::bigint[], $36::int[], $37::bigint[], $38::bigint[], $39::int[],
    $40::int[], $41::bigint[], $42::smallint[]) as row
), record_rows as (
  insert into price_history (market, minute, midpoint)
  select * from unnest($43::int[], $44::int[], $45::int[])
), figure_rows as (
  insert into event_figures (event, volume, liquidity)
  select * from unnest($46::bigint[], $47::bigint[], $48::bigint[])
  on conflict (event) do update set volume = excluded.volume, liquidity = excluded.liquidity
), volume_rows as (
  insert into market_volumes (hour, market, event, volume)
  select $2::bigint / ${HOUR_MS}, * from unnest($49::int[], $50::bigint[], $51::bigint[])
  on conflict (hour, market) do update
    set volume = least(market_volumes.volume::numeric + excluded.volume, ${MAX_MICROS})
), market_flags as (
  update market_entries set active = row.active, closed = row.closed, archived = row.archived
  from unnest($52::int[], $53::boolean[], $54::boolean[], $55::boolean[]) as row (market, active, closed, archived)
  where market_entries.market = row.market
), event_flags as (
  update event_entries set active = row.active, closed = row.closed, archived = row.archived
  from unnest($56::bigint[], $57::boolean[], $58::boolean[], $59::boolean[]) as row (event, active, closed, archived)
  where event_entries.event = row.event
)
insert into market_states (market, status, tick, minimum_lots, negative_risk, payout, backing, last_price, last_side,
  last_trade_at, recorded_midpoint, recorded_minute, best_bid, best_ask, volume, liquidity, opened_at)
select market, status, tick, minimum_lots, negative_risk, payout::smallint[], backing, last_price, last_side,
  last_trade_at, recorded_midpoint, recorded_minute, best_bid, best_ask, volume, liquidity,
  case when status = 'active' then $2::bigint end
from unnest($60::int[], $61::text[], $62::smallint[], $63::bigint[], $64::boolean[], $65::text[], $66::bigint[],
  $67::smallint[], $68::text[], $69::bigint[], $70::int[], $71::int[], $72::smallint[], $73::smallint[],
  $74::bigint[], $75::bigint[])
  as row (market, status, tick, minimum_lots, negative_risk, payout, backing, last_price, last_side, last_trade_at,
    recorded_midpoint, recorded_minute, best_bid, best_ask, volume, liquidity)
on conflict (market) do update set status = excluded.status, tick = excluded.tick,
  minimum_lots = excluded.minimum_lots, negative_risk = excluded.negative_risk, payout = excluded.payout,
  backing = excluded.backing, last_price = excluded.last_price, last_side = excluded.last_side,
  last_trade_at = excluded.last_trade_at, recorded_midpoint = excluded.recorded_midpoint,
  recorded_minute = excluded.recorded_minute, best_bid = excluded.best_bid, best_ask = excluded.best_ask,
  volume = excluded.volume, liquidity = excluded.liquidity, opened_at = coalesce(market_states.opened_at, excluded.opened_at)`;

const statement = { name: "commit-batch", text: `with ${journal}, ${projection}` };

/** Commits a batch; it is durable when this returns. A failure leaves the outcome unknown only if the connection broke. */
export async function commitBatch(client: Client, batch: Batch, touched: Touched): Promise<void> {
  const journalled = [batch.seq, batch.at, batch.events, batch.hash] as const;
  if (touched.listings.length === 0) return write(client, journalled, touched);
  await client.query("begin");
  await write(client, journalled, touched);
  await client.query("commit");
}

/** Writes the read tables' rows of a batch that the journal has already, within the caller's transaction. */
export const projectBatch = (client: Client, { seq, at }: Batch, touched: Touched): Promise<void> =>
  write(client, [seq, at, null, null], touched);

type JournalValues = readonly [seq: number, at: number, events: string | null, hash: Buffer | null];

async function write(client: Client, journalled: JournalValues, touched: Touched): Promise<void> {
  if (touched.listings.length > 0) await projectListings(client, touched);
  await client.query({ ...statement, values: [...journalled, ...projectionValues(touched)] });
}

function projectionValues(touched: Touched): string[] {
  return [
    ...accountColumns(touched).map(arrayText),
    ...positionColumns(touched).map(arrayText),
    ...placedOrderColumns(touched).map(arrayText),
    ...changedOrderColumns(touched).map(arrayText),
    ...tradeColumns(touched).map(arrayText),
    ...recordColumns(touched).map(arrayText),
    ...figureColumns(touched).map(arrayText),
    ...volumeColumns(touched).map(arrayText),
    ...marketFlagColumns(touched).map(arrayText),
    ...eventFlagColumns(touched).map(arrayText),
    ...marketColumns(touched).map(arrayText),
  ];
}
