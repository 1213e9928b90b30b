/** Reloads the trader's positions after live price changes, which no message of the trader's channel reports. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { throttle } from "../live/throttle.ts";
import { useShownPrices } from "../markets/use-shown-prices.ts";
import type { Trader } from "../wallet/session.tsx";
import { positionsQuery } from "./trader-queries.ts";

/** Number of positions whose prices are followed. The others reload at an interval. */
const FOLLOWED = 100;
const THROTTLE_MS = 1_000;

export function useRefreshOnPriceChange(trader: Trader): void {
  const queries = useQueryClient();
  const { data = [] } = useQuery(positionsQuery(trader));
  const open = data.filter(({ redeemable }) => !redeemable).slice(0, FOLLOWED);
  const prices = useShownPrices(open.map(({ asset }) => asset));
  const valuing = useMemo(
    () => throttle(THROTTLE_MS, () => void queries.invalidateQueries(positionsQuery(trader))),
    [queries, trader],
  );
  useEffect(() => valuing.stop, [valuing]);
  useEffect(() => {
    if (prices.some((price) => price !== undefined)) valuing.call();
  }, [prices, valuing]);
}
