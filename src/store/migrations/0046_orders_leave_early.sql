-- Orders that leave the book before their expiration. Orders of before leave at it; the rebuild writes all of them.
alter table orders add column leaves_at bigint not null default 0;
