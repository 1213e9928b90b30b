/** Colours of a chart's lines. Each outcome keeps its colour while the chart is open, whichever lines are shown. */
import type { ChartLine } from "./chart-line.ts";

/** Number of colours. An event with at most this many outcomes has a different colour for each. */
export const COLOUR_COUNT = 8;

/** Returns the colours of the lines, as indexes into the list of colours. */
export type LineColours = (lines: readonly Pick<ChartLine, "tokenId" | "place">[]) => readonly number[];

/**
 * Starts without assigned colours. A line gets the colour of its index in the event or, if another line has that colour,
 * the first free one. A hidden line that is shown again gets its earlier colour, unless another line took that.
 */
export function createLineColours(): LineColours {
  const earlierColours = new Map<string, number>();
  let shownColours: ReadonlyMap<string, number> = new Map();
  return (lines) => {
    const takenColours = new Set<number>();
    const newColours = new Map<string, number>();
    const assign = (tokenId: string, colour: number | undefined): void => {
      if (colour === undefined || takenColours.has(colour) || newColours.has(tokenId)) return;
      takenColours.add(colour);
      newColours.set(tokenId, colour);
    };
    for (const { tokenId } of lines) assign(tokenId, shownColours.get(tokenId));
    for (const { tokenId } of lines) assign(tokenId, earlierColours.get(tokenId));
    for (const { tokenId, place } of lines) assign(tokenId, place % COLOUR_COUNT);
    for (const { tokenId } of lines)
      for (let colour = 0; colour < COLOUR_COUNT; colour += 1) assign(tokenId, colour);
    for (const [tokenId, colour] of newColours) earlierColours.set(tokenId, colour);
    shownColours = newColours;
    return lines.map(({ tokenId }) => newColours.get(tokenId) ?? 0);
  };
}
