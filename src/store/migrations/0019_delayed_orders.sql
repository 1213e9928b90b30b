-- Orders of a sandbox whose matching is delayed, and those that ended so without a match. The journal has none of them: an
-- order is written there once its delay is over.
create table delayed_orders (
  id bytea primary key check (octet_length(id) = 32),
  command jsonb not null,
  taken_at bigint not null,
  due bigint not null,
  -- False for an order that ends without a match in any case.
  matches boolean not null,
  ended_at bigint,
  reason text,
  check ((ended_at is null) = (reason is null))
);
