/** Entries of the audit log about invites, the earliest first: made, used and revoked. */
import type { Sql } from "../sql/database.ts";
import type { AuditEntry } from "./audit.ts";

export type InviteDeed = Omit<AuditEntry, "batch" | "place">;

export const selectInviteDeeds = (sql: Sql) =>
  sql<InviteDeed[]>`
    select at, operator, action, subject, reason, details from audit
    where action in ('make-invite', 'revoke-invite', 'use-invite') order by batch, place`;
