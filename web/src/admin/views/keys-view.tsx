/** Lists the API keys of a wallet, and revokes them. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation } from "wouter";
import type { Key } from "../../api/generated/operator.ts";
import { Loaded } from "../../parts/loaded.tsx";
import { useFormats } from "../../text/language.tsx";
import { timeWords } from "../amounts.ts";
import { DeedDialog } from "../deed/deed-dialog.tsx";
import { DoneNotice } from "../deed/done-notice.tsx";
import type { Done } from "../deed/use-deed.ts";
import { useAsk } from "../operator-session.tsx";
import { Copied } from "../parts/copied.tsx";
import { DataTable } from "../parts/data-table.tsx";
import { AddressField } from "../parts/fields.tsx";
import { readForm } from "../parts/given.ts";
import { View } from "../parts/view.tsx";
import { useWords } from "../words.ts";

export function KeysView({ address }: { readonly address: string }) {
  const { keys: words } = useWords();
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
  const { keys: words } = useWords();
  const ask = useAsk();
  const query = useQuery({
    queryKey: ["keys", address],
    queryFn: ({ signal }) => ask("GET /keys", { query: { address }, signal }),
  });
  return (
    <section className="panel">
      <h2>{words.found}</h2>
      <Loaded query={query}>{(keys) => <KeyTable keys={keys} />}</Loaded>
    </section>
  );
}

function KeyTable({ keys }: { readonly keys: readonly Key[] }) {
  const { keys: words } = useWords();
  const formats = useFormats();
  const [revoking, setRevoking] = useState<Key>();
  const [done, setDone] = useState<Done>();
  const end = (key: Key) =>
    key.revokedAt === null ? (
      <button type="button" className="small" onClick={() => setRevoking(key)}>
        {words.revoke}
      </button>
    ) : (
      timeWords(key.revokedAt, formats)
    );
  return (
    <>
      <div role="status">{done && <DoneNotice done={done} />}</div>
      <DataTable
        caption={words.found}
        columns={[
          { name: words.key, cell: ({ apiKey }) => <Copied text={apiKey} /> },
          { name: words.kind, cell: ({ kind }) => words.kinds[kind] },
          { name: words.nonce, cell: ({ nonce }) => nonce ?? "", number: true },
          { name: words.made, cell: ({ createdAt }) => timeWords(createdAt, formats) },
          { name: words.revoked, cell: end },
        ]}
        rows={keys}
        keyOf={({ apiKey }) => apiKey}
        empty={words.empty}
      />
      {revoking && <Revoke revoking={revoking} close={() => setRevoking(undefined)} onDone={setDone} />}
    </>
  );
}

type RevokeProps = {
  readonly revoking: Key;
  readonly close: () => void;
  readonly onDone: (done: Done) => void;
};

function Revoke({ revoking, close, onDone }: RevokeProps) {
  const { keys: words } = useWords();
  const ask = useAsk();
  return (
    <DeedDialog
      title={words.revoke}
      note={words.revokeNote(revoking.apiKey)}
      submit={words.revoke}
      danger
      close={close}
      onDone={onDone}
      act={async (given) => {
        const asked = { params: { key: revoking.apiKey }, body: { reason: given("reason") } };
        const { apiKey, others } = await ask("POST /keys/{key}/revoke", asked);
        return { words: words.done(apiKey, String(others.length)), subject: apiKey };
      }}
    />
  );
}
