/** Copies a text, and says for a moment that it did. */
import { useEffect, useState } from "react";

const SAID_MS = 2_000;

type Copy = { readonly done: boolean; readonly copy: () => void };

/** `undefined` where there is no clipboard: browsers have one on addresses that they trust. */
export function useCopy(text: string): Copy | undefined {
  const [done, setDone] = useState(false);
  useEffect(() => {
    if (!done) return undefined;
    const timer = setTimeout(() => setDone(false), SAID_MS);
    return () => clearTimeout(timer);
  }, [done]);
  if (!("clipboard" in navigator)) return undefined;
  return { done, copy: () => void navigator.clipboard.writeText(text).then(() => setDone(true)) };
}
