/** The audit log in pages, filtered by subject or operator, with an export. */
import { useInfiniteQuery, useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Loaded } from "../../parts/loaded.tsx";
import { MoreButton } from "../../parts/more-button.tsx";
import { Failure } from "../../parts/states.tsx";
import { formatCsv, saveFile } from "../../csv.ts";
import { auditFile } from "../audit-file.ts";
import { useAsk } from "../operator-session.tsx";
import { AuditTable } from "../parts/audit-table.tsx";
import { TextField } from "../parts/fields.tsx";
import { filled, readForm } from "../parts/given.ts";
import { View } from "../parts/view.tsx";
import { useWords } from "../words.ts";

export type AuditFilter = { readonly subject?: string; readonly operator?: string };

const PAGE = 50;

export function AuditView() {
  const { audit: words } = useWords();
  const [filter, setFilter] = useState<AuditFilter>({});
  return (
    <View title={words.title} lead={words.lead}>
      <form
        className="panel find"
        role="search"
        onSubmit={(event) => {
          event.preventDefault();
          setFilter(filled(readForm(event.currentTarget), ["subject", "operator"]));
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
  const { audit: words } = useWords();
  const ask = useAsk();
  const pages = useInfiniteQuery({
    queryKey: ["audit", "pages", filter],
    queryFn: ({ pageParam, signal }) =>
      ask("GET /audit", {
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
  const { audit: words } = useWords();
  const ask = useAsk();
  const file = useMutation({
    mutationFn: async () => {
      const { csv, whole } = await auditFile(ask, filter);
      saveFile("audit.csv", formatCsv(csv));
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
