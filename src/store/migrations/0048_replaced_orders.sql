-- Orders that replace another: the number of that order, and its place in the queue where it was taken over.
alter table orders add column priority bigint, add column replaces bigint;
-- Nobody is notified of an order that its owner replaced.
drop index orders_taken_out;
create index orders_taken_out on orders (account, updated_at)
  where status = 'canceled' and reason not in ('by-owner', 'not-filled', 'replaced');
