/** Colours of a chart's lines: each belongs to its outcome for as long as the chart is open, whichever lines come and go. */
import type { ChartLine } from "./chart-line.ts";

/** Number of colours: an event of as many outcomes has one for each. */
export const COLOURS = 8;

/** Gives the colours of the lines, as places in the list of colours. */
export type LineColours = (lines: readonly Pick<ChartLine, "tokenId" | "place">[]) => readonly number[];

/**
 * Begins with no colour given. A line has the colour of its place in the event, or, while another line has that, the
 * first free one. It keeps it: a line that comes back gets the same again, where nobody took it meanwhile.
 */
export function createLineColours(): LineColours {
  const given = new Map<string, number>();
  let shown: ReadonlyMap<string, number> = new Map();
  return (lines) => {
    const taken = new Set<number>();
    const found = new Map<string, number>();
    const take = (tokenId: string, colour: number | undefined): void => {
      if (colour === undefined || taken.has(colour) || found.has(tokenId)) return;
      taken.add(colour);
      found.set(tokenId, colour);
    };
    for (const { tokenId } of lines) take(tokenId, shown.get(tokenId));
    for (const { tokenId } of lines) take(tokenId, given.get(tokenId));
    for (const { tokenId, place } of lines) take(tokenId, place % COLOURS);
    for (const { tokenId } of lines)
      for (let colour = 0; colour < COLOURS; colour += 1) take(tokenId, colour);
    for (const [tokenId, colour] of found) given.set(tokenId, colour);
    shown = found;
    return lines.map(({ tokenId }) => found.get(tokenId) ?? 0);
  };
}
