-- Looks are made by rules of the program, which change: each has the number of those that made it, and a start makes those
-- of other rules anew. Two names that were given when they looked different stay, so that a look is no key; one change of
-- names at a time sees to it that no other name takes a look that is borne.
alter table wallet_names drop constraint wallet_names_look_key;
create index wallet_names_look on wallet_names (look);
alter table wallet_names add column look_rules smallint not null default 1;
alter table ended_names add column look_rules smallint not null default 1;
alter table forbidden_names add column look_rules smallint not null default 1;
-- A look of now stands beside that of earlier rules until this one is removed.
alter table forbidden_names drop constraint forbidden_names_pkey;
alter table forbidden_names add primary key (look, match, look_rules);
create index wallet_names_other_rules on wallet_names (look_rules);
create index ended_names_other_rules on ended_names (look_rules);
