/** Announces something to all traders, and withdraws it. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Operations } from "../../api/generated/operator.ts";
import { Loaded } from "../../parts/loaded.tsx";
import { useFormats } from "../../text/language.tsx";
import { ActionDialog } from "../action/action-dialog.tsx";
import { ActionForm } from "../action/action-form.tsx";
import { ActionNotice } from "../action/action-notice.tsx";
import type { CompletedAction } from "../action/use-operator-action.ts";
import { useConsoleText } from "../console-text.ts";
import { formatTime } from "../format-amounts.ts";
import { useOperatorClient } from "../operator-session.tsx";
import { DataTable } from "../parts/data-table.tsx";
import { AreaField, SelectField, TextField } from "../parts/fields.tsx";
import { readFilled, readFilledInstants } from "../parts/read-form.ts";
import { View } from "../parts/view.tsx";

type Announcement = Operations["GET /announcements"]["answer"][number];

const KINDS = ["info", "warning"] as const;
const MAX_LETTERS = 500;

export function AnnouncementsView() {
  const { announcements: words } = useConsoleText();
  const request = useOperatorClient();
  const [done, setDone] = useState<CompletedAction>();
  const query = useQuery({
    queryKey: ["announcements"],
    queryFn: ({ signal }) => request("GET /announcements", { signal }),
  });
  return (
    <View title={words.title} lead={words.lead} role="market-admin">
      <div role="status">{done && <ActionNotice done={done} />}</div>
      <section className="panel">
        <h2>{words.listed}</h2>
        <Loaded query={query}>{(rows) => <AnnouncementTable rows={rows} onDone={setDone} />}</Loaded>
      </section>
      <section className="panel">
        <h2>{words.make}</h2>
        <AnnounceForm onDone={setDone} />
      </section>
    </View>
  );
}

function AnnounceForm({ onDone }: { readonly onDone: (done: CompletedAction) => void }) {
  const { announcements: words } = useConsoleText();
  const request = useOperatorClient();
  return (
    <ActionForm
      submit={words.submit}
      onDone={onDone}
      act={async (readField) => {
        const kind = KINDS.find((one) => one === readField("kind")) ?? "info";
        const body = {
          text: readField("text"),
          kind,
          ...readFilled(readField, ["link"]),
          ...readFilledInstants(readField, ["from", "until"]),
          reason: readField("reason"),
        };
        const made = await request("POST /announcements", { body });
        return { words: made.shown ? words.shown : words.later, subject: made.id };
      }}
    >
      <AreaField name="text" label={words.text} hint={words.textHint} maxLength={MAX_LETTERS} required />
      <SelectField name="kind" label={words.kind}>
        {KINDS.map((kind) => (
          <option key={kind} value={kind}>
            {words.kinds[kind]}
          </option>
        ))}
      </SelectField>
      <TextField
        name="link"
        label={words.link}
        hint={words.linkHint}
        type="url"
        pattern="https://.+"
        placeholder="https://"
      />
      <TextField name="from" label={words.from} hint={words.fromHint} type="datetime-local" />
      <TextField name="until" label={words.until} hint={words.untilHint} type="datetime-local" />
    </ActionForm>
  );
}

type TableProps = {
  readonly rows: readonly Announcement[];
  readonly onDone: (done: CompletedAction) => void;
};

function AnnouncementTable({ rows, onDone }: TableProps) {
  const { announcements: words } = useConsoleText();
  const formats = useFormats();
  const [leaving, setLeaving] = useState<Announcement>();
  return (
    <>
      <DataTable
        caption={words.listed}
        columns={[
          { name: words.text, cell: ({ text }) => text },
          { name: words.kind, cell: ({ kind }) => words.kinds[kind] },
          { name: words.link, cell: ({ link }) => link ?? "–" },
          { name: words.from, cell: ({ from }) => formatTime(from, formats) },
          { name: words.until, cell: ({ until }) => (until === null ? "–" : formatTime(until, formats)) },
          { name: words.by, cell: ({ operator }) => operator },
          {
            name: words.change,
            cell: (row) => (
              <button type="button" className="small" onClick={() => setLeaving(row)}>
                {words.withdraw}
              </button>
            ),
          },
        ]}
        rows={rows}
        keyOf={({ id }) => id}
        empty={words.empty}
      />
      {leaving && (
        <WithdrawDialog announcement={leaving} close={() => setLeaving(undefined)} onDone={onDone} />
      )}
    </>
  );
}

type DialogProps = Pick<TableProps, "onDone"> & {
  readonly announcement: Announcement;
  readonly close: () => void;
};

function WithdrawDialog({ announcement: { id, text }, close, onDone }: DialogProps) {
  const { announcements: words } = useConsoleText();
  const request = useOperatorClient();
  return (
    <ActionDialog
      title={words.withdraw}
      note={text}
      submit={words.withdraw}
      danger
      close={close}
      onDone={onDone}
      act={async (readField) => {
        const body = { reason: readField("reason") };
        await request("DELETE /announcements/{id}", { params: { id }, body });
        return { words: words.withdrawn, subject: id };
      }}
    />
  );
}
