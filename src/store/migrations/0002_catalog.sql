-- The catalog: what lists, filters, sorts and searches events and markets, beside their contents in events and markets.
-- Entries are what a listing says, as keys, with the flags; states and figures are what trading changes.
create extension if not exists pg_trgm;

-- Which release's read tables these are; the exchange makes them anew when it is another.
create table read_tables (version integer not null);

-- Keys are text in the order of its bytes. A date's key sorts as the instant does: 'Z', trailing zeros and the point
-- cut off the text. What is absent is ''.
create table event_entries (
  event bigint primary key references events (id),
  -- What a search reads of every event that it finds stands first: PostgreSQL reads a row up to the column it needs.
  active boolean not null,
  closed boolean not null,
  archived boolean not null,
  first_phrase text collate "C" generated always as (phrases[1]) stored,
  second_phrase text collate "C" generated always as (phrases[2]) stored,
  third_phrase text collate "C" generated always as (phrases[3]) stored,
  -- Words of the phrases.
  own_words tsvector not null generated always as (array_to_tsvector(array_remove(string_to_array(
    coalesce(phrases[1], '') || ' ' || coalesce(phrases[2], '') || ' ' || coalesce(phrases[3], ''), ' '), ''))) stored,
  -- Wallets that made its markets, lower case.
  creators text[] not null,
  -- All words that find it: its own, its tags', its markets'.
  words tsvector not null,
  -- Words of the title, the slug and the ticker, each as one text.
  phrases text[] not null,
  slug text collate "C" not null,
  ticker text collate "C" not null,
  title text collate "C" not null,
  start_date text collate "C" not null,
  creation_date text collate "C" not null,
  end_date text collate "C" not null,
  created_at text collate "C" not null,
  updated_at text collate "C" not null,
  tag_ids bigint[] not null,
  tag_slugs text[] not null,
  series_slugs text[] not null
);
create index event_entries_slug on event_entries (slug, event);
create index event_entries_ticker on event_entries (ticker, event);
create index event_entries_title on event_entries (title, event);
create index event_entries_start_date on event_entries (start_date, event);
create index event_entries_creation_date on event_entries (creation_date, event);
create index event_entries_end_date on event_entries (end_date, event);
create index event_entries_created_at on event_entries (created_at, event);
create index event_entries_updated_at on event_entries (updated_at, event);
-- Those that are not closed are few, and most are among the latest: by a date they are found without the others.
create index event_entries_open on event_entries (event) where not closed;
create index event_entries_open_start_date on event_entries (start_date, event) where not closed;
create index event_entries_open_creation_date on event_entries (creation_date, event) where not closed;
create index event_entries_open_end_date on event_entries (end_date, event) where not closed;
create index event_entries_open_created_at on event_entries (created_at, event) where not closed;
create index event_entries_open_updated_at on event_entries (updated_at, event) where not closed;
create index event_entries_closed on event_entries (event) where closed;
create index event_entries_archived on event_entries (event) where archived;
create index event_entries_inactive on event_entries (event) where not active;
create index event_entries_labels on event_entries using gin (tag_ids, tag_slugs, series_slugs, creators);
-- The rows that a GIN index has not sorted in yet are read by every search: there are to be few of them.
create index event_entries_words on event_entries using gin (words) with (gin_pending_list_limit = 256);
create index event_entries_own_words on event_entries using gin (own_words) with (gin_pending_list_limit = 256);
-- Finds a whole phrase, and phrases by how they begin.
create index event_entries_phrases on event_entries using gin (array_to_tsvector(phrases))
  with (gin_pending_list_limit = 256);

create table market_entries (
  market integer primary key references markets (no),
  id bigint not null,
  event bigint not null,
  slug text collate "C" not null,
  question text collate "C" not null,
  start_date text collate "C" not null,
  end_date text collate "C" not null,
  created_at text collate "C" not null,
  updated_at text collate "C" not null,
  -- The wallet that made it, lower case, or ''.
  creator text collate "C" not null,
  active boolean not null,
  closed boolean not null,
  archived boolean not null,
  -- Words of the question and of the slug, each as one text.
  phrases text[] not null,
  words text[] not null
);
create index market_entries_id on market_entries (id);
create index market_entries_event on market_entries (event);
create index market_entries_slug on market_entries (slug, id);
create index market_entries_question on market_entries (question, id);
create index market_entries_start_date on market_entries (start_date, id);
create index market_entries_end_date on market_entries (end_date, id);
create index market_entries_created_at on market_entries (created_at, id);
create index market_entries_updated_at on market_entries (updated_at, id);
create index market_entries_creator on market_entries (creator, id);
create index market_entries_open on market_entries (id) where not closed;
create index market_entries_open_start_date on market_entries (start_date, id) where not closed;
create index market_entries_open_end_date on market_entries (end_date, id) where not closed;
create index market_entries_open_created_at on market_entries (created_at, id) where not closed;
create index market_entries_open_updated_at on market_entries (updated_at, id) where not closed;
create index market_entries_closed on market_entries (id) where closed;
create index market_entries_archived on market_entries (id) where archived;
create index market_entries_inactive on market_entries (id) where not active;
create index market_entries_phrases on market_entries using gin (phrases) with (gin_pending_list_limit = 256);

alter table market_states
  -- Best prices of outcome 0; null where a side of the book is empty.
  add column best_bid smallint,
  add column best_ask smallint,
  -- Collateral: of all fills, and of the resting orders.
  add column volume bigint not null default 0 check (volume >= 0),
  add column liquidity bigint not null default 0 check (liquidity >= 0);
-- Only few markets and events have any; pages in order of these go on by id with those that have none.
create index market_states_volume on market_states (volume, market) where volume > 0;
create index market_states_liquidity on market_states (liquidity, market) where liquidity > 0;

-- Sums over an event's markets.
create table event_figures (
  event bigint primary key,
  volume bigint not null check (volume >= 0),
  liquidity bigint not null check (liquidity >= 0)
) with (fillfactor = 70);
create index event_figures_volume on event_figures (volume, event) where volume > 0;
create index event_figures_liquidity on event_figures (liquidity, event) where liquidity > 0;

-- Volume by market and hour since 1970; with the market's event, by which most of it is asked for.
create table market_volumes (
  hour integer not null,
  market integer not null,
  event bigint not null,
  volume bigint not null check (volume > 0),
  primary key (hour, market)
) with (fillfactor = 70);
create index market_volumes_market on market_volumes (market, hour);
create index market_volumes_event on market_volumes (event, hour);

-- Tags and series as they were listed last.
create table tags (
  id bigint primary key,
  slug text collate "C" not null,
  content jsonb not null,
  -- Number of events that carry it now.
  event_count integer not null check (event_count >= 0),
  -- Words of the label and of the slug, each as one text.
  phrases text[] not null,
  words tsvector not null
);
create index tags_slug on tags (slug);
create index tags_words on tags using gin (words);

create table series (
  id bigint primary key,
  slug text collate "C" not null,
  content jsonb not null
);
create index series_slug on series (slug);

-- Every word of events and tags, so that a misspelt one finds its like.
create table search_words (word text collate "C" primary key);
create index search_words_trigrams on search_words using gin (word gin_trgm_ops) with (gin_pending_list_limit = 256);

-- The operator's sites: a host name, and the wallets whose markets are available there. Not of the journal.
create table sites (
  host text collate "C" not null,
  wallet text collate "C" not null,
  primary key (host, wallet)
);
