-- Pictures that operators added, by the SHA-256 of their bytes. They are not of the journal: who added one is.
create table images (
  hash text primary key check (hash ~ '^[0-9a-f]{64}$'),
  media_type text not null check (media_type in ('image/png', 'image/jpeg', 'image/webp')),
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  bytes bytea not null,
  -- Time of the exchange, ms.
  added_at bigint not null
);
-- Bytes of pictures are compressed already.
alter table images alter column bytes set storage external;
