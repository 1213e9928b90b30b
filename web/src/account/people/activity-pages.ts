/** Pages of a wallet's activity, which may be of any length. */
import { data } from "../../api/interfaces.ts";
import type { Activity } from "../../api/generated/data.ts";
import { MAX_OFFSET } from "../../api/offset-pages.ts";

const PAGE_SIZE = 100;

export type ActivityCursor = { readonly offset: number; readonly end?: number };

export const readActivity = (
  user: string,
  place: ActivityCursor,
  signal?: AbortSignal,
): Promise<readonly Activity[]> =>
  data("GET /activity", { query: { user, limit: PAGE_SIZE, ...place }, ...(signal && { signal }) });

/**
 * Finds the position of the next page. Beyond the largest offset, offsets restart at the timestamp of the last row, and
 * skip the rows with that timestamp that were read.
 */
export function findNextCursor(page: readonly Activity[], place: ActivityCursor): ActivityCursor | undefined {
  const last = page.at(-1);
  if (last === undefined || page.length < PAGE_SIZE) return undefined;
  const offset = place.offset + PAGE_SIZE;
  if (offset <= MAX_OFFSET) return { ...place, offset };
  const end = last.timestamp;
  const read = page.filter(({ timestamp }) => timestamp === end).length;
  return { offset: read, end };
}

/** Options for `infiniteQueryOptions`, without the key. */
export const activityPages = (user: string) => ({
  initialPageParam: { offset: 0 } satisfies ActivityCursor as ActivityCursor,
  queryFn: ({ pageParam, signal }: { readonly pageParam: ActivityCursor; readonly signal: AbortSignal }) =>
    readActivity(user, pageParam, signal),
  getNextPageParam: (page: readonly Activity[], _pages: unknown, place: ActivityCursor) =>
    findNextCursor(page, place),
});
