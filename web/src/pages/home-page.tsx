/**
 * The home page: the most traded event, live trades and sections of cards above all events; or the list that the visitor
 * selected.
 */
import { Hero } from "../home/hero.tsx";
import { HomeShelf } from "../home/home-shelf.tsx";
import { MarketList } from "../home/market-list.tsx";
import { listOf, SHELVES } from "../home/shelves.ts";
import { CategoryLinks } from "../markets/category-links.tsx";
import { homeAddress, NO_FILTER, useHomeFilter } from "../markets/home-filter.ts";
import { loadOnDemand } from "../parts/load-on-demand.tsx";
import { useTitle } from "../parts/use-title.ts";
import { useWatchlist } from "../parts/watchlist.ts";
import { useText } from "../text/language.tsx";
import "../styles/markets.css";
import "../styles/cards.css";
import "../styles/home.css";

/** Loaded after the first cards, into a reserved area of its size. */
const TradeStrip = loadOnDemand(async () => (await import("../home/trade-strip.tsx")).TradeStrip, {
  rows: 7,
});

const WATCHED = { ...NO_FILTER, watched: true };

export function HomePage() {
  const { markets: text, home } = useText();
  const filter = useHomeFilter();
  const isHome = homeAddress(filter) === homeAddress(NO_FILTER);
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
      {watchlist.length > 0 && <HomeShelf title={home.watchlist} list={WATCHED} />}
      {SHELVES.map((shelf) => (
        <HomeShelf key={shelf} title={home.shelves[shelf]} list={listOf(shelf)} />
      ))}
    </>
  );
}
