/** The list of events that the visitor selected, with its order and filters, page by page. */
import { Link } from "wouter";
import { BlankCards, CardGrid } from "../cards/card-grid.tsx";
import { OrderOffer } from "../cards/order-offer.tsx";
import { useCardList } from "../cards/use-card-list.ts";
import { cardFilterOf, homeAddress } from "../markets/home-filter.ts";
import type { HomeFilter } from "../markets/home-filter.ts";
import { ListControls } from "../markets/list-controls.tsx";
import { MoreButton } from "../parts/more-button.tsx";
import { Empty, Failure } from "../parts/states.tsx";
import { useNow } from "../parts/use-now.ts";
import { useSeen } from "../parts/use-seen.ts";
import { useWatchlist } from "../parts/watchlist.ts";
import { useText } from "../text/language.tsx";
import { listedCards } from "./shelves.ts";

type MarketListProps = { readonly title: string; readonly filter: HomeFilter };

const MINUTE_MS = 60_000;
const BLANKS = 8;

export function MarketList({ title, filter }: MarketListProps) {
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
    filter: cardFilterOf(filter, now, watchlist),
    name: homeAddress(filter) + (filter.watched ? watchlist.join(",") : ""),
    enabled: wasSeen && !isEmpty,
  });
  const rows = listedCards(read, filter, now);
  const isPending = !isEmpty && query.isPending && query.error === null;
  return (
    <section ref={place} className="home-section" aria-labelledby="list-title">
      <div className="home-section-head">
        <h2 id="list-title">{title}</h2>
        <OrderOffer hasChanged={hasChanged} onAdopt={adopt} />
        <ListControls filter={filter} />
      </div>
      {query.error !== null && <Failure error={query.error} retry={() => void query.refetch()} />}
      {isPending && <BlankCards count={BLANKS} layout="card-grid" />}
      {!isPending && rows.length === 0 && query.error === null && <NoEvents filter={filter} />}
      <CardGrid cards={rows} turn={turn} layout="card-grid" />
      {query.hasNextPage && (
        <p className="more">
          <MoreButton pages={query} />
        </p>
      )}
      <p className="visually-hidden" role="status">
        {text.resultsFound(String(rows.length))}
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
