-- The life of a position: what it cost and earned, what was done besides trading, and who decided what about markets.

-- Sums over all that the account did, for the leaderboard: what its fills were worth, and what its disposals earned.
alter table accounts
  add column volume bigint not null default 0 check (volume >= 0),
  add column realized bigint not null default 0;

alter table positions
  -- Average cost of a share in 0.000001; a conversion can make it negative.
  add column average bigint not null default 0,
  -- Shares ever bought.
  add column bought bigint not null default 0 check (bought >= 0),
  -- Profit of all disposals.
  add column realized bigint not null default 0,
  -- When shares last moved.
  add column changed_at bigint not null default 0;
-- Holders of a token. Not on what fills change, so that they need not touch it.
create index positions_market on positions (market, outcome);

alter table market_states
  -- Shares of outcome 1 that conversions took out of circulation; part of what the backing is for.
  add column burned bigint not null default 0 check (burned >= 0),
  -- Shares redeemed since the resolution.
  add column redeemed bigint not null default 0 check (redeemed >= 0),
  add column resolved_at bigint,
  add column proposed_payout smallint[] check (cardinality(proposed_payout) = 2),
  add column disputed boolean not null default false,
  -- The fee of a fill: rate (0.0001) x shares x (p (1 - p)) ^ exponent. Null where there is none.
  add column fee_rate integer check (fee_rate between 1 and 2500),
  add column fee_exponent smallint check (fee_exponent between 1 and 4),
  add column fee_taker_only boolean,
  -- Whether a resolution pays at once; null is the exchange's setting.
  add column auto_redeem boolean;

alter table trades
  add column taker_fee bigint not null default 0 check (taker_fee >= 0),
  add column maker_fee bigint not null default 0 check (maker_fee >= 0);

-- Sets of NO shares ever converted, by event; only events that have any.
create table event_states (
  event bigint primary key,
  converted bigint not null check (converted > 0)
);

-- Whatever moved collateral or shares besides fills. A conversion has one row per market, the first with the collateral.
create table operations (
  batch bigint not null,
  -- The event's place in the batch.
  place integer not null,
  leg smallint not null,
  at bigint not null,
  account integer not null,
  kind text not null
    check (kind in ('deposit', 'withdrawal', 'debit', 'split', 'merge', 'redemption', 'conversion')),
  market integer,
  -- What was added to the account, negative when taken: collateral, and shares of each outcome of the market.
  collateral bigint not null,
  first_lots bigint not null,
  second_lots bigint not null,
  primary key (batch, place, leg)
);
create index operations_account on operations (account, batch, place, leg);

-- The account's sums as they were after its last change of each day (UTC, days since 1970).
create table account_days (
  day integer not null,
  account integer not null,
  volume bigint not null,
  realized bigint not null,
  primary key (account, day)
) with (fillfactor = 70);
create index account_days_day on account_days (day);

-- Volume of the incoming orders that carry a builder code, by day.
create table builder_volumes (
  builder bytea not null,
  day integer not null,
  volume bigint not null check (volume > 0),
  primary key (builder, day)
) with (fillfactor = 70);

-- Owners whose orders are refused.
create table bans (
  address text collate "C" primary key,
  at bigint not null
);

-- What operators did: who, when and why.
create table audit (
  batch bigint not null,
  place integer not null,
  at bigint not null,
  operator text not null,
  action text not null,
  -- A condition id, an address, a key, a host or an event id.
  subject text not null,
  reason text not null,
  -- What the action was given besides.
  details jsonb not null,
  primary key (batch, place)
);
create index audit_subject on audit (subject, batch, place);

-- How each market came to its resolution.
create table resolution_steps (
  batch bigint not null,
  place integer not null,
  at bigint not null,
  market integer not null,
  step text not null check (step in ('proposed', 'disputed', 'resolved', 'undone')),
  payout smallint[] check (cardinality(payout) = 2),
  evidence text,
  link text,
  primary key (batch, place)
);
create index resolution_steps_market on resolution_steps (market, batch, place);
