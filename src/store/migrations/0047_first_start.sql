-- True until the first start of an exchange has done what is done once, such as the files of its init folder. Exchanges of
-- before have had theirs.
alter table run_mode add column first_start boolean not null default false;
