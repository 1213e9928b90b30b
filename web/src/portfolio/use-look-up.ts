/** Looks things up by their names, some at a time. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";

/** Names that one request takes. */
export const BATCH = 50;

type ReadBatches<Found> = (
  batches: readonly (readonly string[])[],
  signal: AbortSignal,
) => Promise<ReadonlyMap<string, Found>>;

/** Gives those that are known so far by their names; empty names stand for nothing. */
export function useLookUp<Found>(
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
    // Those that are known stay visible while others load.
    placeholderData: keepPreviousData,
  });
  return data ?? new Map<string, Found>();
}

export const inBatches = (names: readonly string[]): readonly (readonly string[])[] =>
  Array.from({ length: Math.ceil(names.length / BATCH) }, (_, place) =>
    names.slice(place * BATCH, (place + 1) * BATCH),
  );
