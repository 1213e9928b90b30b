-- Moments of a sandbox to which it can go back. The tables of each are copied into a schema of its own, snapshot_<no>.
create table snapshots (
  no integer primary key generated always as identity,
  name text not null unique,
  -- Time of the exchange, ms.
  made_at bigint not null,
  -- The last batch of the journal.
  seq bigint not null,
  -- Layout of the tables when they were copied; another release may have another.
  layout text not null
);

-- While tables are put back, their rows fit one another only at the end.
alter table journal alter constraint journal_previous_fkey deferrable;
alter table markets alter constraint markets_event_id_fkey deferrable;
alter table market_states alter constraint market_states_market_fkey deferrable;
alter table event_entries alter constraint event_entries_event_fkey deferrable;
alter table market_entries alter constraint market_entries_market_fkey deferrable;
