-- What an operator set about the resident traders of a sandbox: their pace, and the terms of single markets.
create table resident_settings (
  single boolean primary key default true check (single),
  settings jsonb not null
);
