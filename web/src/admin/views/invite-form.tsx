/** The form that makes one link for several people, or a link for each name of a list. */
import { useState } from "react";
import { readMicros } from "../../money.ts";
import { micros } from "../../../../src/core/units.ts";
import { useFormats } from "../../text/language.tsx";
import { ActionForm } from "../action/action-form.tsx";
import type { CompletedAction } from "../action/use-operator-action.ts";
import { useConsoleText } from "../console-text.ts";
import { useOperatorClient } from "../operator-session.tsx";
import { SelectField, TextField } from "../parts/fields.tsx";
import { ListField } from "../parts/list-field.tsx";
import { readFilledInstants } from "../parts/read-form.ts";
import type { FieldReader } from "../parts/read-form.ts";
import { AmountField, useAmountReader } from "./transfer.tsx";

const KINDS = ["several", "names"] as const;
type Kind = (typeof KINDS)[number];

const MAX_USES = 10_000;

type FormProps = {
  readonly onDone: (done: CompletedAction) => void;
  /** Called with the id of the list that was made. */
  readonly onMade: (list: string) => void;
};

export function InviteForm({ onDone, onMade }: FormProps) {
  const { invites: words } = useConsoleText();
  const formats = useFormats();
  const request = useOperatorClient();
  const readAmount = useAmountReader();
  const [kind, setKind] = useState<Kind>("several");
  const [names, setNames] = useState("");
  return (
    <ActionForm
      submit={words.submit}
      onDone={(done) => {
        setNames("");
        onDone(done);
      }}
      confirm={(readField) => {
        const amount = readMicros(formats.typed(readField("amount")));
        const people = kind === "names" ? countNames(names) : Number(readField("uses"));
        // A sum beyond what can be counted is for the exchange to refuse.
        if (amount === undefined || !Number.isSafeInteger(amount * people)) return undefined;
        return words.sure(formats.count(people), formats.money(micros(amount * people)));
      }}
      act={async (readField) => {
        const { list, invites } = await request("POST /invites", {
          body: { amount: readAmount(readField), ...bodyOf(readField, kind) },
        });
        onMade(list);
        return { words: words.made(formats.count(invites.length)), subject: list };
      }}
    >
      <KindFields kind={kind} setKind={setKind} names={names} setNames={setNames} />
      <TextField name="until" label={words.until} hint={words.untilHint} type="datetime-local" />
    </ActionForm>
  );
}

type KindProps = NameProps & { readonly kind: Kind; readonly setKind: (kind: Kind) => void };

/** The fields of the people: how many, or their names. */
function KindFields({ kind, setKind, names, setNames }: KindProps) {
  const { invites: words } = useConsoleText();
  return (
    <>
      <SelectField
        name="kind"
        label={words.kind}
        value={kind}
        onChange={({ currentTarget }) =>
          setKind(KINDS.find((one) => one === currentTarget.value) ?? "several")
        }
      >
        {KINDS.map((one) => (
          <option key={one} value={one}>
            {words.kinds[one]}
          </option>
        ))}
      </SelectField>
      <AmountField />
      {kind === "names" ? (
        <NameFields names={names} setNames={setNames} />
      ) : (
        <TextField
          name="uses"
          label={words.uses}
          hint={words.usesHint}
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

function NameFields({ names, setNames }: NameProps) {
  const { invites: words } = useConsoleText();
  return (
    <ListField name="names" label={words.names} hint={words.namesHint} lines={names} setLines={setNames} />
  );
}

/** Lines that are not blank; a header is no name. */
const countNames = (text: string): number =>
  text
    .split(/\r\n|\n|\r/)
    .filter((line, index) => line.trim() !== "" && !(index === 0 && line.trim().toLowerCase() === "name"))
    .length;

const bodyOf = (readField: FieldReader, kind: Kind) => ({
  ...(kind === "names" ? { names: readField("names") } : { uses: Number(readField("uses")) }),
  ...readFilledInstants(readField, ["until"]),
  reason: readField("reason"),
});
