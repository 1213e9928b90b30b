/** Prefetches the first cards of the home page, in parallel with the settings that the page waits for. */
import { usePrefetchInfiniteQuery, usePrefetchQuery } from "@tanstack/react-query";
import { useState } from "react";
import { cardsQuery } from "../cards/card-queries.ts";
import { tagsQuery } from "../markets/catalog-queries.ts";
import { cardFilterOf, homeAddress, NO_FILTER, useHomeFilter } from "../markets/home-filter.ts";
import type { HomeFilter } from "../markets/home-filter.ts";
import { HERO_FILTER, listOf, shelfFilter } from "./shelves.ts";

export function FirstReads() {
  const filter = useHomeFilter();
  usePrefetchQuery(tagsQuery());
  if (homeAddress(filter) === homeAddress(NO_FILTER)) return <HomeReads />;
  return filter.watched ? null : <ListReads filter={filter} />;
}

function HomeReads() {
  const [now] = useState(() => Date.now());
  usePrefetchInfiniteQuery(cardsQuery(HERO_FILTER));
  usePrefetchInfiniteQuery(cardsQuery(shelfFilter(listOf("moving"), now, [])));
  return null;
}

function ListReads({ filter }: { readonly filter: HomeFilter }) {
  const [now] = useState(() => Date.now());
  usePrefetchInfiniteQuery(cardsQuery(cardFilterOf(filter, now, [])));
  return null;
}
