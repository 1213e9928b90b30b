/**
 * Writes one batch: its journal row and the rows it leaves in the read tables, as ONE statement, so that a commit is
 * one round trip and one fsync. A rebuild runs the same statement without the journal row.
 * A data-modifying clause of the statement does not see another's rows, so every row is written by one clause once.
 */
import type { Client } from "pg";
import { listingParameters } from "./listing-rows.ts";
import {
  accountColumns,
  arrayText,
  changedOrderColumns,
  marketColumns,
  placedOrderColumns,
  positionColumns,
  recordColumns,
  tradeColumns,
} from "./projection-columns.ts";
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
), event_rows as (
  insert into events (id, slug, content)
  select * from json_to_recordset($46::json) as row (id bigint, slug text, content jsonb)
  on conflict (id) do update set slug = excluded.slug, content = excluded.content
), market_rows as (
  insert into markets (no, id, event_id, condition_id, token_ids, slug, content)
  select no, id, event_id, condition_id, token_ids, slug, content from json_to_recordset($47::json)
    as row (no int, id bigint, event_id bigint, condition_id text, token_ids text[], slug text, content jsonb)
  on conflict (no) do update set id = excluded.id, event_id = excluded.event_id, slug = excluded.slug,
    content = excluded.content
)
insert into market_states (market, status, tick, minimum_lots, negative_risk, payout, backing, last_price, last_side,
  last_trade_at, recorded_midpoint, recorded_minute, opened_at)
select market, status, tick, minimum_lots, negative_risk, payout::smallint[], backing, last_price, last_side,
  last_trade_at, recorded_midpoint, recorded_minute, case when status = 'active' then $2::bigint end
from unnest($48::int[], $49::text[], $50::smallint[], $51::bigint[], $52::boolean[], $53::text[], $54::bigint[],
  $55::smallint[], $56::text[], $57::bigint[], $58::int[], $59::int[])
  as row (market, status, tick, minimum_lots, negative_risk, payout, backing, last_price, last_side, last_trade_at,
    recorded_midpoint, recorded_minute)
on conflict (market) do update set status = excluded.status, tick = excluded.tick,
  minimum_lots = excluded.minimum_lots, negative_risk = excluded.negative_risk, payout = excluded.payout,
  backing = excluded.backing, last_price = excluded.last_price, last_side = excluded.last_side,
  last_trade_at = excluded.last_trade_at, recorded_midpoint = excluded.recorded_midpoint,
  recorded_minute = excluded.recorded_minute, opened_at = coalesce(market_states.opened_at, excluded.opened_at)`;

const statement = { name: "commit-batch", text: `with ${journal}, ${projection}` };

/** Commits a batch; it is durable when this returns. A failure leaves the outcome unknown only if the connection broke. */
export async function commitBatch(client: Client, batch: Batch, touched: Touched): Promise<void> {
  await client.query({
    ...statement,
    values: [batch.seq, batch.at, batch.events, batch.hash, ...projectionValues(touched)],
  });
}

/** Writes the read tables' rows of a batch that the journal has already. */
export async function projectBatch(client: Client, batch: Batch, touched: Touched): Promise<void> {
  await client.query({
    ...statement,
    values: [batch.seq, batch.at, null, null, ...projectionValues(touched)],
  });
}

function projectionValues(touched: Touched): string[] {
  return [
    ...accountColumns(touched).map(arrayText),
    ...positionColumns(touched).map(arrayText),
    ...placedOrderColumns(touched).map(arrayText),
    ...changedOrderColumns(touched).map(arrayText),
    ...tradeColumns(touched).map(arrayText),
    ...recordColumns(touched).map(arrayText),
    ...listingParameters(touched.listings),
    ...marketColumns(touched).map(arrayText),
  ];
}
