/** A table of the markets and events that operators changed last, from the audit log. */
import { Loaded } from "../../../parts/loaded.tsx";
import { useFormats } from "../../../text/language.tsx";
import { formatTime } from "../../parts/format-amounts.ts";
import { AuditSentence } from "../../parts/audit-entry.tsx";
import { DataTable } from "../../parts/data-table.tsx";
import { useRecentListings } from "./recent-markets.ts";
import { useConsoleText } from "../../parts/console-text.ts";

export function RecentMarketsPanel() {
  const { markets: words } = useConsoleText();
  const formats = useFormats();
  const query = useRecentListings();
  return (
    <section className="panel">
      <h2>{words.recent}</h2>
      <Loaded query={query}>
        {(entries) => (
          <DataTable
            caption={words.recent}
            columns={[
              { name: words.lastDone, cell: (entry) => <AuditSentence entry={entry} /> },
              { name: words.when, cell: ({ time }) => formatTime(time, formats) },
            ]}
            rows={entries}
            keyOf={({ subject }) => subject}
            empty={words.noneRecent}
            atOnce={SHOWN_LISTINGS}
          />
        )}
      </Loaded>
    </section>
  );
}

const SHOWN_LISTINGS = 10;
