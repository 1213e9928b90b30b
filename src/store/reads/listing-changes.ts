/** Edits and clarifications of an event and its markets, which the audit log has. Traders see these of its entries. */
import type { Scope } from "../catalog/catalog-records.ts";
import { marketsInScope } from "../catalog/scope-terms.ts";
import type { AnySql } from "../sql/database.ts";

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

/** The changes of the event and of its markets in scope, the latest first. */
export const listListingChanges = (sql: AnySql, eventId: string, scope: Scope): Promise<ListingChange[]> =>
  sql<ListingChange[]>`
    select at, nullif(subject, ${eventId}) as "conditionId", details from audit
    where subject = any(${eventId}::text || array(
        select condition_id from markets where no in (
          select market from market_entries where event = ${eventId}::bigint ${marketsInScope(sql, scope)}
        )
      ))
      and action = any(${[EDIT_EVENT, EDIT_MARKET, CLARIFY]}::text[])
    order by batch desc, place desc`;
