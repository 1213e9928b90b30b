import "../../styles/discover/cards.css";
import "../../styles/discover/home.css";
import "../../styles/markets/markets.css";
import { usePrefetchInfiniteQuery, usePrefetchQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { Link } from "wouter";
import { BlankCards, CardGrid } from "../cards/card-grid.tsx";
import { cardsQuery } from "../cards/card-queries.ts";
import type { Card } from "../cards/card.ts";
import { useCardList } from "../cards/use-card-list.ts";
import { tagsQuery } from "../../markets/queries/catalog-queries.ts";
import {
  NO_FILTER,
  buildCardFilter,
  buildHomeAddress,
  useHomeFilter,
} from "../../markets/queries/home-filter.ts";
import type { HomeFilter } from "../../markets/queries/home-filter.ts";
import { useTitle } from "../../parts/controls/brand.tsx";
import { loadOnDemand } from "../../parts/load-on-demand.tsx";
import { Failure } from "../../parts/states.tsx";
import { useSeen } from "../../parts/hooks/use-on-screen.ts";
import { useWatchlist } from "../../parts/watchlist.tsx";
import { useText } from "../../text/language.tsx";
import { Hero } from "./hero.tsx";
import { CategoryLinks, MarketList } from "./market-list.tsx";
import { HERO_FILTER, SHELF_CARDS, buildShelfFilter, buildShelfListFilter } from "./shelves.ts";
import { useFeatured, useShelf } from "./use-shelves.ts";
import type { LoadedShelf } from "./use-shelves.ts";

// A section of the home page: the first cards of a list, side by side, and a link to the full list.

type SectionProps = {
  readonly title: string;
  /** The section's list. */
  readonly list: HomeFilter;
  readonly cards: readonly Card[];
  readonly isReady: boolean;
  readonly query: LoadedShelf["query"];
};

const SHELF_LAYOUT = "card-grid card-shelf";

function HomeSection({ title, list, cards, isReady, query }: SectionProps) {
  const { home } = useText();
  const id = useId();
  if (isReady && cards.length === 0 && query.error === null) return null;
  return (
    <section className="home-section" aria-labelledby={id}>
      <div className="home-section-head">
        <h2 id={id}>{title}</h2>
        <Link href={buildHomeAddress(list)} className="see-all" aria-label={home.seeAllOf(title)}>
          {home.seeAll}
        </Link>
      </div>
      {query.error !== null && <Failure error={query.error} retry={() => void query.refetch()} />}
      {cards.length === 0 && query.error === null ? (
        <BlankCards count={SHELF_CARDS} layout={SHELF_LAYOUT} />
      ) : (
        <CardGrid cards={cards} turn={0} layout={SHELF_LAYOUT} />
      )}
    </section>
  );
}

function HomeShelf({ loaded }: { readonly loaded: LoadedShelf }) {
  const { home } = useText();
  const { shelf, ...section } = loaded;
  return <HomeSection title={home.shelves[shelf]} list={buildShelfListFilter(shelf)} {...section} />;
}

const NONE_SHOWN: ReadonlySet<string> = new Set();
const WATCHLIST_FILTER = { ...NO_FILTER, watched: true };

/** The first events of the watchlist, which other sections may show as well: each is where the visitor looks for it. */
function WatchlistShelf({ watchlist }: { readonly watchlist: readonly string[] }) {
  const { home } = useText();
  const filter = { ...buildCardFilter(WATCHLIST_FILTER, 0, watchlist), limit: SHELF_CARDS };
  const name = `watched ${watchlist.join(",")}`;
  const { query, rows } = useCardList({ filter, name, enabled: true });
  const section = { cards: rows.slice(0, SHELF_CARDS), isReady: query.isSuccess, query };
  return <HomeSection title={home.watchlist} list={WATCHLIST_FILTER} {...section} />;
}

// The home page. It shows the list that the visitor selected, else the most traded events, live trades, and sections of
// cards above all other events.

/** Loaded after the first cards, into a reserved area of its size. */
const TradeStrip = loadOnDemand(async () => (await import("./trade-strip.tsx")).TradeStrip, {
  rows: 7,
});

export function HomePage() {
  const { markets: text, home } = useText();
  const filter = useHomeFilter();
  const isHome = buildHomeAddress(filter) === buildHomeAddress(NO_FILTER);
  useTitle(isHome ? "" : text.title);
  return (
    <div className="home">
      <h1 className="visually-hidden">{text.title}</h1>
      <CategoryLinks filter={filter} />
      {isHome ? (
        <HomeSections />
      ) : (
        <MarketList title={filter.watched ? home.watchlist : text.title} filter={filter} shown={NONE_SHOWN} />
      )}
    </div>
  );
}

function HomeSections() {
  const { home } = useText();
  const watchlist = useWatchlist();
  // Each place reaches to the end of the page: what is above a section on the screen is loaded as well.
  const [endingPlace, seesEnding] = useSeen<HTMLDivElement>();
  const [newestPlace, seesNewest] = useSeen<HTMLDivElement>();
  const featured = useFeatured();
  const moving = useShelf("moving", { above: featured.taken, enabled: true });
  const ending = useShelf("ending", { above: moving.taken, enabled: seesEnding });
  const newest = useShelf("newest", { above: ending.taken, enabled: seesNewest });
  return (
    <>
      <div className="home-top">
        <Hero {...featured} />
        <div className="strip">
          <TradeStrip />
        </div>
      </div>
      {watchlist.length > 0 && <WatchlistShelf watchlist={watchlist} />}
      <HomeShelf loaded={moving} />
      <div ref={endingPlace}>
        <HomeShelf loaded={ending} />
        <div ref={newestPlace}>
          <HomeShelf loaded={newest} />
          <MarketList title={home.moreMarkets} filter={NO_FILTER} shown={newest.taken} />
        </div>
      </div>
    </>
  );
}

// Prefetches the first cards of the home page, in parallel with the settings that the page waits for.

export function FirstReads() {
  const filter = useHomeFilter();
  usePrefetchQuery(tagsQuery());
  if (buildHomeAddress(filter) === buildHomeAddress(NO_FILTER)) return <HomeReads />;
  return filter.watched ? null : <PrefetchList filter={filter} />;
}

function HomeReads() {
  const [now] = useState(() => Date.now());
  usePrefetchInfiniteQuery(cardsQuery(HERO_FILTER));
  usePrefetchInfiniteQuery(cardsQuery(buildShelfFilter("moving", now)));
  return null;
}

function PrefetchList({ filter }: { readonly filter: HomeFilter }) {
  const [now] = useState(() => Date.now());
  usePrefetchInfiniteQuery(cardsQuery(buildCardFilter(filter, now, [])));
  return null;
}
