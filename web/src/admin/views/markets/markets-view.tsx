/** Finds markets in the catalog, by search or filter, and lists the markets that operators changed last. */
import { Link } from "wouter";
import { SearchResults } from "../../listing/search/search-results.tsx";
import { ListControls } from "../../listing/list-controls.tsx";
import { readListFilter, writeListFilter } from "../../listing/list-filter.ts";
import type { ListFilter } from "../../listing/list-filter.ts";
import { CatalogList } from "../../listing/catalog-list.tsx";
import { RecentMarketsPanel } from "../../listing/recent/recent-markets-panel.tsx";
import { readSearchTerm, usePausedWords } from "../../listing/search/search-term.ts";
import { View } from "../../parts/view.tsx";
import { useViewQuery } from "../../parts/use-view-query.ts";
import { useConsoleText } from "../../parts/console-text.ts";

/** The view of all markets. The filter is in the address, so that the list is unchanged after a return from a market. */
export function MarketsView() {
  const { markets: words } = useConsoleText();
  const [query, setQuery] = useViewQuery();
  const filter = readListFilter(query);
  const onFilter = (changed: ListFilter): void => setQuery(writeListFilter(changed));
  const typed = readSearchTerm(filter.words);
  const paused = usePausedWords(typed);
  // An empty search field shows the list at once.
  const term = typed === "" ? "" : paused;
  return (
    <View title={words.title} lead={words.lead}>
      <div className="row">
        <Link href="/new-event" className="button">
          {words.newEvent}
        </Link>
        <Link href="/new-market" className="button">
          {words.newMarket}
        </Link>
      </div>
      <section className="panel stack">
        <h2>{words.list}</h2>
        <ListControls filter={filter} onFilter={onFilter} />
        {term === "" ? <CatalogList filter={filter} /> : <SearchResults term={term} kind={filter.kind} />}
      </section>
      <RecentMarketsPanel />
    </View>
  );
}
