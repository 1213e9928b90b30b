-- A price history ends with the payout, which may be 0 or 1.
alter table price_history
  drop constraint price_history_midpoint_check,
  add constraint price_history_midpoint_check check (midpoint between 0 and 20000);
