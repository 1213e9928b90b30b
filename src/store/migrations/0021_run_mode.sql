-- The mode in which an exchange is run: what was in production once can be no sandbox again. Written by its first start.
create table run_mode (
  single boolean primary key default true check (single),
  mode text not null check (mode in ('sandbox', 'production'))
);

-- Only a start as a sandbox took this snapshot. Other exchanges of before say at their next start which mode is theirs.
insert into run_mode (mode) select 'sandbox' where exists (select from snapshots where name = 'start');
