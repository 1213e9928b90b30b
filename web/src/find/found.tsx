/** All results of a search by kind, with the number of each. */
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useLocation } from "wouter";
import { distinct } from "../cards/hold-order.ts";
import { MoreButton } from "../parts/more-button.tsx";
import { Failure, Loading } from "../parts/states.tsx";
import { Tabs } from "../parts/tabs.tsx";
import { peopleQuery } from "../people/find-people.ts";
import { useFormats, useText } from "../text/language.tsx";
import { findAddress, FOUND_KINDS } from "./find-choices.ts";
import type { FindChoices, FoundKind } from "./find-choices.ts";
import { foundQuery } from "./find-queries.ts";
import { FoundMarkets } from "./found-markets.tsx";
import { FoundPeople } from "./found-people.tsx";
import { FoundTags } from "./found-tags.tsx";

export function Found({ choices }: { readonly choices: FindChoices }) {
  const { find: text } = useText();
  const [, navigate] = useLocation();
  const found = useFound(choices);
  const { cards, people, tags, counts, chosen } = found;
  if (found.error !== null) return <Failure error={found.error} retry={found.retry} />;
  if (counts === undefined) return <Loading rows={8} />;
  return (
    <>
      <p role="status" className="visually-hidden">
        {FOUND_KINDS.map((kind) => `${text.kinds[kind]}: ${counts[kind]}`).join(", ")}
      </p>
      <Tabs
        name={text.kindsName}
        tabs={FOUND_KINDS.map((kind) => [kind, `${text.kinds[kind]} (${counts[kind]})`] as const)}
        chosen={chosen}
        onChoose={(kind) => navigate(findAddress({ ...choices, kind }))}
      >
        <div className="stack found">
          <h2 className="visually-hidden">{text.kinds[chosen]}</h2>
          {chosen === "markets" && <FoundMarkets choices={choices} cards={cards} pages={found.query} />}
          {chosen === "people" && <FoundPeople words={choices.words} people={people} />}
          {chosen === "people" && <MoreButton pages={found.peopleQuery} />}
          {chosen === "tags" && <FoundTags words={choices.words} tags={tags} />}
        </div>
      </Tabs>
    </>
  );
}

/** Reads all kinds. The first with results is shown if the address names none. */
function useFound(choices: FindChoices) {
  const formats = useFormats();
  const query = useInfiniteQuery({ ...foundQuery(choices), placeholderData: keepPreviousData });
  const foundPeople = useInfiniteQuery(peopleQuery(choices.words));
  const [first] = query.data?.pages ?? [];
  const people = foundPeople.data ?? [];
  const tags = first?.tags ?? [];
  const numbers = { markets: first?.totalCards ?? 0, people: people.length, tags: tags.length };
  const hasMore = {
    markets: false,
    people: foundPeople.hasNextPage,
    tags: first?.hasMoreTags === true,
  };
  const countOf = (kind: FoundKind): string =>
    hasMore[kind] ? `${formats.count(numbers[kind])}+` : formats.count(numbers[kind]);
  const isLoaded = first !== undefined && foundPeople.data !== undefined;
  return {
    query,
    peopleQuery: foundPeople,
    cards: distinct(query.data?.pages.flatMap(({ cards }) => cards) ?? []),
    people,
    tags,
    counts: isLoaded
      ? { markets: countOf("markets"), people: countOf("people"), tags: countOf("tags") }
      : undefined,
    chosen: choices.kind ?? FOUND_KINDS.find((kind) => numbers[kind] > 0) ?? "markets",
    error: query.error ?? foundPeople.error,
    retry: () => void Promise.all([query.refetch(), foundPeople.refetch()]),
  };
}
