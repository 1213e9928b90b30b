-- The first fill of an incoming order names the trade that all its fills are, for clients that know one trade each.
drop index trades_taker;
create index trades_taker on trades (taker, no);
