-- Names that owners of wallets chose. None of these tables is a projection of the journal: a name can be erased.

-- The names that are borne. `folded` is the name without case and separators, `look` is equal for names that look alike.
create table wallet_names (
  wallet text primary key,
  name text not null,
  folded text not null unique,
  look text not null unique,
  -- Engine time, milliseconds.
  chosen_at bigint not null
);
create index wallet_names_chosen on wallet_names (chosen_at, wallet);
create index wallet_names_begin on wallet_names (folded text_pattern_ops);
create index wallet_names_within on wallet_names using gin (folded gin_trgm_ops);

-- Names of before: changed or given up by the owner, or taken away by an operator, who says why.
create table ended_names (
  wallet text not null,
  name text not null,
  folded text not null,
  look text not null,
  chosen_at bigint not null,
  ended_at bigint not null,
  operator text,
  reason text,
  primary key (wallet, chosen_at),
  check ((operator is null) = (reason is null))
);
create index ended_names_look on ended_names (look);
create index ended_names_folded on ended_names (folded);
create index ended_names_removed on ended_names (ended_at, wallet) where operator is not null;

-- Looks that no name may have from now on, alone or within it.
create table forbidden_names (
  look text not null,
  match text not null check (match in ('name', 'word')),
  text text not null,
  at bigint not null,
  operator text not null,
  reason text not null,
  primary key (look, match)
);
