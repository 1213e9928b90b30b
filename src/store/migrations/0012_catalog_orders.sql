-- Orders of the catalog by prices and by the time of the resolution; most markets have none of them.
create index market_states_spread on market_states ((coalesce(best_ask, 10000) - coalesce(best_bid, 0)), market)
  where best_bid is not null or best_ask is not null;
create index market_states_competitive on market_states ((10000 - abs(best_bid + best_ask - 10000)), market)
  where best_bid is not null and best_ask is not null;
create index market_states_last_price on market_states (last_price, market) where last_price is not null;
create index market_states_resolved_at on market_states (resolved_at, market) where resolved_at is not null;
-- Markets whose price was recorded in the last day.
create index market_states_recorded on market_states (recorded_minute) where recorded_minute is not null;
