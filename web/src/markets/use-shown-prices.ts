/** The live prices of several outcomes. */
import { useCallback, useMemo, useSyncExternalStore } from "react";
import { ticks } from "../../../src/core/units.ts";
import type { Ticks } from "../../../src/core/units.ts";
import { useFeed } from "../live/live-context.tsx";
import { computeShownPrice } from "./shown-price.ts";

/** Gives prices in the order of the tokens; `undefined` without a live book or a price. */
export function useShownPrices(tokenIds: readonly string[]): readonly (Ticks | undefined)[] {
  const feed = useFeed();
  const wanted = tokenIds.join(",");
  const stores = useMemo(
    () => wanted.split(",").flatMap((tokenId) => (tokenId === "" ? [] : [feed.book(tokenId)])),
    [feed, wanted],
  );
  const subscribe = useCallback(
    (listener: () => void) => {
      const leave = stores.map((store) => store.subscribe(listener));
      return () => leave.forEach((stop) => stop());
    },
    [stores],
  );
  // React compares snapshots by identity, and equal texts are identical.
  const prices = useSyncExternalStore(subscribe, () =>
    stores
      .map((store) => {
        const { book, live } = store.read();
        return live && book !== undefined ? (computeShownPrice(book) ?? "") : "";
      })
      .join(","),
  );
  return useMemo(
    () => prices.split(",").map((price) => (price === "" ? undefined : ticks(Number(price)))),
    [prices],
  );
}
