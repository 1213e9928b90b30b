/** Markets and events that operators changed recently, from the latest audit log entries. */
import { useQuery } from "@tanstack/react-query";
import type { AuditEntry } from "../../../api/generated/operator.ts";
import { useOperatorClient } from "../../session/operator-session.tsx";
import { listRecentEvents, findRecentListings } from "./recent-listings.ts";
import type { RecentEvent } from "./recent-listings.ts";

/** Number of audit log entries to read. */
const READ_ENTRIES = 500;

function useRecentEntries<Selected>(select: (entries: readonly AuditEntry[]) => Selected) {
  const request = useOperatorClient();
  return useQuery({
    queryKey: ["audit", "dealt-with"],
    queryFn: async ({ signal }) =>
      (await request("GET /audit", { query: { limit: READ_ENTRIES }, signal })).data,
    select,
  });
}

export const useRecentListings = () => useRecentEntries(findRecentListings);

export const useRecentEvents = (): readonly RecentEvent[] => useRecentEntries(listRecentEvents).data ?? [];
