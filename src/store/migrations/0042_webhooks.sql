-- Addresses that get the public events of the journal. Secrets follow from the master key, so that no row has one.
create table webhooks (
  id text primary key,
  url text not null,
  description text not null,
  -- Patterns of event types; wallets and condition ids of those alone that are wanted, all when empty.
  events text[] not null check (cardinality(events) > 0),
  wallets text[] not null,
  markets text[] not null,
  -- Events of one owner, or of one market, come in their order.
  ordered_by text not null check (ordered_by in ('owner', 'market')),
  enabled boolean not null,
  -- Reason for which the exchange itself disabled it; empty if it did not.
  disabled_for text not null,
  secret_version integer not null check (secret_version > 0),
  -- Until then messages are signed with the secret before as well, ms.
  overlap_until bigint not null,
  created_at bigint not null,
  -- Times of the last attempts, ms; 0 before the first.
  succeeded_at bigint not null default 0,
  failed_at bigint not null default 0,
  error text not null default ''
);

-- Places in the journal: feed 0 has what is new, feed 1 a replay. All before this event is delivered, or waits in a row.
create table webhook_feeds (
  webhook text not null references webhooks on delete cascade deferrable initially deferred,
  feed smallint not null check (feed in (0, 1)),
  seq bigint not null check (seq > 0),
  index integer not null check (index >= 0),
  -- The last batch of a replay; null of what is new.
  until bigint check ((until is null) = (feed = 0)),
  primary key (webhook, feed)
);

-- Events that were not delivered yet: those that wait, and those that were given up.
create table webhook_deliveries (
  webhook text not null references webhooks on delete cascade deferrable initially deferred,
  feed smallint not null check (feed in (0, 1)),
  seq bigint not null,
  index integer not null,
  -- The id of the message, the same whenever it is sent.
  message text not null,
  type text not null,
  lanes text[] not null,
  body text not null,
  attempts integer not null,
  next_at bigint not null,
  error text not null,
  -- Time at which it was given up, ms; null while it waits.
  dead_at bigint,
  primary key (webhook, feed, seq, index)
);
