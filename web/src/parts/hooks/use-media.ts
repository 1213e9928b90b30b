import { useCallback, useSyncExternalStore } from "react";

/** Tells whether a media query matches, also after the window changes. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listen: () => void) => {
      const media = matchMedia(query);
      media.addEventListener("change", listen);
      return () => media.removeEventListener("change", listen);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}
