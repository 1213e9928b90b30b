/** Trades that match a filter: earlier ones page by page, later ones as the live channel reports them. */
import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import type { InfiniteData, QueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { openActivity } from "../live/activity-channel.ts";
import { throttle } from "../live/throttle.ts";
import { keyTrades, readLaterTrades, tradesPages } from "./activity-trades.ts";
import type { TradesFilter, TradesPage } from "./activity-trades.ts";

/** Minimum time between two reads of later trades, in milliseconds. */
const CALM_MS = 1_500;

type Held = InfiniteData<TradesPage, string>;

const newestOf = (held: Held | undefined): string | undefined =>
  held?.pages.flatMap(({ rows }) => rows)[0]?.hash;

/** Adds later trades above the loaded ones. Returns false while a page is being read, since its result would overwrite them. */
async function addLater(client: QueryClient, filter: TradesFilter): Promise<boolean> {
  const { queryKey } = tradesPages(filter);
  const held = client.getQueryData<Held>(queryKey);
  const newest = newestOf(held);
  if (held === undefined) return true;
  const later = newest === undefined ? undefined : await readLaterTrades(filter, newest);
  if (client.isFetching({ queryKey, exact: true }) > 0) return false;
  if (later === undefined) await client.resetQueries({ queryKey, exact: true });
  else if (later.length > 0)
    client.setQueryData<Held>(queryKey, (now) => {
      const [first, ...others] = now?.pages ?? [];
      // The list may have been loaded again meanwhile.
      if (now === undefined || first === undefined || newestOf(now) !== newest) return now;
      return { ...now, pages: [{ ...first, rows: [...later, ...first.rows] }, ...others] };
    });
  return true;
}

/** Reads later trades, one read at a time, and again if something was traded during a read. */
function followTrades(add: () => Promise<boolean>, onError: (error: unknown) => void): () => void {
  let running = false;
  async function run(): Promise<void> {
    if (running) return soon.call();
    running = true;
    try {
      if (!(await add())) soon.call();
      onError(undefined);
    } catch (error) {
      onError(error);
    }
    running = false;
  }
  const soon = throttle(CALM_MS, () => void run());
  const channel = openActivity({
    onMessage: soon.call,
    onState: (state) => state === "live" && soon.call(),
  });
  return () => {
    soon.stop();
    channel.close();
  };
}

/** Returns the trades, newest first. While paused, nothing is added above them. */
export function useSiteActivity(filter: TradesFilter) {
  const client = useQueryClient();
  const query = useInfiniteQuery(tradesPages(filter));
  const [isPaused, setPaused] = useState(false);
  const [error, setError] = useState<unknown>(undefined);
  const name = JSON.stringify(filter);
  useEffect(() => {
    if (isPaused) return undefined;
    const read: TradesFilter = JSON.parse(name);
    return followTrades(() => addLater(client, read), setError);
  }, [client, name, isPaused]);
  const pages = query.data?.pages;
  const trades = useMemo(() => pages && keyTrades(pages.flatMap(({ rows }) => rows)), [pages]);
  return { query, trades, error: query.error ?? error, isPaused, toggle: () => setPaused(!isPaused) };
}
