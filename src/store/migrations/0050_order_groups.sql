-- Order groups with their limits, and the group of each order. A row without a limit is of a group that was removed.
create table order_groups (
  owner text not null,
  name text not null,
  share_limit bigint,
  window_ms integer,
  stopped boolean,
  filled text,
  primary key (owner, name)
);
alter table orders add column order_group text;
-- Nobody is notified of the orders of a group that its owner removed.
drop index orders_taken_out;
create index orders_taken_out on orders (account, updated_at)
  where status = 'canceled' and reason not in ('by-owner', 'not-filled', 'replaced', 'group-removed');
