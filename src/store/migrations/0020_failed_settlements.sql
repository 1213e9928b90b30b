-- Settlements that fail after the match, which faults of a sandbox make.
alter table operations drop constraint operations_kind_check;
alter table operations add constraint operations_kind_check check (kind in
  ('deposit', 'withdrawal', 'debit', 'split', 'merge', 'redemption', 'conversion', 'failed-settlement'));

-- Matches whose settlement fails at a time, and those whose time has come. The journal has each that did fail.
create table failing_settlements (
  -- Numbers of the first and the last fill, which are those of one incoming order.
  first bigint primary key,
  last bigint not null check (last >= first),
  command jsonb not null,
  due bigint not null,
  ended_at bigint,
  -- Null while it is open; a settlement that could not be undone stands.
  outcome text check (outcome in ('failed', 'confirmed')),
  check ((ended_at is null) = (outcome is null))
);
