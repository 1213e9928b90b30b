/** Actions of operators on one subject: an account or a market. */
import { useQuery } from "@tanstack/react-query";
import { Loaded } from "../../parts/loaded.tsx";
import { useOperatorClient } from "../operator-session.tsx";
import { AuditTable } from "./audit-table.tsx";

type SubjectAuditProps = { readonly title: string; readonly subject: string };

export function SubjectAudit({ title, subject }: SubjectAuditProps) {
  const request = useOperatorClient();
  const query = useQuery({
    queryKey: ["audit", "subject", subject],
    queryFn: ({ signal }) => request("GET /audit", { query: { subject }, signal }),
  });
  return (
    <section className="panel">
      <h2>{title}</h2>
      <Loaded query={query}>{({ data }) => <AuditTable entries={data} />}</Loaded>
    </section>
  );
}
