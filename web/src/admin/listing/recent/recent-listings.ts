/** Finds the markets and events that entries of the audit log are about. */
import { AUDIT_ACTIONS } from "../../../../../src/core/events/audit-actions.ts";
import type { ValueKind } from "../../../../../src/core/events/audit-actions.ts";
import type { AuditEntry } from "../../../api/generated/operator.ts";

const LISTING_VALUE_KINDS: ReadonlySet<ValueKind> = new Set(["market", "event", "listing"]);
const LISTING_ACTIONS: ReadonlySet<string> = new Set(
  Object.entries(AUDIT_ACTIONS).flatMap(([action, { subject }]) =>
    LISTING_VALUE_KINDS.has(subject) ? [action] : [],
  ),
);

export type RecentEvent = { readonly slug: string; readonly title: string };

const readDetail = ({ details }: AuditEntry, name: string): string => {
  const value = details[name];
  return typeof value === "string" ? value : "";
};

/** Finds the latest entry of each market, and of each event whose markets took a step together. */
export function findRecentListings(entries: readonly AuditEntry[]): readonly AuditEntry[] {
  const latest = new Map<string, AuditEntry>();
  for (const entry of entries)
    if (LISTING_ACTIONS.has(entry.action) && !latest.has(entry.subject)) latest.set(entry.subject, entry);
  return [...latest.values()];
}

export const listRecentEvents = (entries: readonly AuditEntry[]): readonly RecentEvent[] =>
  entries
    .filter(({ action }) => action === "create-event")
    .map((entry) => ({ slug: readDetail(entry, "slug"), title: readDetail(entry, "title") }));
