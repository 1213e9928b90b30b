/** Lists the API keys of a wallet, and revokes them. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation } from "wouter";
import type { Key } from "../../api/generated/operator.ts";
import { Loaded } from "../../parts/loaded.tsx";
import { useFormats } from "../../text/language.tsx";
import { formatTime } from "../format-amounts.ts";
import { ActionDialog } from "../action/action-dialog.tsx";
import { ActionNotice } from "../action/action-notice.tsx";
import type { CompletedAction } from "../action/use-operator-action.ts";
import { useOperatorClient } from "../operator-session.tsx";
import { CopyableText } from "../parts/copyable-text.tsx";
import { DataTable } from "../parts/data-table.tsx";
import { AddressField } from "../parts/fields.tsx";
import { readForm } from "../parts/read-form.ts";
import { View } from "../parts/view.tsx";
import { useConsoleText } from "../console-text.ts";

export function KeysView({ address }: { readonly address: string }) {
  const { keys: words } = useConsoleText();
  const [, go] = useLocation();
  return (
    <View title={words.title} lead={words.lead} role="market-admin">
      <form
        className="panel find"
        role="search"
        onSubmit={(event) => {
          event.preventDefault();
          go(`/keys/${readForm(event.currentTarget)("address")}`);
        }}
      >
        <AddressField name="address" label={words.wallet} defaultValue={address} required />
        <button type="submit" className="primary">
          {words.find}
        </button>
      </form>
      {address !== "" && <FoundKeys address={address} />}
    </View>
  );
}

function FoundKeys({ address }: { readonly address: string }) {
  const { keys: words } = useConsoleText();
  const request = useOperatorClient();
  const query = useQuery({
    queryKey: ["keys", address],
    queryFn: ({ signal }) => request("GET /keys", { query: { address }, signal }),
  });
  return (
    <section className="panel">
      <h2>{words.found}</h2>
      <Loaded query={query}>{(keys) => <KeyTable keys={keys} />}</Loaded>
    </section>
  );
}

function KeyTable({ keys }: { readonly keys: readonly Key[] }) {
  const { keys: words } = useConsoleText();
  const formats = useFormats();
  const [revoking, setRevoking] = useState<Key>();
  const [done, setDone] = useState<CompletedAction>();
  const end = (key: Key) =>
    key.revokedAt === null ? (
      <button type="button" className="small" onClick={() => setRevoking(key)}>
        {words.revoke}
      </button>
    ) : (
      formatTime(key.revokedAt, formats)
    );
  return (
    <>
      <div role="status">{done && <ActionNotice done={done} />}</div>
      <DataTable
        caption={words.found}
        columns={[
          { name: words.key, cell: ({ apiKey }) => <CopyableText text={apiKey} /> },
          { name: words.kind, cell: ({ kind }) => words.kinds[kind] },
          { name: words.nonce, cell: ({ nonce }) => nonce ?? "", number: true },
          { name: words.made, cell: ({ createdAt }) => formatTime(createdAt, formats) },
          { name: words.revoked, cell: end },
        ]}
        rows={keys}
        keyOf={({ apiKey }) => apiKey}
        empty={words.empty}
      />
      {revoking && <RevokeDialog revoking={revoking} close={() => setRevoking(undefined)} onDone={setDone} />}
    </>
  );
}

type RevokeDialogProps = {
  readonly revoking: Key;
  readonly close: () => void;
  readonly onDone: (done: CompletedAction) => void;
};

function RevokeDialog({ revoking, close, onDone }: RevokeDialogProps) {
  const { keys: words } = useConsoleText();
  const request = useOperatorClient();
  return (
    <ActionDialog
      title={words.revoke}
      note={words.revokeNote(revoking.apiKey)}
      submit={words.revoke}
      danger
      close={close}
      onDone={onDone}
      act={async (readField) => {
        const options = { params: { key: revoking.apiKey }, body: { reason: readField("reason") } };
        const { apiKey, others } = await request("POST /keys/{key}/revoke", options);
        return { words: words.done(apiKey, String(others.length)), subject: apiKey };
      }}
    />
  );
}
