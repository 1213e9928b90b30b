/** The home page, which lists events by category and sort order. */
import { useInfiniteQuery } from "@tanstack/react-query";
import { eventsQuery } from "../markets/catalog-queries.ts";
import { CategoryLinks } from "../markets/category-links.tsx";
import { EventList } from "../markets/event-list.tsx";
import { eventFilterOf, useHomeFilter } from "../markets/home-filter.ts";
import { ListControls } from "../markets/list-controls.tsx";
import { useTitle } from "../parts/use-title.ts";
import { useNow } from "../parts/use-now.ts";
import { useText } from "../text/language.tsx";
import "../styles/markets.css";

const MINUTE_MS = 60_000;

export function HomePage() {
  const { markets: text } = useText();
  const filter = useHomeFilter();
  const now = useNow(MINUTE_MS);
  const query = useInfiniteQuery(eventsQuery(eventFilterOf(filter, now)));
  const events = query.data?.pages.flatMap((page) => page.events) ?? [];
  useTitle(filter.tag === "" ? "" : text.title);
  return (
    <>
      <div className="home-head">
        <h1>{text.title}</h1>
        <ListControls filter={filter} />
      </div>
      <CategoryLinks filter={filter} listed={events} />
      <h2 className="visually-hidden">{text.events}</h2>
      <EventList query={query} events={events} filter={filter} />
    </>
  );
}
