-- What an account did in a market on a day (UTC, days since 1970), for rankings of categories: the volume of that day, and
-- the profit of all its disposals there as it was after the last change of that day.
create table account_market_days (
  day integer not null,
  account integer not null,
  market integer not null,
  volume bigint not null check (volume >= 0),
  realized bigint not null,
  primary key (market, account, day)
) with (fillfactor = 70);
create index account_market_days_day on account_market_days (day);
