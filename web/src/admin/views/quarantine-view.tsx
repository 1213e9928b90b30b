/** Commands in quarantine, because the exchange stopped while it decided them. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { QuarantinedCommand } from "../../api/generated/operator.ts";
import { Loaded } from "../../parts/loaded.tsx";
import { DeedDialog } from "../deed/deed-dialog.tsx";
import { DoneNotice } from "../deed/done-notice.tsx";
import type { Done } from "../deed/use-deed.ts";
import { useAsk } from "../operator-session.tsx";
import { Copied } from "../parts/copied.tsx";
import { DataTable } from "../parts/data-table.tsx";
import { View } from "../parts/view.tsx";
import { useWords } from "../words.ts";

export function QuarantineView() {
  const { quarantine: words } = useWords();
  const ask = useAsk();
  const [done, setDone] = useState<Done>();
  const query = useQuery({
    queryKey: ["quarantine"],
    queryFn: ({ signal }) => ask("GET /quarantine", { signal }),
  });
  return (
    <View title={words.title} lead={words.lead} role="market-admin">
      <section className="panel">
        <h2>{words.held}</h2>
        <div role="status">{done && <DoneNotice done={done} />}</div>
        <Loaded query={query}>{(commands) => <Held commands={commands} onDone={setDone} />}</Loaded>
      </section>
    </View>
  );
}

type HeldProps = { readonly commands: readonly QuarantinedCommand[]; readonly onDone: (done: Done) => void };

function Held({ commands, onDone }: HeldProps) {
  const { quarantine: words } = useWords();
  const ask = useAsk();
  const [releasing, setReleasing] = useState<string>();
  return (
    <>
      <DataTable
        caption={words.held}
        columns={[
          { name: words.fingerprint, cell: ({ fingerprint }) => <Copied text={fingerprint} /> },
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
        <DeedDialog
          title={words.release}
          note={words.releaseNote}
          submit={words.release}
          close={() => setReleasing(undefined)}
          onDone={onDone}
          act={async (given) => {
            const asked = { params: { fingerprint: releasing }, body: { reason: given("reason") } };
            const answer = await ask("POST /quarantine/{fingerprint}/release", asked);
            return { words: words.released, subject: answer.fingerprint };
          }}
        />
      )}
    </>
  );
}
