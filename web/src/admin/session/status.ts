/** The status of the exchange, polled every few seconds. */
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useNow } from "../../parts/hooks/use-now.ts";
import { useOperatorQuery } from "./operator-session.tsx";
import type { Answer } from "./operator-session.tsx";

export type Status = Answer<"GET /status">;
export type Role = Status["operator"]["roles"][number];

const POLL_MS = 3_000;
/** Age in milliseconds from which the status counts as stale, even while requests are pending. */
const STALE_MS = 12_000;

export const useStatus = () => useOperatorQuery("GET /status", { refetchInterval: POLL_MS });

/** Tells whether the operator lacks the role; false until the status is known, since the exchange checks roles itself. */
export function useIsMissing(role: Role): boolean {
  const { data } = useStatus();
  return data !== undefined && !data.operator.roles.includes(role);
}

/** Repeats failed reads once the exchange answers again. */
export function useRetryWhenBack(): void {
  const queries = useQueryClient();
  const { isError } = useStatus();
  const wasAway = useRef(false);
  useEffect(() => {
    if (wasAway.current && !isError)
      void queries.refetchQueries({ predicate: ({ state }) => state.status === "error" });
    wasAway.current = isError;
  }, [isError, queries]);
}

/** Returns the time of the last status in unix milliseconds once it may be stale; `undefined` while it is fresh. */
export function useStaleSince(): number | undefined {
  const { data, dataUpdatedAt, isError } = useStatus();
  const now = useNow(1_000);
  if (data === undefined) return undefined;
  return isError || now - dataUpdatedAt > STALE_MS ? dataUpdatedAt : undefined;
}
