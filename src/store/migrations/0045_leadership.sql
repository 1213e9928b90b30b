-- The cluster that an exchange belongs to, and who leads it. Written by the first start with PRESAGE_CLUSTER; each session
-- that gets the writer's lock raises the epoch, and the journal takes batches of the current epoch only.
create table leadership (
  single boolean primary key default true check (single),
  cluster text not null,
  epoch bigint not null,
  -- The process that leads: machine, process id and a random part.
  holder text not null,
  since timestamptz not null default now()
);
