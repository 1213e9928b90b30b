/** Detects if an element was on the screen, or close to it, at any time. */
import { useState } from "react";
import type { RefObject } from "react";
import { useOnScreen } from "./use-on-screen.ts";

export function useSeen<Target extends Element>(): readonly [RefObject<Target | null>, boolean] {
  const [element, isOnScreen] = useOnScreen<Target>();
  const [wasSeen, setSeen] = useState(false);
  if (isOnScreen && !wasSeen) setSeen(true);
  return [element, wasSeen];
}
