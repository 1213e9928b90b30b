-- Markets whose events are sorted by open interest.
create index if not exists market_states_backing on market_states (market) where backing > 0;
