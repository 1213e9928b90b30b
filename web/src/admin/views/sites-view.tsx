/** Lists and changes sites, and the wallets whose markets each one shows. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Site } from "../../api/generated/operator.ts";
import { Loaded } from "../../parts/loaded.tsx";
import { useText } from "../../text/language.tsx";
import { DeedDialog } from "../deed/deed-dialog.tsx";
import { DeedForm } from "../deed/deed-form.tsx";
import { DoneNotice } from "../deed/done-notice.tsx";
import type { Done } from "../deed/use-deed.ts";
import { useAsk } from "../operator-session.tsx";
import { Copied } from "../parts/copied.tsx";
import { DataTable } from "../parts/data-table.tsx";
import { AreaField, TextField } from "../parts/fields.tsx";
import { View } from "../parts/view.tsx";
import { useWords } from "../words.ts";

/** Reads wallets, separated by line breaks, blanks, commas or semicolons. */
const readWallets = (text: string): readonly string[] => text.split(/[\s,;]+/).filter((word) => word !== "");

export function SitesView() {
  const { sites: words } = useWords();
  const ask = useAsk();
  const [done, setDone] = useState<Done>();
  const query = useQuery({
    queryKey: ["sites"],
    queryFn: ({ signal }) => ask("GET /sites", { signal }),
  });
  return (
    <View title={words.title} lead={words.lead} role="market-admin">
      <div role="status">{done && <DoneNotice done={done} />}</div>
      <section className="panel">
        <h2>{words.listed}</h2>
        <Loaded query={query}>{(sites) => <SiteTable sites={sites} onDone={setDone} />}</Loaded>
      </section>
      <section className="panel">
        <h2>{words.add}</h2>
        <DeedForm
          submit={words.add}
          onDone={setDone}
          act={async (given) => {
            const [host, wallets] = [given("host"), readWallets(given("wallets"))];
            const body = { host, wallets, reason: given("reason") };
            const site = await ask("POST /sites", { body });
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
        </DeedForm>
      </section>
    </View>
  );
}

type TableProps = { readonly sites: readonly Site[]; readonly onDone: (done: Done) => void };

function SiteTable({ sites, onDone }: TableProps) {
  const { sites: words } = useWords();
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
      {removing && <Remove site={removing} close={() => setRemoving(undefined)} onDone={onDone} />}
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
          <Copied text={wallet} />
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

type RemoveProps = {
  readonly site: Site;
  readonly close: () => void;
  readonly onDone: (done: Done) => void;
};

function Remove({ site: { host }, close, onDone }: RemoveProps) {
  const { sites: words } = useWords();
  const ask = useAsk();
  return (
    <DeedDialog
      title={words.remove}
      note={words.removeNote(host)}
      submit={words.remove}
      danger
      close={close}
      onDone={onDone}
      act={async (given) => {
        const wallets = readWallets(given("wallets"));
        const body = { ...(wallets.length > 0 && { wallets }), reason: given("reason") };
        const site = await ask("DELETE /sites/{host}", { params: { host }, body });
        return { words: words.done(site.host, String(site.wallets.length)), subject: site.host };
      }}
    >
      <AreaField name="wallets" label={words.some} hint={words.someHint} spellCheck={false} />
    </DeedDialog>
  );
}
