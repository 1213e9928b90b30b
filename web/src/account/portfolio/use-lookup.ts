/** Looks up items by their names, in batches. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";

/** Maximum names of one request. */
export const BATCH = 50;

type ReadBatches<Found> = (
  batches: readonly (readonly string[])[],
  signal: AbortSignal,
) => Promise<ReadonlyMap<string, Found>>;

/** Returns the items loaded so far by name; empty names are ignored. */
export function useLookup<Found>(
  key: readonly string[],
  names: readonly string[],
  read: ReadBatches<Found>,
): ReadonlyMap<string, Found> {
  const wanted = [...new Set(names)].filter((name) => name !== "").toSorted();
  const { data } = useQuery({
    queryKey: [...key, wanted],
    queryFn: ({ signal }) => read(inBatches(wanted), signal),
    enabled: wanted.length > 0,
    staleTime: 60_000,
    // Loaded items stay visible while others load.
    placeholderData: keepPreviousData,
  });
  return data ?? new Map<string, Found>();
}

export const inBatches = (names: readonly string[]): readonly (readonly string[])[] =>
  Array.from({ length: Math.ceil(names.length / BATCH) }, (_, place) =>
    names.slice(place * BATCH, (place + 1) * BATCH),
  );
