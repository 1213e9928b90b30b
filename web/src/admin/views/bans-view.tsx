/** Lists, adds and lifts bans. The orders of a banned owner are refused. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Operations } from "../../api/generated/operator.ts";
import { Loaded } from "../../parts/loaded.tsx";
import { useFormats } from "../../text/language.tsx";
import { formatTime } from "../format-amounts.ts";
import { ActionDialog } from "../action/action-dialog.tsx";
import { ActionForm } from "../action/action-form.tsx";
import { ActionNotice } from "../action/action-notice.tsx";
import type { CompletedAction } from "../action/use-operator-action.ts";
import { useOperatorClient } from "../operator-session.tsx";
import { CopyableText } from "../parts/copyable-text.tsx";
import { DataTable } from "../parts/data-table.tsx";
import { AddressField } from "../parts/fields.tsx";
import { View } from "../parts/view.tsx";
import { useConsoleText } from "../console-text.ts";

type Ban = Operations["GET /bans"]["answer"][number];

export function BansView() {
  const { bans: words } = useConsoleText();
  const request = useOperatorClient();
  const [done, setDone] = useState<CompletedAction>();
  const query = useQuery({
    queryKey: ["bans"],
    queryFn: ({ signal }) => request("GET /bans", { signal }),
  });
  return (
    <View title={words.title} lead={words.lead} role="market-admin">
      <div role="status">{done && <ActionNotice done={done} />}</div>
      <section className="panel">
        <h2>{words.banned}</h2>
        <Loaded query={query}>{(bans) => <BanTable bans={bans} onDone={setDone} />}</Loaded>
      </section>
      <AddBan onDone={setDone} />
    </View>
  );
}

type ActionProps = { readonly onDone: (done: CompletedAction) => void };

function AddBan({ onDone }: ActionProps) {
  const { bans: words } = useConsoleText();
  const request = useOperatorClient();
  return (
    <section className="panel">
      <h2>{words.add}</h2>
      <ActionForm
        submit={words.add}
        danger
        onDone={onDone}
        act={async (readField) => {
          const body = { address: readField("address"), reason: readField("reason") };
          const { address, changed, canceledOrders } = await request("POST /bans", { body });
          const said = changed ? words.added(address, String(canceledOrders)) : words.wasBanned(address);
          return { words: said, subject: address };
        }}
      >
        <AddressField name="address" label={words.owner} hint={words.ownerHint} required />
      </ActionForm>
    </section>
  );
}

function BanTable({ bans, onDone }: ActionProps & { readonly bans: readonly Ban[] }) {
  const { bans: words, audit } = useConsoleText();
  const formats = useFormats();
  const request = useOperatorClient();
  const [lifting, setLifting] = useState<string>();
  return (
    <>
      <DataTable
        caption={words.banned}
        columns={[
          { name: words.owner, cell: ({ address }) => <CopyableText text={address} /> },
          { name: words.since, cell: ({ time }) => formatTime(time, formats) },
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
        <ActionDialog
          title={words.lift}
          note={words.liftNote(lifting)}
          submit={words.lift}
          close={() => setLifting(undefined)}
          onDone={onDone}
          act={async (readField) => {
            const options = { params: { address: lifting }, body: { reason: readField("reason") } };
            const { address, changed } = await request("DELETE /bans/{address}", options);
            return { words: (changed ? words.lifted : words.wasNotBanned)(address), subject: address };
          }}
        />
      )}
    </>
  );
}
