/** Detects a lost connection. At the start of a visit it counts as lost only after a delay, while the page loads. */
import { useEffect, useRef, useState } from "react";
import type { ConnectionState } from "./connection.ts";

const PATIENCE_MS = 5_000;

export function useLost(connection: ConnectionState): boolean {
  const [isLost, setLost] = useState(false);
  const wasLive = useRef(false);
  useEffect(() => {
    if (connection === "live") {
      wasLive.current = true;
      return undefined;
    }
    const timer = setTimeout(() => setLost(true), wasLive.current ? 0 : PATIENCE_MS);
    return () => {
      clearTimeout(timer);
      setLost(false);
    };
  }, [connection]);
  return isLost;
}
