-- The tables of a Kuest site that an export writes: names, types, keys and checks as the site has them.
create table conditions (
  id char(66) primary key,
  oracle char(42) not null,
  question_id char(66) not null,
  creator char(42),
  resolved boolean default false,
  resolution_status text,
  resolution_price numeric(20, 6),
  resolution_was_disputed boolean,
  resolution_last_update timestamptz,
  metadata_hash text,
  created_at timestamptz not null default now()
);
create table events (
  id char(26) primary key,
  slug text not null unique,
  title text not null,
  creator char(42),
  icon_url text,
  neg_risk boolean default false,
  enable_neg_risk boolean default false,
  neg_risk_market_id char(66),
  series_id text,
  series_slug text,
  series_recurrence text,
  status text not null default 'active' check (status in ('draft', 'active', 'resolved', 'archived')),
  rules text,
  is_hidden boolean not null default false,
  end_date timestamptz,
  resolved_at timestamptz,
  created_at timestamptz not null default now()
);
create table markets (
  condition_id text primary key references conditions (id) on delete cascade,
  event_id char(26) not null references events (id) on delete cascade,
  title text not null,
  slug text not null,
  short_title text,
  question text,
  market_rules text,
  resolution_source text,
  resolution_source_url text,
  neg_risk boolean not null default false,
  neg_risk_market_id char(66),
  neg_risk_request_id char(66),
  icon_url text,
  is_active boolean default true,
  is_resolved boolean default false,
  metadata jsonb,
  volume numeric(20, 6) default 0 check (volume >= 0),
  volume_24h numeric(20, 6) default 0 check (volume_24h >= 0),
  end_time timestamptz,
  created_at timestamptz not null default now(),
  unique (event_id, slug)
);
create table outcomes (
  token_id text primary key,
  condition_id char(66) not null references conditions (id) on delete cascade,
  outcome_text text not null,
  outcome_index smallint not null check (outcome_index >= 0),
  is_winning_outcome boolean default false,
  payout_value numeric(20, 6) check (payout_value >= 0),
  created_at timestamptz not null default now(),
  unique (condition_id, outcome_index)
);
create table tags (
  id smallint generated always as identity primary key,
  name text not null unique,
  slug text not null unique,
  is_main_category boolean default false,
  active_markets_count integer default 0
);
create table event_tags (
  event_id char(26) not null references events (id) on delete cascade,
  tag_id smallint not null references tags (id) on delete cascade,
  primary key (event_id, tag_id)
);

-- A site's own counts with each row, which takes too long for many.
create function update_tag_markets_count() returns trigger language plpgsql as $$
begin
  raise exception 'the markets of tags are counted with a row of %', tg_table_name;
end $$;
create trigger count_with_market after insert or update or delete on markets
for each row execute function update_tag_markets_count();
create trigger count_with_tag after insert or update or delete on event_tags
for each row execute function update_tag_markets_count();
