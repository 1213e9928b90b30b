/** Finds events for what is typed, once the typing pauses. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { searchQuery } from "./catalog-queries.ts";

const PAUSE_MS = 200;

export function useSearch(words: string) {
  const [asked, setAsked] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setAsked(words.trim()), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [words]);
  const query = useQuery({ ...searchQuery(asked), placeholderData: keepPreviousData });
  const current = asked === words.trim() && !query.isPlaceholderData;
  return {
    events: asked === "" ? [] : (query.data ?? []),
    /** Whether they are what the words find. */
    settled: current && !query.isFetching && query.error === null,
    error: query.error,
  };
}
