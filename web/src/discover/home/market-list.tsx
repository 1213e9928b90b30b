/** The list of events that the visitor selected, with its order and filters, page by page. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useLocation } from "wouter";
import { BlankCards, CardGrid } from "../cards/card-grid.tsx";
import { OrderOffer } from "../cards/order-offer.tsx";
import { useCardList } from "../cards/use-card-list.ts";
import { tagsQuery } from "../../markets/queries/catalog-queries.ts";
import {
  NO_FILTER,
  SORTS,
  STATES,
  buildCardFilter,
  buildHomeAddress,
} from "../../markets/queries/home-filter.ts";
import type { HomeFilter } from "../../markets/queries/home-filter.ts";
import type { MarketEvent } from "../../markets/market.ts";
import type { useSearch } from "../../markets/queries/use-search.ts";
import { MoreButton } from "../../parts/controls/buttons.tsx";
import { InlineChoice } from "../../parts/controls/choices.tsx";
import { Empty, Failure, explainError } from "../../parts/states.tsx";
import { Segments } from "../../parts/controls/tabs.tsx";
import { useNow } from "../../parts/hooks/use-now.ts";
import { useSeen } from "../../parts/hooks/use-on-screen.ts";
import { useWatchlist } from "../../parts/watchlist.tsx";
import { useFormats, useText } from "../../text/language.tsx";
import { selectListedCards } from "./listed-cards.ts";

// Buttons for the sort order of events, and for open or closed ones.

function ListControls({ filter }: { readonly filter: HomeFilter }) {
  const { markets: text } = useText();
  const [, navigate] = useLocation();
  const show = (change: Partial<HomeFilter>): void =>
    navigate(buildHomeAddress({ ...filter, ...change }), { replace: true });
  return (
    <div className="list-controls">
      <Segments
        name={text.show}
        options={STATES.map((state) => [state, text.states[state]] as const)}
        chosen={filter.state}
        onChoose={(state) => show({ state })}
      />
      <InlineChoice
        name={text.sort}
        options={SORTS.map((sort) => [sort, text.sorts[sort]] as const)}
        chosen={filter.sort}
        onChoose={(sort) => show({ sort })}
      />
    </div>
  );
}

type MarketListProps = {
  readonly title: string;
  readonly filter: HomeFilter;
  /** Ids of events shown above the list, which it leaves out; `undefined` until they are known. */
  readonly shown: ReadonlySet<string> | undefined;
};

const MINUTE_MS = 60_000;
const PLACEHOLDER_CARDS = 8;

export function MarketList({ title, filter, shown }: MarketListProps) {
  const { markets: text } = useText();
  const [place, wasSeen] = useSeen<HTMLElement>();
  const watchlist = useWatchlist();
  const isEmpty = filter.watched && watchlist.length === 0;
  const now = useNow(MINUTE_MS);
  const {
    query,
    rows: read,
    hasChanged,
    turn,
    adopt,
  } = useCardList({
    filter: buildCardFilter(filter, now, watchlist),
    name: buildHomeAddress(filter) + (filter.watched ? watchlist.join(",") : ""),
    enabled: wasSeen && !isEmpty,
  });
  const rows =
    shown === undefined ? [] : selectListedCards(read, filter, now).filter(({ id }) => !shown.has(id));
  const isPending = !isEmpty && (query.isPending || shown === undefined) && query.error === null;
  const isNothing = !isPending && rows.length === 0 && query.error === null && (shown?.size ?? 0) === 0;
  return (
    <section ref={place} className="home-section" aria-labelledby="list-title">
      <div className="home-section-head">
        <h2 id="list-title">{title}</h2>
        <OrderOffer hasChanged={hasChanged} onAdopt={adopt} />
        <ListControls filter={filter} />
      </div>
      {query.error !== null && <Failure error={query.error} retry={() => void query.refetch()} />}
      {isPending && <BlankCards count={PLACEHOLDER_CARDS} layout="card-grid" />}
      {isNothing && <NoEvents filter={filter} />}
      <CardGrid cards={rows} turn={turn} layout="card-grid" />
      {query.hasNextPage && (
        <p className="more">
          <MoreButton pages={query} />
        </p>
      )}
      <p className="visually-hidden" role="status">
        {isPending ? "" : text.resultsFound(String(rows.length))}
      </p>
    </section>
  );
}

function NoEvents({ filter }: Pick<MarketListProps, "filter">) {
  const { markets: text, home } = useText();
  const isUnfiltered = filter.tag === "" && filter.state === "open";
  if (filter.watched) return <Empty>{home.watchlistEmpty}</Empty>;
  return (
    <>
      <Empty>{isUnfiltered ? text.noEvents : text.noEventsWith}</Empty>
      {!isUnfiltered && (
        <p className="more">
          <Link href="/" className="button">
            {text.reset}
          </Link>
        </p>
      )}
    </>
  );
}

// Links to the watchlist and to the most traded categories. Each link keeps the list's sort order, and its filter of open
// or closed events.

const INITIAL_CATEGORIES = 6;

export function CategoryLinks({ filter }: { readonly filter: HomeFilter }) {
  const { markets: text, home } = useText();
  const [all, setAll] = useState(false);
  const { data: tags = [] } = useQuery(tagsQuery());
  const isListed = tags.some(({ slug }) => slug === filter.tag);
  const categories =
    isListed || filter.tag === "" ? tags : [...tags, { slug: filter.tag, label: filter.tag }];
  const shownCategories = categories.filter(
    ({ slug }, index) => all || index < INITIAL_CATEGORIES || slug === filter.tag,
  );
  return (
    <nav className="categories" aria-label={text.categories}>
      <Link
        href={buildHomeAddress({ ...NO_FILTER, watched: true })}
        className="chip chip-watched"
        aria-current={filter.watched ? "true" : undefined}
      >
        <svg viewBox="0 0 24 24" width="16" height="16" aria-hidden="true">
          <path d="M12 3.2l2.7 5.6 6.1.8-4.5 4.3 1.1 6.1-5.4-2.9-5.4 2.9 1.1-6.1-4.5-4.3 6.1-.8z" />
        </svg>
        {home.watchlist}
      </Link>
      {[{ slug: "", label: text.all }, ...shownCategories].map(({ slug, label }) => (
        <Link
          key={slug}
          href={buildHomeAddress({ ...filter, tag: slug, watched: false })}
          className="chip"
          aria-current={slug === filter.tag && !filter.watched ? "true" : undefined}
        >
          {label}
        </Link>
      ))}
      {categories.length > INITIAL_CATEGORIES && (
        <button type="button" className="chip" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? text.fewerCategories : text.moreCategories}
        </button>
      )}
    </nav>
  );
}

// The results of the search field, as its list box.

type SearchResultsProps = {
  /** Prefix of element ids: "-list" follows for the list, "-0" and so on for its rows. */
  readonly id: string;
  readonly found: ReturnType<typeof useSearch>;
  readonly words: string;
  readonly isOpen: boolean;
  readonly chosen: number;
  readonly onChoose: (index: number) => void;
  readonly onShowAll: () => void;
};

export function SearchResults(props: SearchResultsProps) {
  const { id, found, words, isOpen, chosen, onChoose, onShowAll } = props;
  const { layout, markets: text } = useText();
  const { events } = found;
  return (
    <div className="search-results" hidden={!isOpen}>
      <ul id={`${id}-list`} role="listbox" aria-label={layout.search}>
        {isOpen &&
          events.map((event, index) => (
            // The text field keeps the focus and handles the keys, as a combobox requires.
            <li
              key={event.id}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === chosen}
              onPointerDown={(pointer) => pointer.preventDefault()}
              onClick={() => onChoose(index)}
            >
              <Result event={event} />
            </li>
          ))}
      </ul>
      {isOpen && (
        // Enter in the text field does the same, so the button is left out of the tab order.
        <button
          type="button"
          className="plain search-all"
          tabIndex={-1}
          onPointerDown={(pointer) => pointer.preventDefault()}
          onClick={onShowAll}
        >
          {text.allResults(words.trim())}
        </button>
      )}
      <SearchStatus found={found} words={words} isOpen={isOpen} />
    </div>
  );
}

function Result({ event }: { readonly event: MarketEvent }) {
  const { markets: text } = useText();
  const formats = useFormats();
  const [first] = event.markets;
  return (
    <>
      <span className="search-title">{event.title}</span>
      <span className="soft">
        {event.closed && `${text.closed} · `}
        {event.markets.length === 1 && first?.priced
          ? formats.chance(first.outcomes[0].price)
          : text.outcomesOf(formats.count(event.markets.length === 1 ? 2 : event.markets.length))}
      </span>
    </>
  );
}

function SearchStatus({ found, words, isOpen }: Pick<SearchResultsProps, "found" | "words" | "isOpen">) {
  const text = useText();
  const formats = useFormats();
  const { events, settled, error } = found;
  const isShown = events.length > 0 && error === null;
  return (
    <p role="status" className={isShown ? "visually-hidden" : "search-status"}>
      {isOpen && sentence()}
    </p>
  );

  function sentence(): string {
    if (error !== null) return explainError(error, text);
    if (!settled) return text.markets.searching;
    if (!isShown) return text.markets.noResults(words.trim());
    return text.markets.resultsFound(formats.count(events.length));
  }
}
