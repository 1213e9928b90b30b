/** The audit log in pages, filtered by subject or operator, with an export. */
import { useInfiniteQuery, useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Loaded } from "../../parts/loaded.tsx";
import { MoreButton } from "../../parts/more-button.tsx";
import { Failure } from "../../parts/states.tsx";
import { formatCsv, downloadFile } from "../../csv.ts";
import { exportAuditLog } from "../export-audit-log.ts";
import { useOperatorClient } from "../operator-session.tsx";
import { AuditTable } from "../parts/audit-table.tsx";
import { TextField } from "../parts/fields.tsx";
import { readFilled, readForm } from "../parts/read-form.ts";
import { View } from "../parts/view.tsx";
import { useConsoleText } from "../console-text.ts";

export type AuditFilter = { readonly subject?: string; readonly operator?: string };

const PAGE = 50;

export function AuditView() {
  const { audit: words } = useConsoleText();
  const [filter, setFilter] = useState<AuditFilter>({});
  return (
    <View title={words.title} lead={words.lead}>
      <form
        className="panel find"
        role="search"
        onSubmit={(event) => {
          event.preventDefault();
          setFilter(readFilled(readForm(event.currentTarget), ["subject", "operator"]));
        }}
      >
        <TextField name="subject" label={words.subject} hint={words.subjectHint} spellCheck={false} />
        <TextField name="operator" label={words.operator} hint={words.operatorHint} spellCheck={false} />
        <button type="submit" className="primary">
          {words.narrow}
        </button>
        <Export filter={filter} />
      </form>
      <Entries filter={filter} />
    </View>
  );
}

function Entries({ filter }: { readonly filter: AuditFilter }) {
  const { audit: words } = useConsoleText();
  const request = useOperatorClient();
  const pages = useInfiniteQuery({
    queryKey: ["audit", "pages", filter],
    queryFn: ({ pageParam, signal }) =>
      request("GET /audit", {
        query: { ...filter, limit: PAGE, ...(pageParam !== "" && { before: pageParam }) },
        signal,
      }),
    initialPageParam: "",
    getNextPageParam: ({ next }) => next,
  });
  return (
    <section className="panel">
      <h2>{words.entries}</h2>
      <Loaded query={pages} rows={6}>
        {({ pages: read }) => <AuditTable entries={read.flatMap((page) => page.data)} />}
      </Loaded>
      <MoreButton pages={pages} name={words.older} />
    </section>
  );
}

function Export({ filter }: { readonly filter: AuditFilter }) {
  const { audit: words } = useConsoleText();
  const request = useOperatorClient();
  const file = useMutation({
    mutationFn: async () => {
      const { csv, whole } = await exportAuditLog(request, filter);
      downloadFile("audit.csv", formatCsv(csv));
      const count = String(csv.rows.length);
      return whole ? words.exported(count) : words.exportCut(count);
    },
  });
  return (
    <>
      <button type="button" disabled={file.isPending} onClick={() => file.mutate()}>
        {words.export}
      </button>
      {file.isError && <Failure error={file.error} />}
      <p role="status" className="soft export">
        {file.data}
      </p>
    </>
  );
}
