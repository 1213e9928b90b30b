-- The read tables are written behind the journal: `seq` is the batch up to which they stand, and `hash` its hash, by which a
-- changed `seq` is noticed. Until now they stood at the journal's end.
alter table read_tables add column seq bigint not null default 0, add column hash bytea;
update read_tables set (seq, hash) = (last.seq, last.hash) from (select seq, hash from journal order by seq desc limit 1) as last;
