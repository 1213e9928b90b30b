/** Takes out what later migrations made, so that a database is as an earlier release left it. */
import type { Sql } from "../../src/store/sql/database.ts";

/** Takes out the migrations from 0021 on, with what they made. */
export async function undoSince21(sql: Sql): Promise<void> {
  await sql`drop table connected_keys, order_groups, leadership, webhook_deliveries, webhook_feeds, webhooks`;
  await sql`drop table run_mode, wallet_names, ended_names, forbidden_names, images, brand_images, invite_names`;
  await sql`drop table position_history, shown_prices, market_figures, account_figures`;
  await sql`alter table account_market_days
    drop column taker_trades, drop column taker_volume, drop column fees`;
  await sql`alter table market_states drop column shown_price`;
  await sql`alter table orders drop column leaves_at, drop column priority, drop column replaces, drop column order_group`;
  for (const entries of ["market_entries", "event_entries"])
    await sql`alter table ${sql(entries)} drop column published`;
  for (const index of [
    "audit_announcements",
    "audit_brand",
    "audit_invites",
    "market_states_draft",
    "market_entries_open_end",
  ])
    await sql`drop index if exists ${sql(index)}`;
  await sql`delete from migrations where name >= '0021'`;
}
