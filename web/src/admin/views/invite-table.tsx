/** Invites in a table, each with a button that copies its link and one that revokes it. */
import { useState } from "react";
import type { Operations } from "../../api/generated/operator.ts";
import { CopyButton } from "../../parts/copy-button.tsx";
import { useFormats } from "../../text/language.tsx";
import { ActionDialog } from "../action/action-dialog.tsx";
import type { CompletedAction } from "../action/use-operator-action.ts";
import { useConsoleText } from "../console-text.ts";
import { formatMoney, formatTime } from "../format-amounts.ts";
import { useOperatorClient } from "../operator-session.tsx";
import { DataTable } from "../parts/data-table.tsx";

type Invite = Operations["GET /invites"]["answer"]["data"][number];

/** Latest invites that the view shows; the file has all. */
export const MAX_SHOWN = 1000;

type TableProps = {
  readonly rows: readonly Invite[];
  /** All that there are. */
  readonly total: number;
  readonly onDone: (done: CompletedAction) => void;
};

type Leaving = { readonly id: string; readonly what: string };

export function InviteTable({ rows, total, onDone }: TableProps) {
  const { invites: words } = useConsoleText();
  const formats = useFormats();
  const [leaving, setLeaving] = useState<Leaving>();
  return (
    <>
      <DataTable
        caption={words.listed}
        columns={[
          { name: words.name, cell: ({ name, reason }) => (name === "" ? reason : name) },
          { name: words.amount, number: true, cell: ({ amount }) => formatMoney(amount, formats) },
          {
            name: words.used,
            number: true,
            cell: ({ used, uses }) => words.usedOf(formats.count(used), formats.count(uses)),
          },
          { name: words.given, number: true, cell: ({ given }) => formatMoney(given, formats) },
          { name: words.state, cell: ({ state }) => words.states[state] },
          { name: words.until, cell: ({ until }) => (until === null ? "–" : formatTime(until, formats)) },
          { name: words.by, cell: ({ operator }) => operator },
          { name: words.link, cell: (invite) => <Link invite={invite} /> },
          { name: words.change, cell: (invite) => <Revoking invite={invite} leave={setLeaving} /> },
        ]}
        rows={rows}
        keyOf={({ id }) => id}
        empty={words.empty}
        atOnce={50}
      />
      {total > rows.length && <p className="soft">{words.cut(formats.count(rows.length))}</p>}
      {leaving && <RevokeDialog leaving={leaving} close={() => setLeaving(undefined)} onDone={onDone} />}
    </>
  );
}

function Link({ invite: { link, name, reason } }: { readonly invite: Invite }) {
  if (link === null) return "–";
  return <CopyButton text={link} name={name === "" ? reason : name} />;
}

type RevokingProps = { readonly invite: Invite; readonly leave: (leaving: Leaving) => void };

/** Offers to revoke the invite, and all that were made with it. */
function Revoking({ invite: { id, list, name, reason, state }, leave }: RevokingProps) {
  const { invites: words } = useConsoleText();
  if (state !== "open") return "–";
  const what = name === "" ? reason : name;
  return (
    <span className="row">
      <button type="button" className="small" onClick={() => leave({ id, what })}>
        {words.revoke}
        <span className="visually-hidden">: {what}</span>
      </button>
      {list !== id && (
        <button
          type="button"
          className="small"
          onClick={() => leave({ id: list, what: words.wholeList(reason) })}
        >
          {words.revokeList}
          <span className="visually-hidden">: {what}</span>
        </button>
      )}
    </span>
  );
}

type DialogProps = Pick<TableProps, "onDone"> & {
  readonly leaving: Leaving;
  readonly close: () => void;
};

function RevokeDialog({ leaving: { id, what }, close, onDone }: DialogProps) {
  const { invites: words } = useConsoleText();
  const formats = useFormats();
  const request = useOperatorClient();
  return (
    <ActionDialog
      title={words.revoke}
      note={words.revokeNote(what)}
      submit={words.revoke}
      danger
      close={close}
      onDone={onDone}
      act={async (readField) => {
        const body = { reason: readField("reason") };
        const { revoked } = await request("DELETE /invites/{id}", { params: { id }, body });
        return { words: words.revoked(formats.count(revoked)), subject: id };
      }}
    />
  );
}
