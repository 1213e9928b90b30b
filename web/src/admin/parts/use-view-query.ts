/** Query parameters in the address of a view, such as a filter or a search. */
import { useLocation, useSearchParams } from "wouter";

/** Returns the parameters, and a function that replaces them without adding a step to the browser's history. */
export function useViewQuery(): readonly [URLSearchParams, (query: URLSearchParams) => void] {
  const [location, navigate] = useLocation();
  const [query] = useSearchParams();
  // An address without a question mark would keep its old parameters.
  return [query, (changed) => navigate(`${location}?${changed.toString()}`, { replace: true })];
}
