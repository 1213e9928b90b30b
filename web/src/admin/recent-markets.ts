/** Markets and events that operators changed recently, from the latest audit log entries. */
import { useQuery } from "@tanstack/react-query";
import type { AuditEntry } from "../api/generated/operator.ts";
import { useOperatorClient } from "./operator-session.tsx";

/** Number of audit log entries to read. */
const READ_ENTRIES = 500;
const CONDITION = /^0x[0-9a-f]{64}$/;

export type RecentEvent = { readonly slug: string; readonly title: string };

const textOf = ({ details }: AuditEntry, name: string): string => {
  const value = details[name];
  return typeof value === "string" ? value : "";
};

function useRecentEntries<Selected>(select: (entries: readonly AuditEntry[]) => Selected) {
  const request = useOperatorClient();
  return useQuery({
    queryKey: ["audit", "dealt-with"],
    queryFn: async ({ signal }) =>
      (await request("GET /audit", { query: { limit: READ_ENTRIES }, signal })).data,
    select,
  });
}

export const useRecentMarkets = () => useRecentEntries(marketsOf);

/** Finds the latest entry of each market. */
function marketsOf(entries: readonly AuditEntry[]): readonly AuditEntry[] {
  const latest = new Map<string, AuditEntry>();
  for (const entry of entries)
    if (CONDITION.test(entry.subject) && !latest.has(entry.subject)) latest.set(entry.subject, entry);
  return [...latest.values()];
}

export const useRecentEvents = (): readonly RecentEvent[] => useRecentEntries(eventsOf).data ?? [];

const eventsOf = (entries: readonly AuditEntry[]): readonly RecentEvent[] =>
  entries
    .filter(({ action }) => action === "create-event")
    .map((entry) => ({ slug: textOf(entry, "slug"), title: textOf(entry, "title") }));
