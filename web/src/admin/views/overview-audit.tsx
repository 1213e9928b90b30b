/** The latest entries of the audit log. */
import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { Loaded } from "../../parts/loaded.tsx";
import { AuditTable } from "../parts/audit-table.tsx";
import { useAsk } from "../operator-session.tsx";
import { useWords } from "../words.ts";

const SHOWN = 5;

export function RecentEntries() {
  const { overview: words } = useWords();
  const ask = useAsk();
  const query = useQuery({
    queryKey: ["audit", "recent"],
    queryFn: ({ signal }) => ask("GET /audit", { query: { limit: SHOWN }, signal }),
    refetchInterval: 10_000,
  });
  return (
    <section className="panel wide">
      <h2>{words.lastDeeds}</h2>
      <Loaded query={query}>{({ data }) => <AuditTable entries={data} />}</Loaded>
      <p>
        <Link href="/audit">{words.allDeeds}</Link>
      </p>
    </section>
  );
}
