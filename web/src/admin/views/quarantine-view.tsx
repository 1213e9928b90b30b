/** Commands in quarantine, because the exchange stopped while it decided them. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { QuarantinedCommand } from "../../api/generated/operator.ts";
import { Loaded } from "../../parts/loaded.tsx";
import { ActionDialog } from "../action/action-dialog.tsx";
import { ActionNotice } from "../action/action-notice.tsx";
import type { CompletedAction } from "../action/use-operator-action.ts";
import { useOperatorClient } from "../operator-session.tsx";
import { CopyableText } from "../parts/copyable-text.tsx";
import { DataTable } from "../parts/data-table.tsx";
import { View } from "../parts/view.tsx";
import { useConsoleText } from "../console-text.ts";

export function QuarantineView() {
  const { quarantine: words } = useConsoleText();
  const request = useOperatorClient();
  const [done, setDone] = useState<CompletedAction>();
  const query = useQuery({
    queryKey: ["quarantine"],
    queryFn: ({ signal }) => request("GET /quarantine", { signal }),
  });
  return (
    <View title={words.title} lead={words.lead} role="market-admin">
      <section className="panel">
        <h2>{words.held}</h2>
        <div role="status">{done && <ActionNotice done={done} />}</div>
        <Loaded query={query}>
          {(commands) => <QuarantineTable commands={commands} onDone={setDone} />}
        </Loaded>
      </section>
    </View>
  );
}

type QuarantineTableProps = {
  readonly commands: readonly QuarantinedCommand[];
  readonly onDone: (done: CompletedAction) => void;
};

function QuarantineTable({ commands, onDone }: QuarantineTableProps) {
  const { quarantine: words } = useConsoleText();
  const request = useOperatorClient();
  const [releasing, setReleasing] = useState<string>();
  return (
    <>
      <DataTable
        caption={words.held}
        columns={[
          { name: words.fingerprint, cell: ({ fingerprint }) => <CopyableText text={fingerprint} /> },
          { name: words.command, cell: ({ command }) => command },
          { name: words.stops, cell: ({ stops }) => stops, number: true },
          { name: words.state, cell: ({ refused }) => (refused ? words.refused : words.alone) },
          {
            name: words.release,
            cell: ({ fingerprint }) => (
              <button type="button" className="small" onClick={() => setReleasing(fingerprint)}>
                {words.release}
              </button>
            ),
          },
        ]}
        rows={commands}
        keyOf={({ fingerprint }) => fingerprint}
        empty={words.empty}
      />
      {releasing !== undefined && (
        <ActionDialog
          title={words.release}
          note={words.releaseNote}
          submit={words.release}
          close={() => setReleasing(undefined)}
          onDone={onDone}
          act={async (readField) => {
            const options = { params: { fingerprint: releasing }, body: { reason: readField("reason") } };
            const answer = await request("POST /quarantine/{fingerprint}/release", options);
            return { words: words.released, subject: answer.fingerprint };
          }}
        />
      )}
    </>
  );
}
