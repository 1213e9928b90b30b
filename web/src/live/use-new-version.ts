/** Checks after each lost connection whether the updated exchange serves another version of this page. */
import { useEffect, useRef, useState } from "react";
import type { ConnectionState } from "./connection.ts";

const MAX_LOOKS = 10;
const AGAIN_MS = 1_000;

/** Tells whether the exchange serves another version of the page than the running one. */
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

/** Checks until the page's address answers: after a restart it may open later than the channel. */
async function servesAnother(): Promise<boolean> {
  for (let look = 0; look < MAX_LOOKS; look += 1) {
    const found = await lookOnce();
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
  }
  return false;
}

/** Compares the name of the page's script, which contains the hash of its content; `undefined` without an answer. */
async function lookOnce(): Promise<boolean | undefined> {
  const own = document.querySelector<HTMLScriptElement>("script[type=module][src]");
  if (own === null) return false;
  try {
    const answer = await fetch("/", { cache: "no-store", headers: { accept: "text/html" } });
    return answer.ok ? !(await answer.text()).includes(new URL(own.src).pathname) : undefined;
  } catch {
    return undefined;
  }
}
