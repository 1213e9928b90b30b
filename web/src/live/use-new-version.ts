/** A look, after each lost connection, whether the exchange was updated and serves another version of this page. */
import { useEffect, useRef, useState } from "react";
import type { ConnectionState } from "./connection.ts";

/** True once the exchange serves another version of the page than the one that runs. */
export function useNewVersion(connection: ConnectionState): boolean {
  const [isNew, setNew] = useState(false);
  const wasLive = useRef(false);
  useEffect(() => {
    if (connection !== "live") return;
    if (wasLive.current) void servesAnother().then((is) => setNew((was) => was || is));
    wasLive.current = true;
  }, [connection]);
  return isNew;
}

/** Compares by the name of the page's script, which has the hash of its content. */
async function servesAnother(): Promise<boolean> {
  const own = document.querySelector<HTMLScriptElement>("script[type=module][src]");
  if (own === null) return false;
  try {
    const answer = await fetch("/", { cache: "no-store", headers: { accept: "text/html" } });
    return answer.ok && !(await answer.text()).includes(new URL(own.src).pathname);
  } catch {
    return false;
  }
}
