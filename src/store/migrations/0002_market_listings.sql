-- The sampling listings: open markets, and those that pay rewards, without walking all that were ever listed.
-- The expression is that of market-records.ts.
create index markets_rewarded on markets (no) where content @? '$.rewards.rates[0]';
create index market_states_open on market_states (market) where status = 'active';
