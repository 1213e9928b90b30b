/** A list of event cards, loaded page by page. */
import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import { Link } from "wouter";
import { MoreButton } from "../parts/more-button.tsx";
import { Empty, Failure, Loading } from "../parts/states.tsx";
import { useNow } from "../parts/use-now.ts";
import { useText } from "../text/language.tsx";
import { EventCard } from "./event-card.tsx";
import type { HomeFilter } from "./home-filter.ts";
import type { MarketEvent } from "./market.ts";

type EventListProps = {
  readonly query: Pick<
    UseInfiniteQueryResult,
    "isPending" | "error" | "refetch" | "hasNextPage" | "fetchNextPage" | "isFetchingNextPage"
  >;
  readonly events: readonly MarketEvent[];
  readonly filter: HomeFilter;
};

export function EventList({ query, events, filter }: EventListProps) {
  const { markets: text } = useText();
  const now = useNow(30_000);
  if (query.isPending) return <Loading rows={6} />;
  return (
    <>
      {query.error !== null && <Failure error={query.error} retry={() => void query.refetch()} />}
      {events.length === 0 && query.error === null && <NoEvents filter={filter} />}
      <ul className="event-grid">
        {events.map((event) => (
          <li key={event.id}>
            <EventCard event={event} now={now} />
          </li>
        ))}
      </ul>
      {query.hasNextPage && (
        <p className="more">
          <MoreButton pages={query} />
        </p>
      )}
      <p className="visually-hidden" role="status">
        {text.resultsFound(String(events.length))}
      </p>
    </>
  );
}

function NoEvents({ filter: { tag, state } }: Pick<EventListProps, "filter">) {
  const { markets: text } = useText();
  const unfiltered = tag === "" && state === "open";
  return (
    <>
      <Empty>{unfiltered ? text.noEvents : text.noEventsWith}</Empty>
      {!unfiltered && (
        <p className="more">
          <Link href="/" className="button">
            {text.reset}
          </Link>
        </p>
      )}
    </>
  );
}
