/** Joins each line's history with its live price, and puts the likeliest line first. */
import { useQueries } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useShownPrices } from "../markets/use-shown-prices.ts";
import type { ChartLine, DrawnLine, Point } from "./chart-line.ts";
import { historyQuery } from "./history.ts";
import type { Range } from "./history.ts";
import { createLineColours } from "./line-colours.ts";

// The order of a chart's lines: by each line's chance when first seen, the likeliest first. No row moves while the page is
// open.

type OrderedLine = Pick<ChartLine, "tokenId" | "place" | "price" | "priced">;

/** Sorts lines, and remembers the chance of each. */
type LineOrder = <Line extends OrderedLine>(lines: readonly Line[]) => readonly Line[];

const UNPRICED = -1;

/** Starts without any lines. Equal chances keep the listing's order, and lines without a price come last. */
export function createLineOrder(): LineOrder {
  const firstSeen = new Map<string, number>();
  return (lines) => {
    for (const { tokenId, price, priced } of lines)
      if (priced && !firstSeen.has(tokenId)) firstSeen.set(tokenId, price);
    const chanceOf = ({ tokenId }: OrderedLine): number => firstSeen.get(tokenId) ?? UNPRICED;
    return lines.toSorted((a, b) => chanceOf(b) - chanceOf(a) || a.place - b.place);
  };
}

const NO_POINTS: readonly Point[] = [];

export function useDrawnLines(lines: readonly ChartLine[], range: Range) {
  const live = useShownPrices(lines.map(({ tokenId }) => tokenId));
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
      const known = line.closed || points.length > 0 ? line.price : undefined;
      const colour = colours[index] ?? 0;
      return { ...line, points, colour, now: (line.closed ? undefined : live[index]) ?? known };
    });
    return inOrder(joined);
  }, [coloursOf, inOrder, lines, live, histories.points]);
  return { ...histories, lines: drawn };
}
