/** Entries of the audit log about announcements, the earliest first. */
import type { Sql } from "../sql/database.ts";
import type { AuditEntry } from "./audit.ts";

export type AnnouncementEntry = Pick<AuditEntry, "at" | "operator" | "action" | "subject" | "details">;

export const listAnnouncementEntries = (sql: Sql): Promise<AnnouncementEntry[]> =>
  sql<AnnouncementEntry[]>`
    select at, operator, action, subject, details from audit
    where action in ('announce', 'withdraw-announcement') order by batch, place`;
