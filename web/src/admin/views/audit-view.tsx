/** The audit log in pages, filtered by subject or operator, with an export. */
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Loaded } from "../../parts/loaded.tsx";
import { MoreButton } from "../../parts/more-button.tsx";
import { useConsoleText } from "../console-text.ts";
import { exportAuditLog } from "../export-csv.ts";
import type { AuditFilter } from "../export-csv.ts";
import { useOperatorClient } from "../operator-session.tsx";
import { AuditTable } from "../parts/audit-entry.tsx";
import { ExportButton } from "../parts/export-button.tsx";
import { TextField } from "../parts/fields.tsx";
import { readFilled } from "../parts/read-form.ts";
import { FindForm } from "../parts/resource.tsx";
import { Panel, View } from "../parts/view.tsx";

const PAGE = 50;

export function AuditView() {
  const { audit: words } = useConsoleText();
  const [filter, setFilter] = useState<AuditFilter>({});
  return (
    <View title={words.title} lead={words.lead}>
      <FindForm
        find={words.narrow}
        onFind={(readField) => setFilter(readFilled(readField, ["subject", "operator"]))}
        beside={<Export filter={filter} />}
      >
        <TextField name="subject" label={words.subject} hint={words.subjectHint} spellCheck={false} />
        <TextField name="operator" label={words.operator} hint={words.operatorHint} spellCheck={false} />
      </FindForm>
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
    <Panel title={words.entries}>
      <Loaded query={pages} rows={6}>
        {({ pages: read }) => <AuditTable entries={read.flatMap((page) => page.data)} />}
      </Loaded>
      <MoreButton pages={pages} name={words.older} />
    </Panel>
  );
}

function Export({ filter }: { readonly filter: AuditFilter }) {
  const { audit: words } = useConsoleText();
  const request = useOperatorClient();
  return (
    <ExportButton
      label={words.export}
      textClass="soft export"
      read={async () => {
        const { csv, whole } = await exportAuditLog(request, filter);
        const count = String(csv.rows.length);
        return { name: "audit.csv", csv, words: whole ? words.exported(count) : words.exportCut(count) };
      }}
    />
  );
}
