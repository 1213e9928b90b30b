/** What is asked of the trader's own things. Every key begins with "own": all are asked anew when something happened. */
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { data, trading } from "../api/interfaces.ts";
import type { Activity, ClosedPosition, Position } from "../api/generated/data.ts";
import type { LedgerEntry, Order } from "../api/generated/trading.ts";
import { END } from "../wallet/balances.ts";
import type { Trader } from "../wallet/session.tsx";

/** Prices move without anything of the trader's happening. */
const ANEW_MS = 15_000;

const POSITIONS = 500;
const CLOSED = 50;
const ACTIVITY = 100;

const ownKey = ({ wallet }: Trader, name: string) => ["own", name, wallet.address] as const;

const END_OF_OFFSETS = 10_000;

export const positionsQuery = (trader: Trader) =>
  queryOptions({
    queryKey: ownKey(trader, "positions"),
    refetchInterval: ANEW_MS,
    queryFn: async ({ signal }) => {
      const all: Position[] = [];
      for (let offset = 0; offset <= END_OF_OFFSETS; offset += POSITIONS) {
        const query = { user: trader.wallet.address, sizeThreshold: 0, limit: POSITIONS, offset };
        const page = await data("GET /positions", { query, signal });
        all.push(...page);
        if (page.length < POSITIONS) break;
      }
      return all;
    },
  });

const pages = <Row>(size: number) => ({
  initialPageParam: 0,
  getNextPageParam: (page: readonly Row[], all: readonly (readonly Row[])[]) =>
    page.length < size ? undefined : all.length * size,
});

export const closedQuery = (trader: Trader) =>
  infiniteQueryOptions({
    ...pages<ClosedPosition>(CLOSED),
    queryKey: ownKey(trader, "closed"),
    queryFn: ({ pageParam, signal }) => readClosed(trader, pageParam, signal),
  });

export const readClosed = (trader: Trader, offset: number, signal?: AbortSignal) =>
  data("GET /closed-positions", {
    query: { user: trader.wallet.address, limit: CLOSED, offset, sortBy: "TIMESTAMP" },
    ...(signal && { signal }),
  });

export type ActivityPlace = { readonly offset: number; readonly end?: number };

export const activityQuery = (trader: Trader) =>
  infiniteQueryOptions({
    queryKey: ownKey(trader, "activity"),
    initialPageParam: { offset: 0 } satisfies ActivityPlace as ActivityPlace,
    queryFn: ({ pageParam, signal }) => readActivity(trader, pageParam, signal),
    getNextPageParam: (page, _pages, place) => placeAfter(page, place),
  });

export const readActivity = (trader: Trader, place: ActivityPlace, signal?: AbortSignal) =>
  data("GET /activity", {
    query: { user: trader.wallet.address, limit: ACTIVITY, ...place },
    ...(signal && { signal }),
  });

/**
 * Where the next page begins. Offsets go only so far: from there on it is so many rows after the second of the last
 * one, of which some were read.
 */
export function placeAfter(page: readonly Activity[], place: ActivityPlace): ActivityPlace | undefined {
  const last = page.at(-1);
  if (last === undefined || page.length < ACTIVITY) return undefined;
  const offset = place.offset + ACTIVITY;
  if (offset <= END_OF_OFFSETS) return { ...place, offset };
  const end = last.timestamp;
  const read = page.filter(({ timestamp }) => timestamp === end).length;
  return { offset: read, end };
}

type Cursor = { readonly next_cursor?: string };

const nextCursor = ({ next_cursor: next }: { readonly next_cursor: string }): Cursor | undefined =>
  next === END ? undefined : { next_cursor: next };

export const ordersQuery = (trader: Trader) =>
  queryOptions({
    queryKey: ownKey(trader, "orders"),
    queryFn: async ({ signal }) => {
      const { headers } = trader;
      const all: Order[] = [];
      for (let query: Cursor | undefined = {}; query !== undefined;) {
        const page: { readonly data: readonly Order[]; readonly next_cursor: string } = await trading(
          "GET /data/orders",
          { headers, query, signal },
        );
        all.push(...page.data);
        query = nextCursor(page);
      }
      return all;
    },
  });

export const ledgerQuery = (trader: Trader) =>
  infiniteQueryOptions({
    queryKey: ownKey(trader, "ledger"),
    initialPageParam: "",
    queryFn: ({ pageParam, signal }) => readLedger(trader, pageParam, signal),
    getNextPageParam: (page) => nextCursor(page)?.next_cursor,
  });

export const readLedger = ({ headers }: Trader, cursor: string, signal?: AbortSignal) =>
  trading("GET /ledger", {
    headers,
    query: cursor === "" ? {} : { next_cursor: cursor },
    ...(signal && { signal }),
  });

const MOST_LEDGER_PAGES = 20;

/** The ledger as far back as it is worth waiting for, the oldest first; and whether it is all of it. */
export const wholeLedgerQuery = (trader: Trader) =>
  queryOptions({
    queryKey: ownKey(trader, "whole ledger"),
    queryFn: async ({ signal }) => {
      const entries: LedgerEntry[] = [];
      let cursor: string | undefined = "";
      for (let page = 0; page < MOST_LEDGER_PAGES && cursor !== undefined; page += 1) {
        const { data: rows, next_cursor: next } = await readLedger(trader, cursor, signal);
        entries.push(...rows);
        cursor = next === END ? undefined : next;
      }
      return { entries: entries.toReversed(), complete: cursor === undefined };
    },
  });
