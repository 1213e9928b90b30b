/** A table of the markets and events that operators changed last, from the audit log. */
import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { Loaded } from "../../parts/loaded.tsx";
import { useFormats } from "../../text/language.tsx";
import { formatTime } from "../format-amounts.ts";
import { eventPath } from "./event-table.tsx";
import { questionsQuery, titlesQuery } from "./list-queries.ts";
import { DataTable } from "../parts/data-table.tsx";
import { useRecentListings } from "../recent-markets.ts";
import type { RecentListing } from "../recent-listings.ts";
import { useConsoleText } from "../console-text.ts";

export function RecentMarketsPanel() {
  const { markets: words } = useConsoleText();
  const formats = useFormats();
  const query = useRecentListings();
  const titles = useMissingTitles(query.data ?? []);
  return (
    <section className="panel">
      <h2>{words.recent}</h2>
      <Loaded query={query}>
        {(listings) => (
          <DataTable
            caption={words.recent}
            columns={[
              {
                name: words.market,
                cell: ({ kind, id, title }) => (
                  <Link href={kind === "event" ? eventPath(id) : `/markets/${id}`}>
                    {title || titles.get(id) || id}
                  </Link>
                ),
              },
              { name: words.lastDone, cell: ({ action }) => <code>{action}</code> },
              { name: words.when, cell: ({ time }) => formatTime(time, formats) },
            ]}
            rows={listings}
            keyOf={({ id }) => id}
            empty={words.noneRecent}
            atOnce={RECENT}
          />
        )}
      </Loaded>
    </section>
  );
}

const RECENT = 10;
/** Maximum number of ids in one query, as addresses have a maximum length. */
const MOST = 50;

/** Loads the titles of listings whose creation is older than the entries that were read, or had none of its own. */
function useMissingTitles(listings: readonly RecentListing[]): ReadonlyMap<string, string> {
  const idsOf = (kind: RecentListing["kind"]): readonly string[] =>
    listings
      .filter((one) => one.title === "" && one.kind === kind)
      .slice(0, MOST)
      .map(({ id }) => id);
  const questions = useQuery(questionsQuery(idsOf("market"))).data ?? new Map<string, string>();
  const titles = useQuery(titlesQuery(idsOf("event"))).data ?? new Map<string, string>();
  return new Map([...questions, ...titles]);
}
