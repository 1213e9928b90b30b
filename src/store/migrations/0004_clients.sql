-- What clients ask for besides trading. Of these tables none is a projection of the journal.

-- The caller's open orders are listed by account; the start reads all of them.
drop index orders_live;
create index orders_live on orders (account, no) where status = 'live';
-- Cancellations that their owner did not ask for.
create index orders_taken_out on orders (account, updated_at)
  where status = 'canceled' and reason not in ('by-owner', 'not-filled');

-- Keys that belong to a wallet and cannot trade: those that read its orders and trades, and those of builders.
create table further_keys (
  api_key uuid primary key,
  kind text not null check (kind in ('readonly', 'builder')),
  address text not null,
  created_at timestamptz not null default now(),
  revoked_at timestamptz
);
create index further_keys_address on further_keys (address, kind);

-- The keys that must go on beating: when one stops, its orders are taken out.
create table heartbeats (
  api_key uuid primary key,
  address text not null,
  heartbeat_id uuid not null
);

-- Notifications that the wallet has read.
create table dropped_notifications (
  address text not null,
  notification bigint not null,
  primary key (address, notification)
);
