-- Time of a virtual clock when it was set or the exchange stopped, ms, and its seconds per second; 0 while it stands.
create table virtual_clock (
  single boolean primary key default true check (single),
  time bigint not null,
  rate double precision not null check (rate >= 0)
);
