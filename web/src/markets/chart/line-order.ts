/**
 * The order of a chart's lines: by each line's chance when first seen, the likeliest first. So no row of the legend moves
 * while the page is open.
 */
import type { ChartLine } from "./chart-line.ts";

type OrderedLine = Pick<ChartLine, "tokenId" | "place" | "price" | "priced" | "leads">;

/** Sorts lines, and remembers the chance of each. */
type LineOrder = <Line extends OrderedLine>(lines: readonly Line[]) => readonly Line[];

const UNPRICED_CHANCE = -1;

/** Creates an order without lines. Equal chances keep the listing's order, and lines without a price come last. */
export function createLineOrder(): LineOrder {
  const firstSeen = new Map<string, number>();
  return (lines) => {
    for (const { tokenId, price, priced } of lines)
      if (priced && !firstSeen.has(tokenId)) firstSeen.set(tokenId, price);
    const chanceOf = ({ tokenId }: OrderedLine): number => firstSeen.get(tokenId) ?? UNPRICED_CHANCE;
    return lines.toSorted(
      (a, b) =>
        Number(b.leads ?? false) - Number(a.leads ?? false) || chanceOf(b) - chanceOf(a) || a.place - b.place,
    );
  };
}
