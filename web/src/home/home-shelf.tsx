/** A section of the home page: the first cards of a list, side by side, and a link to the full list. */
import { useId } from "react";
import { Link } from "wouter";
import { BlankCards, CardGrid } from "../cards/card-grid.tsx";
import { OrderOffer } from "../cards/order-offer.tsx";
import { useCardList } from "../cards/use-card-list.ts";
import { homeAddress } from "../markets/home-filter.ts";
import type { HomeFilter } from "../markets/home-filter.ts";
import { Failure } from "../parts/states.tsx";
import { useNow } from "../parts/use-now.ts";
import { useSeen } from "../parts/use-seen.ts";
import { useWatchlist } from "../parts/watchlist.ts";
import { useText } from "../text/language.tsx";
import { shelfCards, shelfFilter } from "./shelves.ts";

type HomeShelfProps = {
  readonly title: string;
  /** The section's list. */
  readonly list: HomeFilter;
};

const MINUTE_MS = 60_000;
const LAYOUT = "card-grid card-shelf";
const BLANKS = 4;

export function HomeShelf({ title, list }: HomeShelfProps) {
  const { home } = useText();
  const id = useId();
  const [place, wasSeen] = useSeen<HTMLElement>();
  const watchlist = useWatchlist();
  const now = useNow(MINUTE_MS);
  const filter = shelfFilter(list, now, watchlist);
  const name = list.watched ? `watched ${watchlist.join(",")}` : list.sort;
  const { query, rows, hasChanged, turn, adopt } = useCardList({ filter, name, enabled: wasSeen });
  const cards = shelfCards(rows, list, now);
  if (query.isSuccess && cards.length === 0) return null;
  return (
    <section ref={place} className="home-section" aria-labelledby={id}>
      <div className="home-section-head">
        <h2 id={id}>{title}</h2>
        <OrderOffer hasChanged={hasChanged} onAdopt={adopt} />
        <Link href={homeAddress(list)} className="see-all" aria-label={home.seeAllOf(title)}>
          {home.seeAll}
        </Link>
      </div>
      {query.error !== null && <Failure error={query.error} retry={() => void query.refetch()} />}
      {cards.length === 0 && query.error === null ? (
        <BlankCards count={BLANKS} layout={LAYOUT} />
      ) : (
        <CardGrid cards={cards} turn={turn} layout={LAYOUT} />
      )}
    </section>
  );
}
