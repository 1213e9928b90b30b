-- The mode of the exchange, as the operator set it last. A projection of the journal.
create table exchange_mode (
  single boolean primary key default true check (single),
  mode text not null check (mode in ('normal', 'post-only', 'cancel-only', 'read-only', 'halted')),
  at bigint not null
);
