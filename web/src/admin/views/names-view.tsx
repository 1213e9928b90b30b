/** Lists the names that owners chose, takes one away, and forbids names and words for the future. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Operations } from "../../api/generated/operator.ts";
import { Loaded } from "../../parts/loaded.tsx";
import { useFormats } from "../../text/language.tsx";
import { ActionDialog } from "../action/action-dialog.tsx";
import { ActionNotice } from "../action/action-notice.tsx";
import type { CompletedAction } from "../action/use-operator-action.ts";
import { useConsoleText } from "../console-text.ts";
import { formatTime } from "../format-amounts.ts";
import { useOperatorClient } from "../operator-session.tsx";
import { CopyableText } from "../parts/copyable-text.tsx";
import { DataTable } from "../parts/data-table.tsx";
import { CheckField, TextField } from "../parts/fields.tsx";
import { readForm } from "../parts/read-form.ts";
import { View } from "../parts/view.tsx";
import { ForbiddenNames } from "./forbidden-names.tsx";

type Name = Operations["GET /names"]["answer"]["data"][number];

/** Most names at once; a search narrows them. */
const MOST = 100;

export function NamesView() {
  const { names: words } = useConsoleText();
  const [done, setDone] = useState<CompletedAction>();
  const [search, setSearch] = useState("");
  return (
    <View title={words.title} lead={words.lead} role="market-admin">
      <div role="status">{done && <ActionNotice done={done} />}</div>
      <form
        className="panel find"
        role="search"
        onSubmit={(event) => {
          event.preventDefault();
          setSearch(readForm(event.currentTarget)("search"));
        }}
      >
        <TextField name="search" label={words.search} hint={words.searchHint} maxLength={200} />
        <button type="submit" className="primary">
          {words.find}
        </button>
      </form>
      <NameList title={words.borne} search={search} removed={false} onDone={setDone} />
      <NameList title={words.removedNames} search={search} removed onDone={setDone} />
      <ForbiddenNames onDone={setDone} />
    </View>
  );
}

type NameListProps = {
  readonly title: string;
  readonly search: string;
  readonly removed: boolean;
  readonly onDone: (done: CompletedAction) => void;
};

function NameList({ title, search, removed, onDone }: NameListProps) {
  const { names: words } = useConsoleText();
  const request = useOperatorClient();
  const query = useQuery({
    queryKey: ["names", search, removed],
    queryFn: ({ signal }) => request("GET /names", { query: { search, removed, limit: MOST }, signal }),
  });
  return (
    <section className="panel">
      <h2>{title}</h2>
      <Loaded query={query}>
        {({ data, next }) => (
          <>
            <NameTable title={title} names={data} removed={removed} onDone={onDone} />
            {next !== null && <p className="soft">{words.more(String(MOST))}</p>}
          </>
        )}
      </Loaded>
    </section>
  );
}

type NameTableProps = Omit<NameListProps, "search"> & { readonly names: readonly Name[] };

function NameTable({ title, names, removed, onDone }: NameTableProps) {
  const { names: words, audit } = useConsoleText();
  const formats = useFormats();
  const [taking, setTaking] = useState<Name>();
  const who = [
    { name: words.name, cell: ({ name }: Name) => <bdi>{name}</bdi> },
    { name: words.wallet, cell: ({ address }: Name) => <CopyableText text={address} /> },
  ];
  const borne = [
    { name: words.since, cell: ({ chosen }: Name) => formatTime(chosen, formats) },
    {
      name: words.remove,
      cell: (name: Name) => (
        <button type="button" className="small" onClick={() => setTaking(name)}>
          {words.remove}
        </button>
      ),
    },
  ];
  const gone = [
    { name: words.removedAt, cell: (name: Name) => name.removed && formatTime(name.removed.time, formats) },
    { name: audit.operator, cell: (name: Name) => name.removed?.operator },
    { name: audit.reason, cell: (name: Name) => name.removed?.reason },
  ];
  return (
    <>
      <DataTable
        caption={title}
        columns={[...who, ...(removed ? gone : borne)]}
        rows={names}
        keyOf={({ address, chosen }) => `${address} ${chosen}`}
        empty={words.empty}
      />
      {taking !== undefined && (
        <RemoveName name={taking} close={() => setTaking(undefined)} onDone={onDone} />
      )}
    </>
  );
}

type RemoveNameProps = {
  readonly name: Name;
  readonly close: () => void;
  readonly onDone: (done: CompletedAction) => void;
};

function RemoveName({ name: { name, address }, close, onDone }: RemoveNameProps) {
  const { names: words } = useConsoleText();
  const request = useOperatorClient();
  return (
    <ActionDialog
      title={words.remove}
      note={words.removeNote(name)}
      submit={words.remove}
      danger
      close={close}
      onDone={onDone}
      act={async (readField) => {
        const body = { reason: readField("reason"), forbid: readField("forbid") !== "" };
        const { forbidden } = await request("DELETE /names/{address}", { params: { address }, body });
        return { words: (forbidden ? words.removedForGood : words.removed)(name), subject: address };
      }}
    >
      <CheckField name="forbid" label={words.forbidToo} defaultChecked />
    </ActionDialog>
  );
}
