/** Has the trader's positions valued anew when prices move, without anything of the trader's own happening. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { together } from "../live/together.ts";
import { useShownPrices } from "../markets/use-shown-prices.ts";
import type { Trader } from "../wallet/session.tsx";
import { positionsQuery } from "./own-queries.ts";

/** The first that are listed; the rest is asked anew now and then. */
const FOLLOWED = 100;
const TOGETHER_MS = 1_000;

export function useRevaluation(trader: Trader): void {
  const queries = useQueryClient();
  const { data = [] } = useQuery(positionsQuery(trader));
  const open = data.filter(({ redeemable }) => !redeemable).slice(0, FOLLOWED);
  const prices = useShownPrices(open.map(({ asset }) => asset));
  const valuing = useMemo(
    () => together(TOGETHER_MS, () => void queries.invalidateQueries(positionsQuery(trader))),
    [queries, trader],
  );
  useEffect(() => valuing.stop, [valuing]);
  useEffect(() => {
    if (prices.some((price) => price !== undefined)) valuing.tell();
  }, [prices, valuing]);
}
