/** Lists, adds and lifts bans. The orders of a banned owner are refused. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Operations } from "../../api/generated/operator.ts";
import { Loaded } from "../../parts/loaded.tsx";
import { useFormats } from "../../text/language.tsx";
import { timeWords } from "../amounts.ts";
import { DeedDialog } from "../deed/deed-dialog.tsx";
import { DeedForm } from "../deed/deed-form.tsx";
import { DoneNotice } from "../deed/done-notice.tsx";
import type { Done } from "../deed/use-deed.ts";
import { useAsk } from "../operator-session.tsx";
import { Copied } from "../parts/copied.tsx";
import { DataTable } from "../parts/data-table.tsx";
import { AddressField } from "../parts/fields.tsx";
import { View } from "../parts/view.tsx";
import { useWords } from "../words.ts";

type Ban = Operations["GET /bans"]["answer"][number];

export function BansView() {
  const { bans: words } = useWords();
  const ask = useAsk();
  const [done, setDone] = useState<Done>();
  const query = useQuery({
    queryKey: ["bans"],
    queryFn: ({ signal }) => ask("GET /bans", { signal }),
  });
  return (
    <View title={words.title} lead={words.lead} role="market-admin">
      <div role="status">{done && <DoneNotice done={done} />}</div>
      <section className="panel">
        <h2>{words.banned}</h2>
        <Loaded query={query}>{(bans) => <BanTable bans={bans} onDone={setDone} />}</Loaded>
      </section>
      <AddBan onDone={setDone} />
    </View>
  );
}

type Told = { readonly onDone: (done: Done) => void };

function AddBan({ onDone }: Told) {
  const { bans: words } = useWords();
  const ask = useAsk();
  return (
    <section className="panel">
      <h2>{words.add}</h2>
      <DeedForm
        submit={words.add}
        danger
        onDone={onDone}
        act={async (given) => {
          const body = { address: given("address"), reason: given("reason") };
          const { address, changed, canceledOrders } = await ask("POST /bans", { body });
          const said = changed ? words.added(address, String(canceledOrders)) : words.wasBanned(address);
          return { words: said, subject: address };
        }}
      >
        <AddressField name="address" label={words.owner} hint={words.ownerHint} required />
      </DeedForm>
    </section>
  );
}

function BanTable({ bans, onDone }: Told & { readonly bans: readonly Ban[] }) {
  const { bans: words, audit } = useWords();
  const formats = useFormats();
  const ask = useAsk();
  const [lifting, setLifting] = useState<string>();
  return (
    <>
      <DataTable
        caption={words.banned}
        columns={[
          { name: words.owner, cell: ({ address }) => <Copied text={address} /> },
          { name: words.since, cell: ({ time }) => timeWords(time, formats) },
          { name: audit.operator, cell: ({ operator }) => operator ?? "" },
          { name: audit.reason, cell: ({ reason }) => reason ?? "" },
          {
            name: words.end,
            cell: ({ address }) => (
              <button type="button" className="small" onClick={() => setLifting(address)}>
                {words.lift}
              </button>
            ),
          },
        ]}
        rows={bans}
        keyOf={({ address }) => address}
        empty={words.empty}
      />
      {lifting !== undefined && (
        <DeedDialog
          title={words.lift}
          note={words.liftNote(lifting)}
          submit={words.lift}
          close={() => setLifting(undefined)}
          onDone={onDone}
          act={async (given) => {
            const asked = { params: { address: lifting }, body: { reason: given("reason") } };
            const { address, changed } = await ask("DELETE /bans/{address}", asked);
            return { words: (changed ? words.lifted : words.wasNotBanned)(address), subject: address };
          }}
        />
      )}
    </>
  );
}
