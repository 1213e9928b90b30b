/**
 * The audit log: operators and their actions, with time and reason. An entry is written together with the event that it
 * describes.
 */
import type { Fragment, Sql } from "../sql/database.ts";

/** Position of an entry: its batch, and its event's index there. */
export type AuditPlace = { readonly batch: number; readonly place: number };

export type AuditEntry = AuditPlace & {
  /** Engine time, milliseconds. */
  readonly at: number;
  readonly operator: string;
  readonly action: string;
  readonly subject: string;
  readonly reason: string;
  readonly details: Readonly<Record<string, unknown>>;
};

/** Audit entry reduced to the fields from which state is derived. */
export type DeedEntry = Pick<AuditEntry, "at" | "operator" | "action" | "subject" | "details">;

export type AuditFilter = {
  readonly subject: string | undefined;
  readonly operator: string | undefined;
  readonly action?: string;
  /** Cursor: the list has entries before this position. */
  readonly before: AuditPlace | undefined;
  readonly limit: number;
};

/** Lists the newest entries that match, newest first. */
export function listAudit(
  sql: Sql,
  { subject, operator, action, before, limit }: AuditFilter,
): Promise<AuditEntry[]> {
  return sql<AuditEntry[]>`
    select batch, place, at, operator, action, subject, reason, details from audit
    where true
      ${subject === undefined ? sql`` : ofSubject(sql, subject)}
      ${operator === undefined ? sql`` : sql`and operator = ${operator}`}
      ${action === undefined ? sql`` : sql`and action = ${action}`}
      ${before === undefined ? sql`` : sql`and (batch, place) < (${before.batch}, ${before.place})`}
    order by batch desc, place desc limit ${limit}`;
}

const CONDITION = /^0x[0-9a-f]{64}$/;

/** Selects entries of a subject. Entries of an event also belong to each of its markets. */
const ofSubject = (sql: Sql, subject: string): Fragment =>
  CONDITION.test(subject)
    ? sql`and subject in (${subject}, (select event_id::text from markets where condition_id = ${subject}))`
    : sql`and subject = ${subject}`;

type ReasonSearch = { readonly action: string; readonly text: string; readonly limit: number };

/** Lists the subjects of an action whose reason contains the text, ignoring case; newest entry first. */
export async function listSubjectsByReason(
  sql: Sql,
  { action, text, limit }: ReasonSearch,
): Promise<string[]> {
  const rows = await sql<{ subject: string }[]>`
    select subject from audit
    where action = ${action} and position(lower(${text}) in lower(reason)) > 0
    group by subject order by max(batch) desc, subject limit ${limit}`;
  return rows.map(({ subject }) => subject);
}
