/** The search page's words, kind of results and filters, stored in its address. */
import { useSearchParams } from "wouter";
import { PAGE_PATHS } from "../../../../src/http/page/page-paths.ts";

export const FOUND_KINDS = ["markets", "people", "tags"] as const;
export type FoundKind = (typeof FOUND_KINDS)[number];
export const FOUND_STATES = ["all", "open", "ended"] as const;
export const FOUND_SORTS = ["best", "active", "volume", "liquidity", "ending"] as const;

export type FindChoices = {
  /** Words to search for. */
  readonly words: string;
  /** Kind of results; `undefined` means the first kind that has results. */
  readonly kind: FoundKind | undefined;
  readonly state: (typeof FOUND_STATES)[number];
  readonly sort: (typeof FOUND_SORTS)[number];
};

const DEFAULT_CHOICES = { kind: undefined, state: "all", sort: "best" } as const;

/** Reads the choices. Values that the page does not know count as absent. */
export const readFindChoices = (query: URLSearchParams): FindChoices => ({
  words: query.get("q")?.trim() ?? "",
  kind: FOUND_KINDS.find((kind) => kind === query.get("kind")),
  state: FOUND_STATES.find((state) => state === query.get("state")) ?? DEFAULT_CHOICES.state,
  sort: FOUND_SORTS.find((sort) => sort === query.get("sort")) ?? DEFAULT_CHOICES.sort,
});

/** Builds the address of the search page; default choices are left out. */
export function buildSearchAddress(choices: Pick<FindChoices, "words"> & Partial<FindChoices>): string {
  const { words, kind, state, sort } = { ...DEFAULT_CHOICES, ...choices };
  const query = new URLSearchParams({
    ...(words !== "" && { q: words }),
    ...(kind !== undefined && { kind }),
    ...(state !== DEFAULT_CHOICES.state && { state }),
    ...(sort !== DEFAULT_CHOICES.sort && { sort }),
  });
  return query.size === 0 ? PAGE_PATHS.search : `${PAGE_PATHS.search}?${query.toString()}`;
}

export function useFindChoices(): FindChoices {
  const [query] = useSearchParams();
  return readFindChoices(query);
}
