/** Finds markets in the catalog, by search or filter, and lists those that operators changed last. */
import { Link } from "wouter";
import { SearchResults } from "../listing/search-results.tsx";
import { ListControls } from "../listing/list-controls.tsx";
import type { FilterProps } from "../listing/list-controls.tsx";
import { CatalogList } from "../listing/catalog-list.tsx";
import { RecentMarketsPanel } from "../listing/recent-markets-panel.tsx";
import { readSearchTerm, usePausedWords } from "../listing/search-term.ts";
import { View } from "../parts/view.tsx";
import { useConsoleText } from "../console-text.ts";

export function MarketsView({ filter, onFilter }: FilterProps) {
  const { markets: words } = useConsoleText();
  const typed = readSearchTerm(filter.words);
  const paused = usePausedWords(typed);
  // An emptied search field shows the list at once.
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
