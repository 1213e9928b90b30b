-- Requests that were carried out, so that they are carried out once, with what their answers are made of. A projection
-- of the journal; rows that are too old go when others come.
create table requests (
  batch bigint not null,
  place int not null,
  at bigint not null,
  -- Milliseconds: the times between requests added up, of which none counts for more than an hour.
  age bigint not null,
  caller text not null,
  -- Hashes: of the caller and its Idempotency-Key, of what it signed, of the operation with its values.
  key bytea check (length(key) = 32),
  signed bytea check (length(signed) = 32),
  content bytea not null check (length(content) = 32),
  -- JSON as text, since the order of its keys is that of the answer.
  result text not null,
  primary key (batch, place),
  check (key is not null or signed is not null)
);
create unique index requests_key on requests (key) where key is not null;
create index requests_signed on requests (signed) where signed is not null;
create index requests_age on requests (age);
