/** How the exchange is, asked every few seconds; and whether what is known of it is old. */
import { useQuery } from "@tanstack/react-query";
import type { Operations } from "../api/generated/operator.ts";
import { useNow } from "../parts/use-now.ts";
import { useAsk } from "./operator-session.tsx";

export type Status = Operations["GET /status"]["answer"];
export type Role = Status["operator"]["roles"][number];

const EVERY_MS = 3_000;
/** After so long without an answer the figures may be old, whatever became of the requests. */
const OLD_MS = 12_000;

export function useStatus() {
  const ask = useAsk();
  return useQuery({
    queryKey: ["status"],
    queryFn: ({ signal }) => ask("GET /status", { signal }),
    refetchInterval: EVERY_MS,
  });
}

/** The moment of the last answer when the figures on the page may be old, else `undefined`. */
export function useOldSince(): number | undefined {
  const { data, dataUpdatedAt, isError } = useStatus();
  const now = useNow(1_000);
  if (data === undefined) return undefined;
  return isError || now - dataUpdatedAt > OLD_MS ? dataUpdatedAt : undefined;
}
