/** Creates invites, lists them with their links and uses, and revokes them. */
import { useState } from "react";
import { micros } from "../../../../../src/core/units.ts";
import { readMicros } from "../../../base/money.ts";
import { CopyButton } from "../../../parts/controls/copy-button.tsx";
import { Loaded } from "../../../parts/loaded.tsx";
import { useFormats } from "../../../text/language.tsx";
import { ActionDialog } from "../../action/action-form.tsx";
import { useConsoleText } from "../../parts/console-text.ts";
import { exportInvites } from "../../listing/export-csv.ts";
import { formatMoney } from "../../parts/format-amounts.ts";
import { useOperatorClient, useOperatorQuery } from "../../session/operator-session.tsx";
import { DataTable } from "../../parts/data-table.tsx";
import { ListField, nameField, Options, SelectField, TextField } from "../../parts/fields.tsx";
import { readFilledInstants } from "../../parts/read-form.ts";
import type { FieldReader } from "../../parts/read-form.ts";
import { ExportButton, FormPanel } from "../../parts/resource.tsx";
import { ActionView, Panel } from "../../parts/view.tsx";
import { InviteShare } from "./invite-share.tsx";
import type { Invite } from "./invite-share.tsx";
import { AmountField, useAmountReader } from "./transfer.tsx";

export function InvitesView() {
  const { invites: words } = useConsoleText();
  const formats = useFormats();
  const [made, setMade] = useState<string>();
  const query = useOperatorQuery("GET /invites", { query: { limit: MAX_SHOWN } });
  return (
    <ActionView title={words.title} lead={words.lead} role="treasury">
      {made !== undefined && <SaveInvitesButton list={made} label={words.saveNew} />}
      <InviteForm onMade={setMade} />
      <Panel title={words.listed} stack>
        <Loaded query={query}>
          {({ promised, open, total, data }) => (
            <>
              <p>{words.promised(formats.count(open), formatMoney(promised, formats))}</p>
              <InviteTable rows={data} total={total} />
            </>
          )}
        </Loaded>
        <SaveInvitesButton label={words.saveAll} />
      </Panel>
    </ActionView>
  );
}

function SaveInvitesButton({ list, label }: { readonly list?: string; readonly label: string }) {
  const { invites: words } = useConsoleText();
  const formats = useFormats();
  const request = useOperatorClient();
  return (
    <div className="row">
      <ExportButton
        label={label}
        textClass="soft"
        read={async () => {
          const csv = await exportInvites(request, list);
          return { name: "invites.csv", csv, words: words.saved(formats.count(csv.rows.length)) };
        }}
      />
    </div>
  );
}

const INVITE_KINDS = ["several", "names"] as const;
type Kind = (typeof INVITE_KINDS)[number];

const MAX_USES = 10_000;

/** Props of the form; `onMade` is called with the id of the new list. */
type FormProps = { readonly onMade: (list: string) => void };

/** The form that creates one link for several people, or one link for each name of a list. */
function InviteForm({ onMade }: FormProps) {
  const { invites: words } = useConsoleText();
  const formats = useFormats();
  const request = useOperatorClient();
  const readAmount = useAmountReader();
  const [kind, setKind] = useState<Kind>("several");
  const [names, setNames] = useState("");
  return (
    <FormPanel
      title={words.make}
      submit={words.submit}
      onDone={() => setNames("")}
      confirm={(readField) => {
        const amount = readMicros(readAmount(readField));
        const people = kind === "names" ? countNames(names) : Number(readField("uses"));
        // The exchange rejects a sum that is too large to compute here.
        if (amount === undefined || !Number.isSafeInteger(amount * people)) return undefined;
        return words.sure(formats.count(people), formats.money(micros(amount * people)));
      }}
      act={async (readField) => {
        const { list, invites } = await request("POST /invites", {
          body: { amount: readAmount(readField), ...buildInviteRequest(readField, kind) },
        });
        onMade(list);
        return { words: words.made(formats.count(invites.length)), subject: list };
      }}
    >
      <KindFields kind={kind} setKind={setKind} names={names} setNames={setNames} />
      <TextField {...nameField(words, "until")} type="datetime-local" />
    </FormPanel>
  );
}

type KindProps = NameProps & { readonly kind: Kind; readonly setKind: (kind: Kind) => void };

/** Fields for the number of people or their names. */
function KindFields({ kind, setKind, names, setNames }: KindProps) {
  const { invites: words } = useConsoleText();
  return (
    <>
      <SelectField
        {...nameField(words, "kind")}
        value={kind}
        onChange={({ currentTarget }) =>
          setKind(INVITE_KINDS.find((one) => one === currentTarget.value) ?? "several")
        }
      >
        <Options of={INVITE_KINDS} names={words.kinds} />
      </SelectField>
      <AmountField label={words.amountEach} />
      {kind === "names" ? (
        <ListField {...nameField(words, "names")} lines={names} setLines={setNames} />
      ) : (
        <TextField
          {...nameField(words, "uses")}
          type="number"
          min={1}
          max={MAX_USES}
          defaultValue={1}
          required
        />
      )}
    </>
  );
}

type NameProps = { readonly names: string; readonly setNames: (names: string) => void };

/** Counts the lines that are neither blank nor a header. */
const countNames = (text: string): number =>
  text
    .split(/\r\n|\n|\r/)
    .filter((line, index) => line.trim() !== "" && !(index === 0 && line.trim().toLowerCase() === "name"))
    .length;

const buildInviteRequest = (readField: FieldReader, kind: Kind) => ({
  ...(kind === "names" ? { names: readField("names") } : { uses: Number(readField("uses")) }),
  ...readFilledInstants(readField, ["until"]),
  reason: readField("reason"),
});

/** Maximum number of invites shown, the latest first; the exported file has all. */
const MAX_SHOWN = 1000;

type TableProps = {
  readonly rows: readonly Invite[];
  /** Number of all invites. */
  readonly total: number;
};

type RevocationTarget = { readonly id: string; readonly what: string };

/** Invites in a table, each with buttons to pass it on and to revoke it. */
function InviteTable({ rows, total }: TableProps) {
  const { invites: words } = useConsoleText();
  const formats = useFormats();
  const [leaving, setLeaving] = useState<RevocationTarget>();
  const [shared, setShared] = useState<Invite>();
  return (
    <>
      <DataTable
        caption={words.listed}
        columns={[
          { name: words.name, cell: ({ name, reason }) => (name === "" ? reason : name) },
          { name: words.amount, kind: "money", cell: ({ amount }) => amount },
          {
            name: words.used,
            number: true,
            cell: ({ used, uses }) => words.usedOf(formats.count(used), formats.count(uses)),
          },
          { name: words.given, kind: "money", cell: ({ given }) => given },
          { name: words.state, cell: ({ state }) => words.states[state] },
          { name: words.until, kind: "time", cell: ({ until }) => until },
          { name: words.by, cell: ({ operator }) => operator },
          { name: words.link, cell: (invite) => <LinkButtons invite={invite} share={setShared} /> },
          { name: words.change, cell: (invite) => <RevokeButton invite={invite} leave={setLeaving} /> },
        ]}
        rows={rows}
        keyOf={({ id }) => id}
        empty={words.empty}
        atOnce={50}
      />
      {total > rows.length && <p className="soft">{words.cut(formats.count(rows.length))}</p>}
      {shared?.link && <InviteShare invite={shared} link={shared.link} close={() => setShared(undefined)} />}
      {leaving && <RevokeDialog leaving={leaving} close={() => setLeaving(undefined)} />}
    </>
  );
}

type LinkButtonsProps = { readonly invite: Invite; readonly share: (invite: Invite) => void };

/** Copies the link of an invite, or shows it with further ways to pass it on. */
function LinkButtons({ invite, share }: LinkButtonsProps) {
  const { invites: words } = useConsoleText();
  if (invite.link === null || invite.state !== "open") return "–";
  const name = invite.name === "" ? invite.reason : invite.name;
  return (
    <span className="row">
      <CopyButton text={invite.link} name={name} />
      <button type="button" className="small" onClick={() => share(invite)}>
        {words.share}
        <span className="visually-hidden">: {name}</span>
      </button>
    </span>
  );
}

type RevokeProps = { readonly invite: Invite; readonly leave: (leaving: RevocationTarget) => void };

/** Offers to revoke the invite, or all invites of its list. */
function RevokeButton({ invite: { id, list, name, reason, state }, leave }: RevokeProps) {
  const { invites: words } = useConsoleText();
  if (state !== "open") return "–";
  const inviteName = name === "" ? reason : name;
  return (
    <span className="row">
      <button type="button" className="small" onClick={() => leave({ id, what: inviteName })}>
        {words.revoke}
        <span className="visually-hidden">: {inviteName}</span>
      </button>
      {list !== id && (
        <button
          type="button"
          className="small"
          onClick={() => leave({ id: list, what: words.wholeList(reason) })}
        >
          {words.revokeList}
          <span className="visually-hidden">: {inviteName}</span>
        </button>
      )}
    </span>
  );
}

type DialogProps = { readonly leaving: RevocationTarget; readonly close: () => void };

function RevokeDialog({ leaving: { id, what }, close }: DialogProps) {
  const { invites: words } = useConsoleText();
  const formats = useFormats();
  const request = useOperatorClient();
  return (
    <ActionDialog
      title={words.revoke}
      note={words.revokeNote(what)}
      danger
      close={close}
      act={async (readField) => {
        const body = { reason: readField("reason") };
        const { revoked } = await request("DELETE /invites/{id}", { params: { id }, body });
        return { words: words.revoked(formats.count(revoked)), subject: id };
      }}
    />
  );
}
