/** A downward swipe that moves an element and closes it. */
import { useState } from "react";
import type { PointerEvent } from "react";

/** Distance in pixels from which a swipe closes. */
const CLOSING_DISTANCE = 64;

/** Returns the current swipe distance, and the properties of the handle. */
export function useSwipeDown(close: () => void) {
  const [start, setStart] = useState<number>();
  const [distance, setDistance] = useState(0);
  const endSwipe = (): void => {
    setStart(undefined);
    setDistance(0);
  };
  const handle = {
    onPointerDown: ({ clientY, currentTarget, pointerId, target }: PointerEvent): void => {
      if (target instanceof Element && target.closest("button") !== null) return;
      currentTarget.setPointerCapture(pointerId);
      setStart(clientY);
    },
    onPointerMove: ({ clientY }: PointerEvent): void => {
      if (start !== undefined) setDistance(Math.max(0, clientY - start));
    },
    onPointerUp: (): void => {
      endSwipe();
      if (distance > CLOSING_DISTANCE) close();
    },
    onPointerCancel: endSwipe,
  };
  return { distance, handle };
}
