-- Markets beyond draft, and events that have one. The others are the operator's alone.
alter table market_entries add column published boolean not null default false;
alter table event_entries add column published boolean not null default false;
alter table market_entries alter column published drop default;
alter table event_entries alter column published drop default;
create index market_entries_unpublished on market_entries (event) where not published;
create index event_entries_unpublished on event_entries (event) where not published;
