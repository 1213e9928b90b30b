-- Logos that operators gave the exchange. An entry of the audit log names the one in use, by the hash of its content.
create table brand_images (
  hash text primary key,
  type text not null,
  content bytea not null
);

-- A start finds the latest change of the brand without a walk through all of the audit log.
create index audit_brand on audit (batch, place) where action = 'set-brand';
