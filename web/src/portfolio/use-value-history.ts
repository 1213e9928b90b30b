/** Loads the value and profit of the trader's wallet over a time range. */
import { skipToken, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { trading } from "../api/interfaces.ts";
import type { Position } from "../api/generated/data.ts";
import { ticksOfNumber } from "../money.ts";
import { useBalances } from "../wallet/balances.ts";
import type { Balances } from "../wallet/balances.ts";
import type { Trader } from "../wallet/session.tsx";
import { positionsQuery, wholeLedgerQuery } from "./trader-queries.ts";
import { computeValuePoints, NO_HOLDINGS, computeOpening, spreadTimes } from "./value-history.ts";
import type { Holdings, ValuePoint, WalletHistory, PricePoint } from "./value-history.ts";

/** Length of each range in milliseconds; infinite for all. */
const RANGES_MS = { day: 86_400_000, week: 604_800_000, month: 2_592_000_000, all: Infinity } as const;
export type Range = keyof typeof RANGES_MS;

const TIMES = 180;
const BATCH = 20;

export type ValueHistory = {
  readonly points: readonly ValuePoint[];
  /** Start of the profit in unix milliseconds; `undefined` if it covers the whole ledger. */
  readonly since: number | undefined;
};

export function useValueHistory(trader: Trader, range: Range) {
  const ledger = useQuery(wholeLedgerQuery(trader));
  const positions = useQuery(positionsQuery(trader));
  const balances = useBalances();
  const tokens = useMemo(
    () => tokensOf(ledger.data?.entries ?? [], balances.data),
    [ledger.data, balances.data],
  );
  const prices = useQuery({
    queryKey: ["own", "prices", tokens],
    queryFn: ledger.data === undefined ? skipToken : ({ signal }) => readPrices(tokens, signal),
  });
  const data = useMemo((): ValueHistory | undefined => {
    if (!ledger.data || !positions.data || !balances.data || !prices.data) return undefined;
    const { entries, complete } = ledger.data;
    const opening = complete ? NO_HOLDINGS : computeOpening(holdingsOf(balances.data), entries);
    const history = { entries, opening, prices: prices.data, current: currentPrices(positions.data) };
    return historyOf(history, range, complete);
  }, [ledger.data, positions.data, balances.data, prices.data, range]);
  const failed = [ledger, positions, balances, prices].find(({ error }) => error !== null);
  return { data, error: failed?.error ?? null, refetch: () => failed?.refetch() };
}

function historyOf(history: WalletHistory, range: Range, complete: boolean): ValueHistory {
  const now = Date.now();
  const [oldest] = history.entries;
  if (oldest === undefined) return { points: [], since: undefined };
  const begun = Date.parse(oldest.time);
  const first = Math.max(begun, now - RANGES_MS[range]);
  return {
    points: computeValuePoints(history, spreadTimes(first, now, TIMES)),
    since: complete ? undefined : begun,
  };
}

const tokensOf = (
  entries: readonly { readonly shares: readonly { readonly asset_id: string }[] }[],
  balances: Balances | undefined,
): readonly string[] =>
  [
    ...new Set([
      ...entries.flatMap(({ shares }) => shares.map(({ asset_id: token }) => token)),
      ...(balances?.shares.keys() ?? []),
    ]),
  ].toSorted();

async function readPrices(tokens: readonly string[], signal: AbortSignal) {
  const prices = new Map<string, readonly PricePoint[]>();
  for (let from = 0; from < tokens.length; from += BATCH) {
    const body = { markets: tokens.slice(from, from + BATCH), interval: "max" } as const;
    const { history } = await trading("POST /batch-prices-history", { body, signal });
    for (const [token, points] of Object.entries(history)) prices.set(token, points);
  }
  return prices;
}

const holdingsOf = ({ collateral, shares }: Balances): Holdings => ({
  money: collateral.total,
  shares: new Map([...shares].map(([token, { total }]) => [token, total])),
});

const currentPrices = (positions: readonly Position[]) =>
  new Map(positions.map(({ asset, curPrice }) => [asset, ticksOfNumber(curPrice)]));
