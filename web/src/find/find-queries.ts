/** Queries of the search page. */
import { infiniteQueryOptions } from "@tanstack/react-query";
import { catalog } from "../api/interfaces.ts";
import type { Operations } from "../api/generated/catalog.ts";
import { cardOf } from "../cards/card.ts";
import type { FindChoices } from "./find-choices.ts";

type SearchQuery = Operations["GET /search"]["query"];
export type FoundTag = Operations["GET /search"]["answer"]["tags"][number];

const PAGE = 24;
const FIRST_PAGE = 1;

const SORTS: Readonly<Record<FindChoices["sort"], Pick<SearchQuery, "sort" | "ascending">>> = {
  best: {},
  active: { sort: "volume_24hr" },
  volume: { sort: "volume" },
  liquidity: { sort: "liquidity" },
  ending: { sort: "end_date", ascending: true },
};
const STATES: Readonly<Record<FindChoices["state"], Pick<SearchQuery, "events_status">>> = {
  all: {},
  open: { events_status: "active" },
  ended: { events_status: "resolved" },
};

/** Finds events and tags. Tags and counts come from the first page. */
export const foundQuery = ({ words, state, sort }: Omit<FindChoices, "kind">) =>
  infiniteQueryOptions({
    queryKey: ["cards", "found", words, state, sort],
    initialPageParam: FIRST_PAGE,
    queryFn: async ({ pageParam: page, signal }) => {
      const query = { q: words, limit: PAGE, page, ...STATES[state], ...SORTS[sort] };
      const found = await catalog("GET /search", { query, signal });
      return { ...found, cards: found.cards.map(cardOf) };
    },
    getNextPageParam: ({ totalCards }, _all, page: number) =>
      page * PAGE < totalCards ? page + 1 : undefined,
  });
