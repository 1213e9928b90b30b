/** Tells whether a media query matches, and follows its changes. */
import { useSyncExternalStore } from "react";

export const useMedia = (query: string): boolean =>
  useSyncExternalStore(
    (report) => {
      const list = matchMedia(query);
      list.addEventListener("change", report);
      return () => list.removeEventListener("change", report);
    },
    () => matchMedia(query).matches,
  );
