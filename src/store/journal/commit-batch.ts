/**
 * Writes one batch: its journal row and the rows it leaves in the read tables, as ONE statement, so that a commit is
 * one round trip and one fsync; with listings or decisions of operators, which are rare, statements for those come
 * before it in one transaction. A rebuild runs the same without the journal row.
 * A data-modifying clause of the statement does not see another's rows, so every row is written by one clause once.
 */
import type { Client } from "pg";
import { MAX_MICROS } from "../../core/units.ts";
import { DAY_MS, HOUR_MS } from "../catalog/catalog-records.ts";
import { hasDecisions, projectDecisions } from "./project-decisions.ts";
import { projectListings } from "./project-listings.ts";
import {
  accountColumns,
  arrayText,
  builderColumns,
  changedOrderColumns,
  dayColumns,
  eventFlagColumns,
  figureColumns,
  marketColumns,
  marketFlagColumns,
  operationColumns,
  placedOrderColumns,
  positionColumns,
  recordColumns,
  tradeColumns,
  volumeColumns,
} from "./projection-columns.ts";
import type { Touched } from "./touched.ts";

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

let parameter = 4;
/** Array parameters of these element types, numbered on: in the order in which `projectionValues` gives them. */
const columns = (...types: readonly string[]): string =>
  types
    .map((type) => {
      parameter += 1;
      return `$${parameter}::${type}[]`;
    })
    .join(", ");

const DAY = `$2::bigint / ${DAY_MS}`;

const projection = `
account_rows as (
  insert into accounts (no, address, owner, collateral, held, volume, realized)
  select * from unnest(${columns("int", "text", "text", "bigint", "bigint", "bigint", "bigint")})
  on conflict (no) do update set collateral = excluded.collateral, held = excluded.held, volume = excluded.volume,
    realized = excluded.realized
), position_rows as (
  insert into positions (account, market, outcome, lots, held, average, bought, realized, changed_at)
  select * from unnest(${columns("int", "int", "smallint", ...Array.from({ length: 6 }, () => "bigint"))})
  on conflict (account, market, outcome) do update set lots = excluded.lots, held = excluded.held,
    average = excluded.average, bought = excluded.bought, realized = excluded.realized,
    changed_at = excluded.changed_at
), placed_orders as (
  insert into orders (placed_at, updated_at, no, id, account, market, outcome, side, kind, post_only, limit_price,
    lots, filled, status, reason, expires_at, api_key, builder)
  select $2::bigint, $2::bigint, no, decode(id, 'hex'), account, market, outcome, side, kind, post_only, limit_price,
    lots, filled, status, reason, expires_at, api_key, decode(builder, 'hex')
  from unnest(${columns("bigint", "text", "int", "int", "smallint", "text", "text", "boolean", "smallint", "bigint", "bigint", "text", "text", "bigint", "uuid", "text")})
    as row (no, id, account, market, outcome, side, kind, post_only, limit_price, lots, filled, status, reason,
      expires_at, api_key, builder)
), changed_orders as (
  update orders set filled = row.filled, status = row.status, reason = row.reason, updated_at = $2::bigint
  from unnest(${columns("bigint", "bigint", "text", "text")}) as row (no, filled, status, reason)
  where orders.no = row.no
), trade_rows as (
  insert into trades (batch, at, no, market, taker, maker, taker_account, maker_account, lots, price, taker_fee,
    maker_fee)
  select $1::bigint, $2::bigint, row.*
  from unnest(${columns("bigint", "int", "bigint", "bigint", "int", "int", "bigint", "smallint", "bigint", "bigint")}) as row
), operation_rows as (
  insert into operations (batch, at, place, leg, account, kind, market, collateral, first_lots, second_lots)
  select $1::bigint, $2::bigint, row.*
  from unnest(${columns("int", "smallint", "int", "text", "int", "bigint", "bigint", "bigint")}) as row
), day_rows as (
  insert into account_days (day, account, volume, realized)
  select ${DAY}, row.* from unnest(${columns("int", "bigint", "bigint")}) as row
  on conflict (account, day) do update set volume = excluded.volume, realized = excluded.realized
), builder_rows as (
  insert into builder_volumes (day, builder, volume)
  select ${DAY}, decode(builder, 'hex'), volume
  from unnest(${columns("text", "bigint")}) as row (builder, volume)
  on conflict (builder, day) do update
    set volume = least(builder_volumes.volume::numeric + excluded.volume, ${MAX_MICROS})
), record_rows as (
  insert into price_history (market, minute, midpoint)
  select * from unnest(${columns("int", "int", "int")})
  on conflict (market, minute) do update set midpoint = excluded.midpoint
), figure_rows as (
  insert into event_figures (event, volume, liquidity)
  select * from unnest(${columns("bigint", "bigint", "bigint")})
  on conflict (event) do update set volume = excluded.volume, liquidity = excluded.liquidity
), volume_rows as (
  insert into market_volumes (hour, market, event, volume)
  select $2::bigint / ${HOUR_MS}, * from unnest(${columns("int", "bigint", "bigint")})
  on conflict (hour, market) do update
    set volume = least(market_volumes.volume::numeric + excluded.volume, ${MAX_MICROS})
), market_flags as (
  update market_entries set active = row.active, closed = row.closed, archived = row.archived
  from unnest(${columns("int", "boolean", "boolean", "boolean")}) as row (market, active, closed, archived)
  where market_entries.market = row.market
), event_flags as (
  update event_entries set active = row.active, closed = row.closed, archived = row.archived
  from unnest(${columns("bigint", "boolean", "boolean", "boolean")}) as row (event, active, closed, archived)
  where event_entries.event = row.event
)
insert into market_states (market, status, tick, minimum_lots, negative_risk, payout, backing, last_price, last_side,
  last_trade_at, recorded_midpoint, recorded_minute, best_bid, best_ask, volume, liquidity, burned, redeemed,
  resolved_at, proposed_payout, disputed, fee_rate, fee_exponent, fee_taker_only, auto_redeem, opened_at)
select market, status, tick, minimum_lots, negative_risk, payout::smallint[], backing, last_price, last_side,
  last_trade_at, recorded_midpoint, recorded_minute, best_bid, best_ask, volume, liquidity, burned, redeemed,
  resolved_at, proposed_payout::smallint[], disputed, fee_rate, fee_exponent, fee_taker_only, auto_redeem,
  case when status = 'active' then $2::bigint end
from unnest(${columns("int", "text", "smallint", "bigint", "boolean", "text", "bigint", "smallint", "text", "bigint", "int", "int", "smallint", "smallint", "bigint", "bigint", "bigint", "bigint", "bigint", "text", "boolean", "int", "smallint", "boolean", "boolean")})
  as row (market, status, tick, minimum_lots, negative_risk, payout, backing, last_price, last_side, last_trade_at,
    recorded_midpoint, recorded_minute, best_bid, best_ask, volume, liquidity, burned, redeemed, resolved_at,
    proposed_payout, disputed, fee_rate, fee_exponent, fee_taker_only, auto_redeem)
on conflict (market) do update set status = excluded.status, tick = excluded.tick,
  minimum_lots = excluded.minimum_lots, negative_risk = excluded.negative_risk, payout = excluded.payout,
  backing = excluded.backing, last_price = excluded.last_price, last_side = excluded.last_side,
  last_trade_at = excluded.last_trade_at, recorded_midpoint = excluded.recorded_midpoint,
  recorded_minute = excluded.recorded_minute, best_bid = excluded.best_bid, best_ask = excluded.best_ask,
  volume = excluded.volume, liquidity = excluded.liquidity, burned = excluded.burned, redeemed = excluded.redeemed,
  resolved_at = excluded.resolved_at, proposed_payout = excluded.proposed_payout, disputed = excluded.disputed,
  fee_rate = excluded.fee_rate, fee_exponent = excluded.fee_exponent, fee_taker_only = excluded.fee_taker_only,
  auto_redeem = excluded.auto_redeem, opened_at = coalesce(market_states.opened_at, excluded.opened_at)`;

const statement = { name: "commit-batch", text: `with ${journal}, ${projection}` };

/** Commits a batch; it is durable when this returns. A failure leaves the outcome unknown only if the connection broke. */
export async function commitBatch(client: Client, batch: Batch, touched: Touched): Promise<void> {
  if (touched.listings.length === 0 && !hasDecisions(touched)) return appendBatch(client, batch, touched);
  await client.query("begin");
  await appendBatch(client, batch, touched);
  await client.query("commit");
}

/** Writes a batch; one with listings or decisions within the caller's transaction. */
export const appendBatch = (
  client: Client,
  { seq, at, events, hash }: Batch,
  touched: Touched,
): Promise<void> => write(client, [seq, at, events, hash], touched);

/** Writes the read tables' rows of a batch that the journal has already, within the caller's transaction. */
export const projectBatch = (client: Client, { seq, at }: Batch, touched: Touched): Promise<void> =>
  write(client, [seq, at, null, null], touched);

type JournalValues = readonly [seq: number, at: number, events: string | null, hash: Buffer | null];

async function write(client: Client, journalled: JournalValues, touched: Touched): Promise<void> {
  if (touched.listings.length > 0) await projectListings(client, touched);
  if (hasDecisions(touched)) await projectDecisions(client, journalled, touched);
  await client.query({ ...statement, values: [...journalled, ...projectionValues(touched)] });
}

function projectionValues(touched: Touched): string[] {
  return [
    ...accountColumns(touched).map(arrayText),
    ...positionColumns(touched).map(arrayText),
    ...placedOrderColumns(touched).map(arrayText),
    ...changedOrderColumns(touched).map(arrayText),
    ...tradeColumns(touched).map(arrayText),
    ...operationColumns(touched).map(arrayText),
    ...dayColumns(touched).map(arrayText),
    ...builderColumns(touched).map(arrayText),
    ...recordColumns(touched).map(arrayText),
    ...figureColumns(touched).map(arrayText),
    ...volumeColumns(touched).map(arrayText),
    ...marketFlagColumns(touched).map(arrayText),
    ...eventFlagColumns(touched).map(arrayText),
    ...marketColumns(touched).map(arrayText),
  ];
}
