/**
 * Queries about the trader's own account. Their keys begin with "own", so that a change can invalidate them all at
 * once.
 */
import { infiniteQueryOptions, queryOptions, skipToken } from "@tanstack/react-query";
import { data, trading } from "../../api/interfaces.ts";
import type { Position } from "../../api/generated/data.ts";
import type { Order } from "../../api/generated/trading.ts";
import { MAX_OFFSET, buildOffsetPages, joinPages } from "../../api/offset-pages.ts";
import { activityPages } from "../people/activity-pages.ts";
import { addMicros, NO_MICROS } from "../../../../src/core/units.ts";
import type { Micros } from "../../../../src/core/units.ts";
import { toMicros } from "../../base/money.ts";
import { LAST_CURSOR } from "../wallet/balances.ts";
import type { Trader } from "../wallet/session.tsx";
import { splitIntoBatches } from "./use-lookup.ts";

/** Refresh interval, for prices that are not followed live. */
const REFRESH_MS = 15_000;

const POSITIONS_PAGE_SIZE = 500;
const CLOSED_PAGE_SIZE = 50;
const MAX_CLOSED_OFFSET = 100_000;

const buildTraderKey = (trader: Trader | undefined, name: string) =>
  ["own", name, trader?.wallet.address] as const;

/** Lists all positions; none without a wallet. */
export const positionsQuery = (trader: Trader | undefined) =>
  queryOptions({
    queryKey: buildTraderKey(trader, "positions"),
    refetchInterval: REFRESH_MS,
    queryFn: trader === undefined ? skipToken : ({ signal }) => readPositions(trader, signal),
  });

async function readPositions({ wallet }: Trader, signal: AbortSignal): Promise<readonly Position[]> {
  const positions: Position[] = [];
  for (let offset = 0; offset <= MAX_OFFSET; offset += POSITIONS_PAGE_SIZE) {
    const query = { user: wallet.address, sizeThreshold: 0, limit: POSITIONS_PAGE_SIZE, offset };
    const page = await data("GET /positions", { query, signal });
    positions.push(...page);
    if (page.length < POSITIONS_PAGE_SIZE) break;
  }
  return positions;
}

const MAX_REDEMPTIONS = 500;

/** Sums the payouts of the trader's shares of these markets. */
export const receivedQuery = (trader: Trader | undefined, conditionIds: readonly string[]) =>
  queryOptions({
    queryKey: [...buildTraderKey(trader, "received"), ...conditionIds],
    queryFn:
      trader === undefined || conditionIds.length === 0
        ? skipToken
        : ({ signal }) => readReceived(trader, conditionIds, signal),
  });

async function readReceived(
  { wallet }: Trader,
  conditionIds: readonly string[],
  signal: AbortSignal,
): Promise<Micros> {
  const payouts: Micros[] = [];
  for (const market of splitIntoBatches(conditionIds)) {
    const query = { user: wallet.address, market, type: ["REDEEM"], limit: MAX_REDEMPTIONS } as const;
    const rows = await data("GET /activity", { query, signal });
    payouts.push(...rows.map((row) => toMicros(row.usdcSize)));
  }
  return payouts.reduce(addMicros, NO_MICROS);
}

/** Profit or loss of the trader in these markets; null if the trader had no shares of them. */
export const profitQuery = (trader: Trader | undefined, conditionIds: readonly string[]) =>
  queryOptions({
    queryKey: [...buildTraderKey(trader, "profit"), ...conditionIds],
    queryFn:
      trader === undefined || conditionIds.length === 0
        ? skipToken
        : ({ signal }) => readProfit(trader, conditionIds, signal),
  });

/** Sums the profits of open and closed positions. */
async function readProfit(
  { wallet: { address: user } }: Trader,
  conditionIds: readonly string[],
  signal: AbortSignal,
): Promise<Micros | null> {
  const profits: Micros[] = [];
  for (const market of splitIntoBatches(conditionIds)) {
    const open = await data("GET /positions", {
      query: { user, market, sizeThreshold: 0, limit: POSITIONS_PAGE_SIZE },
      signal,
    });
    profits.push(...open.flatMap(({ cashPnl, realizedPnl }) => [cashPnl, realizedPnl].map(toMicros)));
    for (let offset = 0, isWhole = false; !isWhole; offset += CLOSED_PAGE_SIZE) {
      const query = { user, market, limit: CLOSED_PAGE_SIZE, offset };
      const closed = await data("GET /closed-positions", { query, signal });
      profits.push(...closed.map(({ realizedPnl }) => toMicros(realizedPnl)));
      isWhole = closed.length < CLOSED_PAGE_SIZE;
    }
  }
  return profits.length === 0 ? null : profits.reduce(addMicros, NO_MICROS);
}

export const closedPositionsQuery = (trader: Trader) =>
  infiniteQueryOptions({
    ...buildOffsetPages(CLOSED_PAGE_SIZE, MAX_CLOSED_OFFSET),
    queryKey: buildTraderKey(trader, "closed"),
    queryFn: ({ pageParam: offset, signal }) => {
      const query = {
        user: trader.wallet.address,
        limit: CLOSED_PAGE_SIZE,
        offset,
        sortBy: "TIMESTAMP",
      } as const;
      return data("GET /closed-positions", { query, signal });
    },
    select: joinPages,
  });

export const activityQuery = (trader: Trader) =>
  infiniteQueryOptions({
    ...activityPages(trader.wallet.address),
    queryKey: buildTraderKey(trader, "activity"),
    select: joinPages,
  });

type Cursor = { readonly next_cursor?: string };

const nextCursor = ({ next_cursor: next }: { readonly next_cursor: string }): Cursor | undefined =>
  next === LAST_CURSOR ? undefined : { next_cursor: next };

/** Lists all open orders; none without a wallet. */
export const ordersQuery = (trader: Trader | undefined) =>
  queryOptions({
    queryKey: buildTraderKey(trader, "orders"),
    queryFn: trader === undefined ? skipToken : ({ signal }) => readOrders(trader, signal),
  });

async function readOrders({ headers }: Trader, signal: AbortSignal): Promise<readonly Order[]> {
  const orders: Order[] = [];
  for (let query: Cursor | undefined = {}; query !== undefined;) {
    const page: { readonly data: readonly Order[]; readonly next_cursor: string } = await trading(
      "GET /data/orders",
      { headers, query, signal },
    );
    orders.push(...page.data);
    query = nextCursor(page);
  }
  return orders;
}

export const ledgerQuery = (trader: Trader) =>
  infiniteQueryOptions({
    queryKey: buildTraderKey(trader, "ledger"),
    initialPageParam: "",
    queryFn: ({ pageParam, signal }) => readLedger(trader, pageParam, signal),
    getNextPageParam: (page) => nextCursor(page)?.next_cursor,
    select: ({ pages }) => pages.flatMap((page) => page.data),
  });

/** Reads a page of the wallet's ledger, without entries of other wallets of the same owner. */
export async function readLedger({ wallet, headers }: Trader, cursor: string, signal?: AbortSignal) {
  const query = cursor === "" ? {} : { next_cursor: cursor };
  const page = await trading("GET /ledger", { headers, query, ...(signal && { signal }) });
  return { ...page, data: page.data.filter(({ address }) => address.toLowerCase() === wallet.address) };
}
