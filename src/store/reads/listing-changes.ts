/** Edits and clarifications of an event and its markets, which the audit log has. Traders see these of its entries. */
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

/** The changes of the event and of these markets, the latest first. */
export const listListingChanges = (
  sql: AnySql,
  eventId: string,
  conditionIds: readonly string[],
): Promise<ListingChange[]> =>
  sql<ListingChange[]>`
    select at, nullif(subject, ${eventId}) as "conditionId", details from audit
    where subject = any(${[eventId, ...conditionIds]}::text[])
      and action = any(${[EDIT_EVENT, EDIT_MARKET, CLARIFY]}::text[])
    order by batch desc, place desc`;
