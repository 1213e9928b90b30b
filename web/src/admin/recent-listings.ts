/** Finds the markets and events that entries of the audit log are about. */
import type { AuditEntry } from "../api/generated/operator.ts";

const CONDITION = /^0x[0-9a-f]{64}$/;
const EVENT_ID = /^\d+$/;
const CLARIFY = "clarify";
/** Actions whose subject is the id of an event. */
const EVENT_ACTIONS: ReadonlySet<string> = new Set([
  "create-event",
  "edit-event",
  "open-event",
  "pause-event",
  "resume-event",
  "resolve-event",
  "archive-event",
  "propose-winner",
]);

/** A market, or an event whose markets took a step together. */
export type RecentListing = {
  readonly kind: "market" | "event";
  /** Condition of the market, or id of the event. */
  readonly id: string;
  /** Question or title; empty if the creation is older than those entries. */
  readonly title: string;
  readonly action: string;
  readonly time: string;
};

export type RecentEvent = { readonly slug: string; readonly title: string };

const textOf = (entry: AuditEntry | undefined, name: string): string => {
  const value = entry?.details[name];
  return typeof value === "string" ? value : "";
};

/** Tells what an entry is about; `undefined` of one about something else, such as a wallet. */
function kindOf({ subject, action }: AuditEntry): RecentListing["kind"] | undefined {
  if (CONDITION.test(subject)) return "market";
  return EVENT_ACTIONS.has(action) || (action === CLARIFY && EVENT_ID.test(subject)) ? "event" : undefined;
}

/** Finds the latest entry of each market and of each event. */
export function listingsOf(entries: readonly AuditEntry[]): readonly RecentListing[] {
  const latest = new Map<string, AuditEntry>();
  const made = new Map<string, AuditEntry>();
  for (const entry of entries) {
    if (kindOf(entry) === undefined) continue;
    if (!latest.has(entry.subject)) latest.set(entry.subject, entry);
    if (entry.action === "create-market" || entry.action === "create-event") made.set(entry.subject, entry);
  }
  return Array.from(latest.values(), (entry) => {
    const { subject: id, action, time } = entry;
    const kind = kindOf(entry) ?? "market";
    return { kind, id, title: textOf(made.get(id), kind === "market" ? "question" : "title"), action, time };
  });
}

export const eventsOf = (entries: readonly AuditEntry[]): readonly RecentEvent[] =>
  entries
    .filter(({ action }) => action === "create-event")
    .map((entry) => ({ slug: textOf(entry, "slug"), title: textOf(entry, "title") }));
