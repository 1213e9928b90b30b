/** Notices that the exchange answers again. */
import { useEffect } from "react";

const LOOK_MS = 3_000;

/** A proxy may answer in place of an exchange that is away, with a failure. */
export const isExchangeThere = (): Promise<boolean> =>
  fetch("/favicon.svg", { cache: "no-store" }).then(
    ({ ok }) => ok,
    () => false,
  );

/** Calls `act` each time that it finds the exchange there: now, every few seconds, and when the browser is online again. */
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
