/** The results of a search: markets with exactly this name, and events with these words, in any state. */
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { Empty, Failure } from "../../../parts/states.tsx";
import { useFormats } from "../../../text/language.tsx";
import { useConsoleText } from "../../parts/console-text.ts";
import { eventPath, EventTable } from "../event-table.tsx";
import { selectFoundMarkets, listTruncatedEvents } from "./select-found-markets.ts";
import type { Kind } from "../list-filter.ts";
import { namedQuery, searchQuery } from "../list-queries.ts";
import type { ListedEventRow } from "../listed-rows.ts";
import { MarketTable } from "../market-table.tsx";
import { ListPages } from "../list-pages.tsx";

type SearchResultsProps = { readonly term: string; readonly kind: Kind };

export function SearchResults({ term, kind }: SearchResultsProps) {
  const { markets: words } = useConsoleText();
  const formats = useFormats();
  const namedMarkets = useQuery(namedQuery(term));
  const search = useInfiniteQuery(searchQuery(term));
  const events = search.data?.pages.flatMap(({ rows }) => rows) ?? [];
  const rows = selectFoundMarkets({ term, named: namedMarkets.data ?? [], events });
  const total = search.data?.pages[0]?.total ?? 0;
  const isEmpty = kind === "markets" ? rows.length === 0 && !namedMarkets.isPending : events.length === 0;
  return (
    <ListPages query={search} summary={words.found(formats.count(total), formats.count(rows.length))}>
      {namedMarkets.error && <Failure error={namedMarkets.error} retry={() => void namedMarkets.refetch()} />}
      {isEmpty && <NotFound term={term} />}
      {!isEmpty && kind === "events" && <EventTable rows={events} empty={words.empty} />}
      {rows.length > 0 && kind === "markets" && (
        <>
          <MarketTable caption={words.kinds.markets} rows={rows} empty={words.empty} atOnce={Infinity} />
          <TruncatedEvents events={listTruncatedEvents(events)} />
        </>
      )}
    </ListPages>
  );
}

/** A hint for a search without results. The operator API also knows markets that the catalog does not list. */
function NotFound({ term }: { readonly term: string }) {
  const { markets: words } = useConsoleText();
  return (
    <>
      <Empty>{words.notFound(term)}</Empty>
      {!/\s/.test(term) && (
        <p>
          <Link href={`/markets/${encodeURIComponent(term)}`} className="button">
            {words.lookUp}
          </Link>
        </p>
      )}
    </>
  );
}

function TruncatedEvents({ events }: { readonly events: readonly ListedEventRow[] }) {
  const { markets: words } = useConsoleText();
  const formats = useFormats();
  if (events.length === 0) return null;
  return (
    <ul className="left-out">
      {events.map(({ id, title, markets }) => (
        <li key={id}>
          <Link href={eventPath(id)}>{words.allOf(formats.count(markets.length), title)}</Link>
        </li>
      ))}
    </ul>
  );
}
