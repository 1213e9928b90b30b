/** The words, the kind of results and their filters, kept in the address of the search page. */
import { useSearchParams } from "wouter";
import { PAGE_PATHS } from "../../../src/http/page/page-paths.ts";

export const FOUND_KINDS = ["markets", "people", "tags"] as const;
export type FoundKind = (typeof FOUND_KINDS)[number];
export const FOUND_STATES = ["all", "open", "ended"] as const;
export const FOUND_SORTS = ["best", "active", "volume", "liquidity", "ending"] as const;

export type FindChoices = {
  /** Words to find. */
  readonly words: string;
  /** Kind of results; `undefined` for the first that has some. */
  readonly kind: FoundKind | undefined;
  readonly state: (typeof FOUND_STATES)[number];
  readonly sort: (typeof FOUND_SORTS)[number];
};

const USUAL = { kind: undefined, state: "all", sort: "best" } as const;

/** Values that the page does not have count as absent. */
export const readFindChoices = (query: URLSearchParams): FindChoices => ({
  words: query.get("q")?.trim() ?? "",
  kind: FOUND_KINDS.find((kind) => kind === query.get("kind")),
  state: FOUND_STATES.find((state) => state === query.get("state")) ?? USUAL.state,
  sort: FOUND_SORTS.find((sort) => sort === query.get("sort")) ?? USUAL.sort,
});

/** Gives the address of the search page; the usual choices are left out of it. */
export function findAddress(choices: Pick<FindChoices, "words"> & Partial<FindChoices>): string {
  const { words, kind, state, sort } = { ...USUAL, ...choices };
  const query = new URLSearchParams({
    ...(words !== "" && { q: words }),
    ...(kind !== undefined && { kind }),
    ...(state !== USUAL.state && { state }),
    ...(sort !== USUAL.sort && { sort }),
  });
  return query.size === 0 ? PAGE_PATHS.search : `${PAGE_PATHS.search}?${query.toString()}`;
}

export function useFindChoices(): FindChoices {
  const [query] = useSearchParams();
  return readFindChoices(query);
}
