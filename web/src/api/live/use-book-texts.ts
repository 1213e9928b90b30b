/** Texts made from several live books. React compares snapshots by identity, and equal strings are identical. */
import { useCallback, useMemo, useSyncExternalStore } from "react";
import type { BookView } from "./book-views.ts";
import { useFeed } from "./live-context.tsx";

/**
 * Returns the texts that `write` makes of the books, in the order of the tokens. `write` must be a constant function whose
 * texts have no comma.
 */
export function useBookTexts(
  tokenIds: readonly string[],
  write: (view: BookView) => string,
): readonly string[] {
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
  const texts = useSyncExternalStore(subscribe, () => stores.map((store) => write(store.read())).join(","));
  return useMemo(() => texts.split(","), [texts]);
}
