/** The parameters in the address of a view: a filter or a search, which a link can carry. */
import { useLocation, useSearchParams } from "wouter";

/** Gives the parameters, and a function that replaces them without a further step for the Back button. */
export function useViewQuery(): readonly [URLSearchParams, (query: URLSearchParams) => void] {
  const [location, navigate] = useLocation();
  const [query] = useSearchParams();
  // Without its question mark an address would keep the parameters that it had.
  return [query, (changed) => navigate(`${location}?${changed.toString()}`, { replace: true })];
}
