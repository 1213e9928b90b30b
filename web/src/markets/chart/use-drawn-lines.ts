/** Joins each line's history with the line's live price, and puts the likeliest line first. */
import { useQueries } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useShownPrices } from "../queries/use-shown-prices.ts";
import type { ChartLine, DrawnLine, Point } from "./chart-line.ts";
import { historyQuery } from "./history.ts";
import type { Range } from "./history.ts";
import { createLineColours } from "./line-colours.ts";
import { createLineOrder } from "./line-order.ts";

const NO_POINTS: readonly Point[] = [];

export function useDrawnLines(lines: readonly ChartLine[], range: Range) {
  const livePrices = useShownPrices(lines.map(({ tokenId }) => tokenId));
  const histories = useQueries({
    queries: lines.map(({ tokenId }) => historyQuery(tokenId, range)),
    combine: (results) => ({
      points: results.map(({ data = NO_POINTS }) => data),
      isPending: results.some(({ isPending }) => isPending),
      error: results.find(({ error }) => error !== null)?.error ?? null,
      refetch: () => results.forEach(({ refetch }) => void refetch()),
    }),
  });
  const [coloursOf] = useState(createLineColours);
  const [inOrder] = useState(createLineOrder);
  const drawn = useMemo(() => {
    const colours = coloursOf(lines);
    const joined = lines.map((line, index): DrawnLine => {
      const points = histories.points[index] ?? NO_POINTS;
      const known = line.priced ? line.price : undefined;
      const colour = colours[index] ?? 0;
      return { ...line, points, colour, now: (line.closed ? undefined : livePrices[index]) ?? known };
    });
    return inOrder(joined);
  }, [coloursOf, inOrder, lines, livePrices, histories.points]);
  return { ...histories, lines: drawn };
}
