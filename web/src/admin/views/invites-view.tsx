/** Makes invites, lists them with their links and uses, and revokes them. */
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { downloadFile, formatCsv } from "../../csv.ts";
import { Loaded } from "../../parts/loaded.tsx";
import { Failure } from "../../parts/states.tsx";
import { useFormats } from "../../text/language.tsx";
import { ActionNotice } from "../action/action-notice.tsx";
import type { CompletedAction } from "../action/use-operator-action.ts";
import { useConsoleText } from "../console-text.ts";
import { exportInvites } from "../export-invites.ts";
import { formatMoney } from "../format-amounts.ts";
import { useOperatorClient } from "../operator-session.tsx";
import { View } from "../parts/view.tsx";
import { InviteForm } from "./invite-form.tsx";
import { InviteTable, MAX_SHOWN } from "./invite-table.tsx";

export function InvitesView() {
  const { invites: words } = useConsoleText();
  const request = useOperatorClient();
  const [done, setDone] = useState<CompletedAction>();
  const [made, setMade] = useState<string>();
  const query = useQuery({
    queryKey: ["invites"],
    queryFn: ({ signal }) => request("GET /invites", { query: { limit: MAX_SHOWN }, signal }),
  });
  return (
    <View title={words.title} lead={words.lead} role="treasury">
      <div role="status">{done && <ActionNotice done={done} />}</div>
      {made !== undefined && <Save list={made} words={words.saveNew} />}
      <section className="panel">
        <h2>{words.make}</h2>
        <InviteForm onDone={setDone} onMade={setMade} />
      </section>
      <section className="panel stack">
        <h2>{words.listed}</h2>
        <Loaded query={query}>
          {({ promised, open, total, data }) => (
            <>
              <Promised promised={promised} open={open} />
              <InviteTable rows={data} total={total} onDone={setDone} />
            </>
          )}
        </Loaded>
        <Save words={words.saveAll} />
      </section>
    </View>
  );
}

function Promised({ promised, open }: { readonly promised: string; readonly open: number }) {
  const { invites: words } = useConsoleText();
  const formats = useFormats();
  return <p>{words.promised(formats.count(open), formatMoney(promised, formats))}</p>;
}

function Save({ list, words }: { readonly list?: string; readonly words: string }) {
  const { invites } = useConsoleText();
  const formats = useFormats();
  const request = useOperatorClient();
  const file = useMutation({
    mutationFn: async () => {
      const csv = await exportInvites(request, list);
      downloadFile("invites.csv", formatCsv(csv));
      return invites.saved(formats.count(csv.rows.length));
    },
  });
  return (
    <div className="row">
      <button type="button" disabled={file.isPending} onClick={() => file.mutate()}>
        {words}
      </button>
      {file.isError && <Failure error={file.error} />}
      <p role="status" className="soft">
        {file.data}
      </p>
    </div>
  );
}
