-- The market listings of the trading interface, by ascending id: pages by offset without reading what markets are.
drop index markets_id;
create index markets_id on markets (id, no);
drop index markets_rewarded;
create index markets_rewarded on markets (id, no) where content @? '$.rewards.rates[0]';
