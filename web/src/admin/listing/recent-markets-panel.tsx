/** A table of the markets that operators changed last, from the audit log. */
import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { Loaded } from "../../parts/loaded.tsx";
import { useFormats } from "../../text/language.tsx";
import { formatTime } from "../format-amounts.ts";
import { questionsQuery } from "./list-queries.ts";
import { DataTable } from "../parts/data-table.tsx";
import { useRecentMarkets } from "../recent-markets.ts";
import type { RecentMarket } from "../recent-markets.ts";
import { useConsoleText } from "../console-text.ts";

export function RecentMarketsPanel() {
  const { markets: words } = useConsoleText();
  const formats = useFormats();
  const query = useRecentMarkets();
  const questions = useMissingQuestions(query.data ?? []);
  return (
    <section className="panel">
      <h2>{words.recent}</h2>
      <Loaded query={query}>
        {(markets) => (
          <DataTable
            caption={words.recent}
            columns={[
              {
                name: words.market,
                cell: ({ conditionId, question }) => (
                  <Link href={`/markets/${conditionId}`}>
                    {question || questions?.get(conditionId) || conditionId}
                  </Link>
                ),
              },
              { name: words.lastDone, cell: ({ action }) => <code>{action}</code> },
              { name: words.when, cell: ({ time }) => formatTime(time, formats) },
            ]}
            rows={markets}
            keyOf={({ conditionId }) => conditionId}
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

/** Loads questions of markets whose creation is older than the entries that were read. */
function useMissingQuestions(markets: readonly RecentMarket[]): ReadonlyMap<string, string> | undefined {
  const missing = markets.filter(({ question }) => question === "").slice(0, MOST);
  return useQuery(questionsQuery(missing.map(({ conditionId }) => conditionId))).data;
}
