/** Edits and clarifications of an event and its markets, which the audit log has. Traders see these of its entries. */
import type { Scope } from "../catalog/catalog-records.ts";
import { marketsInScope } from "../catalog/scope-terms.ts";
import type { AnySql, Fragment } from "../sql/database.ts";

/** Actions whose details traders see. */
export const EDIT_EVENT = "edit-event";
export const EDIT_MARKET = "edit-market";
export const CLARIFY = "clarify";

export type ListingChange = {
  /** Engine time, milliseconds. */
  readonly at: number;
  /** Condition of the market; `null` for the event. */
  readonly conditionId: string | null;
  readonly details: {
    readonly changes?: readonly { readonly field: string; readonly from: unknown; readonly to: unknown }[];
    readonly text?: string;
  };
};

/** Counts the clarifications of an event, by its id, or of a market, by its condition. */
export async function countClarifications(sql: AnySql, subject: string): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*) as count from audit where subject = ${subject} and action = ${CLARIFY}`;
  return row?.count ?? 0;
}

/** Actions that edit an event or a market. A clarification changes nothing that an edit could overwrite. */
const EDITS = [EDIT_EVENT, EDIT_MARKET];

/** The batch of the latest edit of a subject, an expression; 0 where it was never edited. */
export const lastEditColumn = (sql: AnySql, subject: Fragment): Fragment => sql`
  coalesce((select max(batch) from audit where subject = ${subject} and action = any(${EDITS}::text[])), 0) as "lastEdit"`;

export type SubjectEdit = Pick<ListingChange, "at" | "details"> & {
  readonly batch: number;
  readonly operator: string;
};

/** Lists the latest edits of a subject after a batch, the latest first. */
export const listEditsAfter = (
  sql: AnySql,
  subject: string,
  { batch, limit }: { readonly batch: number; readonly limit: number },
): Promise<SubjectEdit[]> =>
  sql<SubjectEdit[]>`
    select batch, at, operator, details from audit
    where subject = ${subject} and action = any(${EDITS}::text[]) and batch > ${batch}
    order by batch desc, place desc limit ${limit}`;

type ChangesPage = {
  readonly eventId: string;
  readonly scope: Scope;
  readonly limit: number;
  readonly offset: number;
};

/** A page of the changes of the event and of its markets in scope, the latest first. */
export const listListingChanges = (
  sql: AnySql,
  { eventId, scope, limit, offset }: ChangesPage,
): Promise<ListingChange[]> =>
  sql<ListingChange[]>`
    select at, nullif(subject, ${eventId}) as "conditionId", details from audit
    where subject = any(${eventId}::text || array(
        select condition_id from markets where no in (
          select market from market_entries where event = ${eventId}::bigint ${marketsInScope(sql, scope)}
        )
      ))
      and action = any(${[EDIT_EVENT, EDIT_MARKET, CLARIFY]}::text[])
    order by batch desc, place desc limit ${limit} offset ${offset}`;
