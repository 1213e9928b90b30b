/** Snapshots of a sandbox: takes them, goes back to one, and removes them. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Operations } from "../../api/generated/operator.ts";
import { Loaded } from "../../parts/loaded.tsx";
import { Failure } from "../../parts/states.tsx";
import { useFormats } from "../../text/language.tsx";
import { useConsoleText } from "../console-text.ts";
import { formatTime } from "../format-amounts.ts";
import { useOperatorClient } from "../operator-session.tsx";
import { DataTable } from "../parts/data-table.tsx";
import { TextField } from "../parts/fields.tsx";
import { View } from "../parts/view.tsx";
import { QuestionDialog } from "./question-dialog.tsx";

type Snapshot = Operations["GET /sandbox/snapshots"]["answer"]["snapshots"][number];
type Question = { readonly snapshot: Snapshot; readonly step: "revert" | "remove" };

/** Snapshot of the first start, which stays. */
const FIRST_START = "start";

export function SnapshotsView() {
  const { snapshots: words } = useConsoleText();
  const request = useOperatorClient();
  const [question, setQuestion] = useState<Question>();
  const [done, setDone] = useState("");
  const query = useQuery({
    queryKey: ["snapshots"],
    queryFn: ({ signal }) => request("GET /sandbox/snapshots", { signal }),
  });
  return (
    <View title={words.title} lead={words.lead} role="market-admin">
      <p role="status" className={done === "" ? undefined : "success done"}>
        {done}
      </p>
      <section className="panel">
        <h2>{words.taken}</h2>
        <Loaded query={query}>
          {({ snapshots }) => <SnapshotTable snapshots={snapshots} ask={setQuestion} />}
        </Loaded>
      </section>
      <TakePanel onDone={setDone} />
      {question && (
        <SnapshotQuestion question={question} close={() => setQuestion(undefined)} onDone={setDone} />
      )}
    </View>
  );
}

type SnapshotTableProps = {
  readonly snapshots: readonly Snapshot[];
  readonly ask: (question: Question) => void;
};

function SnapshotTable({ snapshots, ask }: SnapshotTableProps) {
  const { snapshots: words } = useConsoleText();
  const formats = useFormats();
  return (
    <DataTable
      caption={words.taken}
      columns={[
        { name: words.name, cell: ({ name }) => name },
        { name: words.time, cell: ({ time }) => <time dateTime={time}>{formatTime(time, formats)}</time> },
        { name: words.batch, cell: ({ sequence }) => sequence, number: true },
        {
          name: words.steps,
          cell: (snapshot) => (
            <div className="row">
              {snapshot.usable ? (
                <button type="button" className="small" onClick={() => ask({ snapshot, step: "revert" })}>
                  {words.revert}
                </button>
              ) : (
                <span className="soft">{words.unusable}</span>
              )}
              {snapshot.name !== FIRST_START && (
                <button type="button" className="small" onClick={() => ask({ snapshot, step: "remove" })}>
                  {words.remove}
                </button>
              )}
            </div>
          ),
        },
      ]}
      rows={snapshots}
      keyOf={({ name }) => name}
      empty={words.empty}
    />
  );
}

type DoneProps = { readonly onDone: (words: string) => void };

function TakePanel({ onDone }: DoneProps) {
  const { snapshots: words, action } = useConsoleText();
  const request = useOperatorClient();
  const queries = useQueryClient();
  const take = useMutation({
    mutationFn: (name: string) => request("POST /sandbox/snapshot", { body: { name } }),
    onSuccess: ({ name }) => onDone(words.wasTaken(name)),
    onSettled: () => queries.invalidateQueries({ queryKey: ["snapshots"] }),
  });
  return (
    <section className="panel">
      <h2>{words.take}</h2>
      <form
        className="stack action-form"
        onSubmit={(event) => {
          event.preventDefault();
          const name = new FormData(event.currentTarget).get("name");
          if (typeof name === "string") take.mutate(name.trim());
        }}
      >
        <TextField name="name" label={words.name} hint={words.nameHint} spellCheck={false} required />
        {take.isError && <Failure error={take.error} />}
        <button type="submit" className="primary" disabled={take.isPending}>
          {take.isPending ? action.working : words.take}
        </button>
      </form>
    </section>
  );
}

type SnapshotQuestionProps = DoneProps & { readonly question: Question; readonly close: () => void };

function SnapshotQuestion({ question: { snapshot, step }, close, onDone }: SnapshotQuestionProps) {
  const { snapshots: words } = useConsoleText();
  const request = useOperatorClient();
  const { name } = snapshot;
  return (
    <QuestionDialog
      title={words[step]}
      note={step === "revert" ? words.revertNote(name) : words.removeNote(name)}
      close={close}
      act={async () => {
        if (step === "revert") await request("POST /sandbox/revert", { body: { name } });
        else await request("DELETE /sandbox/snapshots/{name}", { params: { name } });
        onDone(step === "revert" ? words.reverted(name) : words.removed(name));
      }}
    />
  );
}
