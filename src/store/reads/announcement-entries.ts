/** Entries of the audit log about announcements, the earliest first. */
import type { Sql } from "../sql/database.ts";
import type { DeedEntry } from "./audit.ts";

export const listAnnouncementEntries = (sql: Sql): Promise<DeedEntry[]> =>
  sql<DeedEntry[]>`
    select at, operator, action, subject, details from audit
    where action in ('announce', 'withdraw-announcement') order by batch, place`;
