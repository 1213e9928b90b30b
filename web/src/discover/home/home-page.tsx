import "../../styles/discover/cards.css";
import "../../styles/discover/home.css";
import "../../styles/markets/markets.css";
import { usePrefetchInfiniteQuery, usePrefetchQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { Link } from "wouter";
import { BlankCards, CardGrid } from "../cards/card-grid.tsx";
import { cardsQuery } from "../cards/card-queries.ts";
import { OrderOffer } from "../cards/order-offer.tsx";
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
import { useNow } from "../../parts/hooks/use-now.ts";
import { useSeen } from "../../parts/hooks/use-on-screen.ts";
import { useWatchlist } from "../../parts/watchlist.tsx";
import { useText } from "../../text/language.tsx";
import { Hero } from "./hero.tsx";
import { CategoryLinks, MarketList } from "./market-list.tsx";
import { HERO_FILTER, SHELVES, buildShelfListFilter, selectShelfCards, buildShelfFilter } from "./shelves.ts";

// A section of the home page: the first cards of a list, side by side, and a link to the full list.

type HomeShelfProps = {
  readonly title: string;
  /** The section's list. */
  readonly list: HomeFilter;
};

const MINUTE_MS = 60_000;
const SHELF_LAYOUT = "card-grid card-shelf";
const PLACEHOLDER_CARDS = 4;

function HomeShelf({ title, list }: HomeShelfProps) {
  const { home } = useText();
  const id = useId();
  const [place, wasSeen] = useSeen<HTMLElement>();
  const watchlist = useWatchlist();
  const now = useNow(MINUTE_MS);
  const filter = buildShelfFilter(list, now, watchlist);
  const name = list.watched ? `watched ${watchlist.join(",")}` : list.sort;
  const { query, rows, hasChanged, turn, adopt } = useCardList({ filter, name, enabled: wasSeen });
  const cards = selectShelfCards(rows, list, now);
  if (query.isSuccess && cards.length === 0) return null;
  return (
    <section ref={place} className="home-section" aria-labelledby={id}>
      <div className="home-section-head">
        <h2 id={id}>{title}</h2>
        <OrderOffer hasChanged={hasChanged} onAdopt={adopt} />
        <Link href={buildHomeAddress(list)} className="see-all" aria-label={home.seeAllOf(title)}>
          {home.seeAll}
        </Link>
      </div>
      {query.error !== null && <Failure error={query.error} retry={() => void query.refetch()} />}
      {cards.length === 0 && query.error === null ? (
        <BlankCards count={PLACEHOLDER_CARDS} layout={SHELF_LAYOUT} />
      ) : (
        <CardGrid cards={cards} turn={turn} layout={SHELF_LAYOUT} />
      )}
    </section>
  );
}

// The home page. It shows the list that the visitor selected, else the most traded event, live trades, and sections of
// cards above all events.

/** Loaded after the first cards, into a reserved area of its size. */
const TradeStrip = loadOnDemand(async () => (await import("./trade-strip.tsx")).TradeStrip, {
  rows: 7,
});

const WATCHLIST_FILTER = { ...NO_FILTER, watched: true };

export function HomePage() {
  const { markets: text, home } = useText();
  const filter = useHomeFilter();
  const isHome = buildHomeAddress(filter) === buildHomeAddress(NO_FILTER);
  useTitle(isHome ? "" : text.title);
  return (
    <div className="home">
      <h1 className="visually-hidden">{text.title}</h1>
      <CategoryLinks filter={filter} />
      {isHome && <HomeSections />}
      <MarketList
        key={isHome ? "home" : "list"}
        title={filter.watched ? home.watchlist : isHome ? home.allMarkets : text.title}
        filter={filter}
      />
    </div>
  );
}

function HomeSections() {
  const { home } = useText();
  const watchlist = useWatchlist();
  return (
    <>
      <div className="home-top">
        <Hero />
        <div className="strip">
          <TradeStrip />
        </div>
      </div>
      {watchlist.length > 0 && <HomeShelf title={home.watchlist} list={WATCHLIST_FILTER} />}
      {SHELVES.map((shelf) => (
        <HomeShelf key={shelf} title={home.shelves[shelf]} list={buildShelfListFilter(shelf)} />
      ))}
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
  usePrefetchInfiniteQuery(cardsQuery(buildShelfFilter(buildShelfListFilter("moving"), now, [])));
  return null;
}

function PrefetchList({ filter }: { readonly filter: HomeFilter }) {
  const [now] = useState(() => Date.now());
  usePrefetchInfiniteQuery(cardsQuery(buildCardFilter(filter, now, [])));
  return null;
}
