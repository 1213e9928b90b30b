-- The journal is the truth; every other table but api_keys is a projection of it and can be rebuilt.
-- Units: collateral in 0.000001, shares in 0.01, prices in 0.0001, times in milliseconds since 1970.

create table journal (
  seq bigint primary key,
  -- Gap-free: every batch but the first names an existing one as its previous.
  previous bigint unique references journal (seq),
  at bigint not null,
  events text not null,
  hash bytea not null check (octet_length(hash) = 32),
  check ((seq = 1 and previous is null) or previous = seq - 1)
);

create table api_keys (
  api_key uuid primary key,
  address text not null,
  nonce numeric(78, 0) not null,
  created_at timestamptz not null default now(),
  revoked_at timestamptz,
  unique (address, nonce)
);

create table accounts (
  no integer primary key,
  address text not null unique,
  owner text not null,
  collateral bigint not null check (collateral >= 0),
  held bigint not null check (held between 0 and collateral)
) with (fillfactor = 50);
create index accounts_owner on accounts (owner);

create table positions (
  account integer not null,
  market integer not null,
  outcome smallint not null check (outcome in (0, 1)),
  lots bigint not null check (lots >= 0),
  held bigint not null check (held between 0 and lots),
  primary key (account, market, outcome)
) with (fillfactor = 70);

create table events (
  id bigint primary key,
  slug text not null,
  content jsonb not null
);
create index events_slug on events (slug);

create table markets (
  no integer primary key,
  id bigint not null,
  event_id bigint not null references events (id),
  condition_id text not null unique,
  token_ids text[] not null check (cardinality(token_ids) = 2),
  slug text not null,
  content jsonb not null
);
create index markets_id on markets (id);
create index markets_slug on markets (slug);
create index markets_event on markets (event_id);

-- What trading changes of a market, apart from its description so that a fill rewrites a short row.
create table market_states (
  market integer primary key references markets (no),
  status text not null check (status in ('draft', 'active', 'paused', 'resolved', 'archived')),
  tick smallint not null check (tick > 0),
  minimum_lots bigint not null check (minimum_lots >= 0),
  negative_risk boolean not null,
  payout smallint[] check (cardinality(payout) = 2),
  backing bigint not null check (backing >= 0),
  last_price smallint,
  last_side text check (last_side in ('BUY', 'SELL')),
  last_trade_at bigint,
  recorded_midpoint integer,
  recorded_minute integer,
  opened_at bigint
) with (fillfactor = 70);

create table orders (
  no bigint primary key,
  id bytea not null unique check (octet_length(id) = 32),
  account integer not null,
  market integer not null,
  outcome smallint not null check (outcome in (0, 1)),
  side text not null check (side in ('BUY', 'SELL')),
  kind text not null check (kind in ('GTC', 'GTD', 'FOK', 'FAK')),
  post_only boolean not null,
  limit_price smallint not null check (limit_price between 1 and 9999),
  lots bigint not null check (lots > 0),
  filled bigint not null check (filled between 0 and lots),
  status text not null check (status in ('live', 'matched', 'canceled')),
  reason text,
  expires_at bigint not null,
  placed_at bigint not null,
  updated_at bigint not null,
  api_key uuid not null,
  builder bytea
) with (fillfactor = 90);
create index orders_live on orders (no) where status = 'live';

-- One row per fill of an incoming order (taker) against a resting one (maker); the price is that of outcome 0.
create table trades (
  no bigint primary key,
  batch bigint not null,
  at bigint not null,
  market integer not null,
  taker bigint not null,
  maker bigint not null,
  taker_account integer not null,
  maker_account integer not null,
  lots bigint not null check (lots > 0),
  price smallint not null check (price between 1 and 9999)
);
create index trades_taker on trades (taker);
create index trades_maker on trades (maker);
create index trades_taker_account on trades (taker_account, no);
create index trades_maker_account on trades (maker_account, no);
create index trades_market on trades (market, no);

-- Midpoints of outcome 0 in half ticks, at most one a minute, kept for ever.
create table price_history (
  market integer not null,
  minute integer not null,
  midpoint integer not null check (midpoint between 1 and 19999),
  primary key (market, minute)
);
-- The sampling listings: open markets, and those that pay rewards, without walking all that were ever listed.
-- The expression is that of market-records.ts.
create index markets_rewarded on markets (no) where content @? '$.rewards.rates[0]';
create index market_states_open on market_states (market) where status = 'active';
