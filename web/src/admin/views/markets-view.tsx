/** Finds markets in the catalog, by search or filter, and lists those that operators changed last. */
import { Link } from "wouter";
import { Found } from "../listing/found.tsx";
import { ListControls } from "../listing/list-controls.tsx";
import type { FilterProps } from "../listing/list-controls.tsx";
import { Listed } from "../listing/listed.tsx";
import { RecentMarketsPanel } from "../listing/recent-markets-panel.tsx";
import { termOf, usePaused } from "../listing/search-term.ts";
import { View } from "../parts/view.tsx";
import { useWords } from "../words.ts";

export function MarketsView({ filter, onFilter }: FilterProps) {
  const { markets: words } = useWords();
  const typed = termOf(filter.words);
  const paused = usePaused(typed);
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
        {term === "" ? <Listed filter={filter} /> : <Found term={term} kind={filter.kind} />}
      </section>
      <RecentMarketsPanel />
    </View>
  );
}
