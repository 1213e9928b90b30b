/** Detects if an element is on the screen or close to it. */
import { useEffect, useRef, useState } from "react";
import type { RefObject } from "react";

const PRELOAD_MARGIN = "200px";

export function useOnScreen<Target extends Element>(): readonly [RefObject<Target | null>, boolean] {
  const element = useRef<Target>(null);
  const [isOnScreen, setOnScreen] = useState(false);
  useEffect(() => {
    if (element.current === null) return undefined;
    const observer = new IntersectionObserver((seen) => setOnScreen(seen.at(-1)?.isIntersecting ?? false), {
      rootMargin: PRELOAD_MARGIN,
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  return [element, isOnScreen];
}

// Detects if an element was on the screen, or close to it, at any time.

export function useSeen<Target extends Element>(): readonly [RefObject<Target | null>, boolean] {
  const [element, isOnScreen] = useOnScreen<Target>();
  const [wasSeen, setSeen] = useState(false);
  if (isOnScreen && !wasSeen) setSeen(true);
  return [element, wasSeen];
}
