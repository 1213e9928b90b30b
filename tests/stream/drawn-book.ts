/** A book as text, so that books from different sources can be compared: levels from the lowest price up. */
import type { LocalBook } from "./local-book.ts";

type Level = { readonly price: string; readonly size: string };

const drawn = (
  bids: Iterable<readonly [string, string]>,
  asks: Iterable<readonly [string, string]>,
): string =>
  JSON.stringify([bids, asks].map((side) => [...side].sort(([one], [other]) => Number(one) - Number(other))));

export const drawnLocal = ({ bids, asks }: LocalBook): string => drawn(bids, asks);

/** Draws a book in an answer of GET /book. */
export const drawnRecord = ({ bids, asks }: Readonly<Record<"bids" | "asks", readonly Level[]>>): string =>
  drawn(
    bids.map(({ price, size }) => [price, size]),
    asks.map(({ price, size }) => [price, size]),
  );
