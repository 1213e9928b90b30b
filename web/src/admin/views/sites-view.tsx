/** Lists and changes sites, and the wallets whose markets each one shows. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Site } from "../../api/generated/operator.ts";
import { Loaded } from "../../parts/loaded.tsx";
import { useText } from "../../text/language.tsx";
import { ActionDialog } from "../action/action-dialog.tsx";
import { ActionForm } from "../action/action-form.tsx";
import { ActionNotice } from "../action/action-notice.tsx";
import type { CompletedAction } from "../action/use-operator-action.ts";
import { useOperatorClient } from "../operator-session.tsx";
import { CopyableText } from "../parts/copyable-text.tsx";
import { DataTable } from "../parts/data-table.tsx";
import { AreaField, TextField } from "../parts/fields.tsx";
import { View } from "../parts/view.tsx";
import { useConsoleText } from "../console-text.ts";

/** Reads wallets, separated by line breaks, blanks, commas or semicolons. */
const readWallets = (text: string): readonly string[] => text.split(/[\s,;]+/).filter((word) => word !== "");

export function SitesView() {
  const { sites: words } = useConsoleText();
  const request = useOperatorClient();
  const [done, setDone] = useState<CompletedAction>();
  const query = useQuery({
    queryKey: ["sites"],
    queryFn: ({ signal }) => request("GET /sites", { signal }),
  });
  return (
    <View title={words.title} lead={words.lead} role="market-admin">
      <div role="status">{done && <ActionNotice done={done} />}</div>
      <section className="panel">
        <h2>{words.listed}</h2>
        <Loaded query={query}>{(sites) => <SiteTable sites={sites} onDone={setDone} />}</Loaded>
      </section>
      <section className="panel">
        <h2>{words.add}</h2>
        <ActionForm
          submit={words.add}
          onDone={setDone}
          act={async (readField) => {
            const [host, wallets] = [readField("host"), readWallets(readField("wallets"))];
            const body = { host, wallets, reason: readField("reason") };
            const site = await request("POST /sites", { body });
            return { words: words.done(site.host, String(site.wallets.length)), subject: site.host };
          }}
        >
          <TextField name="host" label={words.host} hint={words.hostHint} spellCheck={false} required />
          <AreaField
            name="wallets"
            label={words.wallets}
            hint={words.walletsHint}
            spellCheck={false}
            required
          />
        </ActionForm>
      </section>
    </View>
  );
}

type TableProps = { readonly sites: readonly Site[]; readonly onDone: (done: CompletedAction) => void };

function SiteTable({ sites, onDone }: TableProps) {
  const { sites: words } = useConsoleText();
  const [removing, setRemoving] = useState<Site>();
  return (
    <>
      <DataTable
        caption={words.listed}
        columns={[
          { name: words.host, cell: ({ host }) => host },
          { name: words.wallets, cell: ({ wallets }) => <Wallets wallets={wallets} /> },
          {
            name: words.change,
            cell: (site) => (
              <button type="button" className="small" onClick={() => setRemoving(site)}>
                {words.remove}
              </button>
            ),
          },
        ]}
        rows={sites}
        keyOf={({ host }) => host}
        empty={words.empty}
      />
      {removing && <RemoveDialog site={removing} close={() => setRemoving(undefined)} onDone={onDone} />}
    </>
  );
}

/** Number of wallets shown at first. */
const SHOWN = 3;

function Wallets({ wallets }: { readonly wallets: readonly string[] }) {
  const { common } = useText();
  const [most, setMost] = useState(SHOWN);
  return (
    <>
      {wallets.slice(0, most).map((wallet) => (
        <div key={wallet}>
          <CopyableText text={wallet} />
        </div>
      ))}
      {wallets.length > most && (
        <button type="button" className="small" onClick={() => setMost(most + 100)}>
          {common.more} ({wallets.length - most})
        </button>
      )}
    </>
  );
}

type RemoveDialogProps = {
  readonly site: Site;
  readonly close: () => void;
  readonly onDone: (done: CompletedAction) => void;
};

function RemoveDialog({ site: { host }, close, onDone }: RemoveDialogProps) {
  const { sites: words } = useConsoleText();
  const request = useOperatorClient();
  return (
    <ActionDialog
      title={words.remove}
      note={words.removeNote(host)}
      submit={words.remove}
      danger
      close={close}
      onDone={onDone}
      act={async (readField) => {
        const wallets = readWallets(readField("wallets"));
        const body = { ...(wallets.length > 0 && { wallets }), reason: readField("reason") };
        const site = await request("DELETE /sites/{host}", { params: { host }, body });
        return { words: words.done(site.host, String(site.wallets.length)), subject: site.host };
      }}
    >
      <AreaField name="wallets" label={words.some} hint={words.someHint} spellCheck={false} />
    </ActionDialog>
  );
}
