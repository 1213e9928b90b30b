/** The filtered list of markets or events, page by page. */
import { useInfiniteQuery } from "@tanstack/react-query";
import { useFormats } from "../../text/language.tsx";
import { useWords } from "../words.ts";
import { EventTable } from "./event-table.tsx";
import type { ListFilter } from "./list-filter.ts";
import { eventsQuery, marketsQuery } from "./list-queries.ts";
import { MarketTable } from "./market-table.tsx";
import { Pages } from "./pages.tsx";

type ListedProps = { readonly filter: ListFilter };

export const Listed = ({ filter }: ListedProps) =>
  filter.kind === "markets" ? <ListedMarkets filter={filter} /> : <ListedEvents filter={filter} />;

function ListedMarkets({ filter }: ListedProps) {
  const { markets: words } = useWords();
  const formats = useFormats();
  const query = useInfiniteQuery(marketsQuery(filter));
  const rows = query.data?.pages.flatMap((page) => page.rows) ?? [];
  return (
    <Pages query={query} told={words.shown(formats.count(rows.length))}>
      <MarketTable caption={words.kinds.markets} rows={rows} empty={words.empty} atOnce={Infinity} />
    </Pages>
  );
}

function ListedEvents({ filter }: ListedProps) {
  const { markets: words } = useWords();
  const formats = useFormats();
  const query = useInfiniteQuery(eventsQuery(filter));
  const rows = query.data?.pages.flatMap((page) => page.rows) ?? [];
  return (
    <Pages query={query} told={words.shown(formats.count(rows.length))}>
      <EventTable rows={rows} empty={words.empty} />
    </Pages>
  );
}
