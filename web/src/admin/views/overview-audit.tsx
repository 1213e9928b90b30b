/** What operators did last. */
import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { Failure, Loading } from "../../parts/states.tsx";
import { AuditTable } from "../parts/audit-table.tsx";
import { useAsk } from "../operator-session.tsx";
import { useWords } from "../words.ts";

const SHOWN = 5;

export function RecentEntries() {
  const { overview: words } = useWords();
  const ask = useAsk();
  const { data, error } = useQuery({
    queryKey: ["audit", "recent"],
    queryFn: ({ signal }) => ask("GET /audit", { query: { limit: SHOWN }, signal }),
    refetchInterval: 10_000,
  });
  return (
    <section className="panel wide">
      <h2>{words.lastDeeds}</h2>
      {error ? <Failure error={error} /> : data ? <AuditTable entries={data.data} /> : <Loading />}
      <p>
        <Link href="/audit">{words.allDeeds}</Link>
      </p>
    </section>
  );
}
