/** Searches events for the typed words, once the typing pauses. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { searchQuery } from "./catalog-queries.ts";

const PAUSE_MS = 200;

export function useSearch(words: string) {
  const [settledWords, setSettledWords] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setSettledWords(words.trim()), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [words]);
  const query = useQuery({ ...searchQuery(settledWords), placeholderData: keepPreviousData });
  const current = settledWords === words.trim() && !query.isPlaceholderData;
  return {
    events: settledWords === "" ? [] : (query.data ?? []),
    /** True once the events belong to the typed words. */
    settled: current && !query.isFetching && query.error === null,
    error: query.error,
  };
}
