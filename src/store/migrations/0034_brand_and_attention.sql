-- Logos that operators gave the exchange. An entry of the audit log names the one in use, by the hash of its content.
create table brand_images (
  hash text primary key,
  type text not null,
  content bytea not null
);

-- A start finds the latest change of the brand without a walk through all of the audit log.
create index audit_brand on audit (batch, place) where action = 'set-brand';

-- Consoles ask again and again which markets wait for an operator: drafts, and open ones whose end has passed.
create index market_states_draft on market_states (market) where status = 'draft';
create index market_entries_open_end on market_entries (end_date, market) where not closed and end_date <> '';
