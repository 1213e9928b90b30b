-- Figures that operators ask for by day (UTC, days since 1970), so that no view reads all trades. A trade counts for the
-- account whose order came in. A settlement that failed is taken back on the day of its failure: amounts may be negative.
create table market_figures (
  day integer not null,
  market integer not null,
  trades bigint not null,
  volume bigint not null,
  fees bigint not null,
  primary key (day, market)
) with (fillfactor = 70);
create index market_figures_market on market_figures (market, day);

-- `fills` counts those on either side, and is never taken back: an account with any was an active trader of the day.
create table account_figures (
  day integer not null,
  account integer not null,
  opened bigint not null,
  trades bigint not null,
  fills bigint not null check (fills >= 0),
  volume bigint not null,
  fees bigint not null,
  deposits bigint not null check (deposits >= 0),
  withdrawals bigint not null check (withdrawals >= 0),
  primary key (day, account)
) with (fillfactor = 70);

-- The same of an account in a market; zero until the tables are written anew, which the next start does.
alter table account_market_days
  add column taker_trades bigint not null default 0,
  add column taker_volume bigint not null default 0,
  add column fees bigint not null default 0;
alter table account_market_days
  alter column taker_trades drop default, alter column taker_volume drop default, alter column fees drop default;
