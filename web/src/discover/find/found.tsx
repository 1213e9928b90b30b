/** All results of a search by kind, with the number of each. */
import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { Link, useLocation } from "wouter";
import type { Operations } from "../../api/generated/catalog.ts";
import { catalog } from "../../api/interfaces.ts";
import { CardGrid } from "../cards/card-grid.tsx";
import { toCard } from "../cards/card.ts";
import type { Card } from "../cards/card.ts";
import { removeRepeatedRows } from "../cards/hold-order.ts";
import { NO_FILTER, buildHomeAddress } from "../../markets/queries/home-filter.ts";
import { MoreButton } from "../../parts/controls/buttons.tsx";
import { InlineChoice } from "../../parts/controls/choices.tsx";
import { Empty, Failure, Loading } from "../../parts/states.tsx";
import { NumberCell, Table, getSignClass } from "../../parts/table.tsx";
import { Segments, Tabs } from "../../parts/controls/tabs.tsx";
import { peopleQuery } from "../../account/people/find-people.ts";
import type { Person } from "../../account/people/find-people.ts";
import { AddressLink } from "../../account/people/shown-name.tsx";
import { useFormats, useText } from "../../text/language.tsx";
import { FOUND_KINDS, FOUND_SORTS, FOUND_STATES, buildSearchAddress } from "./find-choices.ts";
import type { FindChoices, FoundKind } from "./find-choices.ts";

// Queries of the search page.

type SearchQuery = Operations["GET /search"]["query"];
type FoundTag = Operations["GET /search"]["answer"]["tags"][number];

const PAGE_SIZE = 24;
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

/** Finds events and tags, page by page. Tags and counts come from the first page. */
const foundQuery = ({ words, state, sort }: Omit<FindChoices, "kind">) =>
  infiniteQueryOptions({
    queryKey: ["cards", "found", words, state, sort],
    initialPageParam: FIRST_PAGE,
    queryFn: async ({ pageParam: page, signal }) => {
      const query = { q: words, limit: PAGE_SIZE, page, ...STATES[state], ...SORTS[sort] };
      const found = await catalog("GET /search", { query, signal });
      return { ...found, cards: found.cards.map(toCard) };
    },
    getNextPageParam: ({ totalCards }, _all, page: number) =>
      page * PAGE_SIZE < totalCards ? page + 1 : undefined,
  });

// Found events as cards, with their order and a filter by state.

type FoundMarketsProps = {
  readonly choices: FindChoices;
  readonly cards: readonly Card[];
  readonly pages: Parameters<typeof MoreButton>[0]["pages"];
};

function FoundMarkets({ choices, cards, pages }: FoundMarketsProps) {
  return (
    <>
      <FoundControls choices={choices} />
      {cards.length === 0 && <NoMarkets choices={choices} />}
      <CardGrid cards={cards} turn={0} layout="card-grid" />
      {pages.hasNextPage && (
        <p className="more">
          <MoreButton pages={pages} />
        </p>
      )}
    </>
  );
}

function FoundControls({ choices }: Pick<FoundMarketsProps, "choices">) {
  const { find: text, markets } = useText();
  const [, navigate] = useLocation();
  const show = (changed: Partial<FindChoices>): void =>
    navigate(buildSearchAddress({ ...choices, ...changed }));
  return (
    <div className="list-controls">
      <Segments
        name={text.state}
        options={FOUND_STATES.map((state) => [state, text.states[state]] as const)}
        chosen={choices.state}
        onChoose={(state) => show({ state })}
      />
      <InlineChoice
        name={markets.sort}
        options={FOUND_SORTS.map(
          (sort) => [sort, sort === "best" || sort === "ending" ? text[sort] : markets.sorts[sort]] as const,
        )}
        chosen={choices.sort}
        onChoose={(sort) => show({ sort })}
      />
    </div>
  );
}

function NoMarkets({ choices }: Pick<FoundMarketsProps, "choices">) {
  const { find: text, markets } = useText();
  if (choices.state === "all") return <Empty>{markets.noResults(choices.words)}</Empty>;
  return (
    <>
      <Empty>{text.noneInState(choices.words)}</Empty>
      <p className="more">
        <Link href={buildSearchAddress({ ...choices, state: "all" })} className="button">
          {text.showAll}
        </Link>
      </p>
    </>
  );
}

// Found people, each with profit and volume.

type FoundPeopleProps = { readonly words: string; readonly people: readonly Person[] };

function FoundPeople({ words, people }: FoundPeopleProps) {
  const { find: text, markets, people: names } = useText();
  if (people.length === 0)
    return (
      <>
        <Empty>{markets.noResults(words)}</Empty>
        <p className="soft">{text.peopleHint}</p>
      </>
    );
  const columns = [
    { name: names.trader },
    { name: names.total, isNumber: true },
    { name: names.rankings.VOL, isNumber: true },
  ];
  return (
    <Table name={text.kinds.people} columns={columns}>
      {people.map((person) => (
        <PersonRow key={person.address} person={person} />
      ))}
    </Table>
  );
}

function PersonRow({ person: { address, name, profit, volume } }: { readonly person: Person }) {
  const formats = useFormats();
  return (
    <tr>
      <td>
        <AddressLink address={address} name={name} />
      </td>
      <NumberCell kind={getSignClass(profit?.total ?? 0)}>
        {profit === undefined ? "–" : formats.change(profit.total)}
      </NumberCell>
      <NumberCell>{volume === undefined ? "–" : formats.money(volume)}</NumberCell>
    </tr>
  );
}

// Found tags, each with the number of its events.

type FoundTagsProps = { readonly words: string; readonly tags: readonly FoundTag[] };

function FoundTags({ words, tags }: FoundTagsProps) {
  const { find: text, markets } = useText();
  const formats = useFormats();
  if (tags.length === 0) return <Empty>{markets.noResults(words)}</Empty>;
  return (
    <ul className="found-tags">
      {tags.map(({ id, slug, label, event_count: count }) => (
        <li key={id}>
          <Link href={buildHomeAddress({ ...NO_FILTER, tag: slug })}>
            <strong>{label}</strong>
            <span className="soft">{text.eventsOf(formats.count(count))}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

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
        onChoose={(kind) => navigate(buildSearchAddress({ ...choices, kind }))}
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

/** Reads all kinds of results. If the page's address names no kind, the first kind with results is shown. */
function useFound(choices: FindChoices) {
  const formats = useFormats();
  const query = useInfiniteQuery({ ...foundQuery(choices), placeholderData: keepPreviousData });
  const foundPeople = useInfiniteQuery(peopleQuery(choices.words));
  const [first] = query.data?.pages ?? [];
  const people = foundPeople.data ?? [];
  const tags = first?.tags ?? [];
  const counts = { markets: first?.totalCards ?? 0, people: people.length, tags: tags.length };
  const hasMore = {
    markets: false,
    people: foundPeople.hasNextPage,
    tags: first?.hasMoreTags === true,
  };
  const countOf = (kind: FoundKind): string =>
    hasMore[kind] ? `${formats.count(counts[kind])}+` : formats.count(counts[kind]);
  const isLoaded = first !== undefined && foundPeople.data !== undefined;
  return {
    query,
    peopleQuery: foundPeople,
    cards: removeRepeatedRows(query.data?.pages.flatMap(({ cards }) => cards) ?? []),
    people,
    tags,
    counts: isLoaded
      ? { markets: countOf("markets"), people: countOf("people"), tags: countOf("tags") }
      : undefined,
    chosen: choices.kind ?? FOUND_KINDS.find((kind) => counts[kind] > 0) ?? "markets",
    error: query.error ?? foundPeople.error,
    retry: () => void Promise.all([query.refetch(), foundPeople.refetch()]),
  };
}
