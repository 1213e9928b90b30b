-- Which master key the API keys and the builders' keys were made with. About this database alone: no backup has it.
create table master_key (
  single boolean primary key default true check (single),
  fingerprint text not null
);

-- A key that ended with its master key is retired: its wallet makes another one with the same nonce.
alter table api_keys
  add column retired boolean not null default false,
  add check (revoked_at is not null or not retired),
  drop constraint api_keys_address_nonce_key;
create unique index api_keys_nonce on api_keys (address, nonce) where not retired;
create index api_keys_address on api_keys (address);
