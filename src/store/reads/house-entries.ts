/** Entries of the audit log about house makers, the earliest first: their starts and stops, and moves of their collateral. */
import type { Sql } from "../sql/database.ts";
import type { DeedEntry } from "./audit.ts";

export const listHouseEntries = (sql: Sql): Promise<DeedEntry[]> =>
  sql<DeedEntry[]>`
    with steps as materialized (
      select batch, place, at, operator, action, subject, details from audit
      where action in ('start-house-maker', 'stop-house-maker')
    ), moves as (
      select batch, place, at, operator, action, subject, details from audit
      where subject in (select details ->> 'address' from steps) and action in ('credit', 'debit')
    )
    select at, operator, action, subject, details
    from (select * from steps union all select * from moves) as entries order by batch, place`;
