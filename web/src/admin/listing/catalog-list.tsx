/** The filtered list of markets or events, page by page. */
import { useInfiniteQuery } from "@tanstack/react-query";
import { useFormats } from "../../text/language.tsx";
import { useConsoleText } from "../parts/console-text.ts";
import { EventTable } from "./event-table.tsx";
import type { ListFilter } from "./list-filter.ts";
import { eventsQuery, marketsQuery } from "./list-queries.ts";
import { MarketTable } from "./market-table.tsx";
import { ListPages } from "./list-pages.tsx";

type CatalogListProps = { readonly filter: ListFilter };

export const CatalogList = ({ filter }: CatalogListProps) =>
  filter.kind === "markets" ? <MarketList filter={filter} /> : <EventList filter={filter} />;

function MarketList({ filter }: CatalogListProps) {
  const { markets: words } = useConsoleText();
  const formats = useFormats();
  const query = useInfiniteQuery(marketsQuery(filter));
  const rows = query.data?.pages.flatMap((page) => page.rows) ?? [];
  return (
    <ListPages query={query} summary={words.shown(formats.count(rows.length))}>
      <MarketTable caption={words.kinds.markets} rows={rows} empty={words.empty} atOnce={Infinity} />
    </ListPages>
  );
}

function EventList({ filter }: CatalogListProps) {
  const { markets: words } = useConsoleText();
  const formats = useFormats();
  const query = useInfiniteQuery(eventsQuery(filter));
  const rows = query.data?.pages.flatMap((page) => page.rows) ?? [];
  return (
    <ListPages query={query} summary={words.shown(formats.count(rows.length))}>
      <EventTable rows={rows} empty={words.empty} />
    </ListPages>
  );
}
