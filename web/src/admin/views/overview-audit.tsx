/** The latest entries of the audit log. */
import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { Loaded } from "../../parts/loaded.tsx";
import { AuditTable } from "../parts/audit-table.tsx";
import { useOperatorClient } from "../operator-session.tsx";
import { useConsoleText } from "../console-text.ts";

const SHOWN = 5;

export function RecentEntries() {
  const { overview: words } = useConsoleText();
  const request = useOperatorClient();
  const query = useQuery({
    queryKey: ["audit", "recent"],
    queryFn: ({ signal }) => request("GET /audit", { query: { limit: SHOWN }, signal }),
    refetchInterval: 10_000,
  });
  return (
    <section className="panel wide">
      <h2>{words.lastActions}</h2>
      <Loaded query={query}>{({ data }) => <AuditTable entries={data} />}</Loaded>
      <p>
        <Link href="/audit">{words.allActions}</Link>
      </p>
    </section>
  );
}
