/** Detects that the exchange answers again. */
import { useEffect } from "react";

const LOOK_MS = 3_000;

/** Tells whether the exchange answers. A proxy may answer with an error while it is unreachable. */
export const isExchangeThere = (): Promise<boolean> =>
  fetch("/favicon.svg", { cache: "no-store" }).then(
    ({ ok }) => ok,
    () => false,
  );

/** Calls `act` whenever a check finds the exchange: now, every few seconds, and when the browser is online again. */
export function useWhenBack(act: () => void): void {
  useEffect(() => {
    let isOver = false;
    const look = async (): Promise<void> => {
      if ((await isExchangeThere()) && !isOver) act();
    };
    const lookNow = (): void => void look();
    lookNow();
    const timer = setInterval(lookNow, LOOK_MS);
    addEventListener("online", lookNow);
    return () => {
      isOver = true;
      clearInterval(timer);
      removeEventListener("online", lookNow);
    };
  }, [act]);
}
