-- Profits of the past are made of positions and shown prices, as they were at the end of each period in which they
-- changed. A period is a number of ten minutes since 1970; a price is that of outcome 0 in 0.00005.
create table position_history (
  account integer not null,
  market integer not null,
  outcome smallint not null check (outcome in (0, 1)),
  period integer not null,
  lots bigint not null check (lots >= 0),
  average bigint not null,
  realized bigint not null,
  primary key (account, market, outcome, period)
) with (fillfactor = 70);

create table shown_prices (
  market integer not null,
  period integer not null,
  price smallint not null check (price between 0 and 20000),
  primary key (market, period)
) with (fillfactor = 70);

-- The same price as it is now, so that no statement has to make it of the payout, the best orders and the last trade.
alter table market_states add column shown_price smallint not null default 10000 check (shown_price between 0 and 20000);
alter table market_states alter column shown_price drop default;
