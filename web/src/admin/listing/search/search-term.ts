/** Reads a search term: words, or the address of a page, which ends in a slug. */
import { useEffect, useState } from "react";

const PAUSE_MS = 250;
const ADDRESS = /^https?:\/\/\S+$/i;

export const readSearchTerm = (input: string): string => {
  const text = input.trim();
  if (!ADDRESS.test(text)) return text;
  // Addresses of the console have their path after the #.
  const path = text.replace("#/", "/").split(/[?#]/, 1).join("");
  return decodeOrKeep(path.split("/").findLast(Boolean) ?? "");
};

function decodeOrKeep(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Returns the words once typing pauses. */
export function usePausedWords(words: string): string {
  const [paused, setPaused] = useState(words);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(words), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [words]);
  return paused;
}
