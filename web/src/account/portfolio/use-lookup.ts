/** Looks up items by their names, in batches. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";

/** Maximum names of one request. */
export const MAX_BATCH_NAMES = 50;

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
    queryFn: ({ signal }) => read(splitIntoBatches(wanted), signal),
    enabled: wanted.length > 0,
    staleTime: 60_000,
    // Items that are loaded stay visible while further ones load.
    placeholderData: keepPreviousData,
  });
  return data ?? new Map<string, Found>();
}

export const splitIntoBatches = (names: readonly string[]): readonly (readonly string[])[] =>
  Array.from({ length: Math.ceil(names.length / MAX_BATCH_NAMES) }, (_, place) =>
    names.slice(place * MAX_BATCH_NAMES, (place + 1) * MAX_BATCH_NAMES),
  );
