-- The read tables are written behind the journal: `seq` is the batch up to which they stand. Until now they stood at its end.
alter table read_tables add column seq bigint not null default 0;
update read_tables set seq = coalesce((select max(journal.seq) from journal), 0);
