/** A form that lets the house make a market, with a budget and a maximum loss. */
import type { Operations } from "../../api/generated/operator.ts";
import { useFormats } from "../../text/language.tsx";
import { ActionForm } from "../action/action-form.tsx";
import type { CompletedAction } from "../action/use-operator-action.ts";
import { useConsoleText } from "../console-text.ts";
import { formatExactMoney } from "../format-amounts.ts";
import { useOperatorClient } from "../operator-session.tsx";
import { SelectField, TextField } from "../parts/fields.tsx";
import { decimal } from "../parts/read-form.ts";
import type { FieldReader } from "../parts/read-form.ts";
import { useAmountReader } from "./transfer.tsx";

type Kind = Operations["GET /house-makers"]["answer"]["data"][number]["kind"];

const KINDS = ["lmsr", "fair-value"] as const satisfies readonly Kind[];

export function StartHouseMaker({ onDone }: { readonly onDone: (done: CompletedAction) => void }) {
  const { house: words } = useConsoleText();
  const formats = useFormats();
  const request = useOperatorClient();
  const readAmount = useAmountReader();
  const readFilledAmount = (readField: FieldReader, name: string): string | undefined =>
    readField(name) === "" ? undefined : readAmount(readField, name);
  return (
    <section className="panel">
      <h2>{words.start}</h2>
      <ActionForm
        submit={words.start}
        onDone={onDone}
        confirm={(readField) => {
          const loss = readAmount(readField, "maximumLoss");
          return words.confirm(formatExactMoney(readFilledAmount(readField, "budget") ?? loss, formats));
        }}
        act={async (readField) => {
          const [levels, price] = [readField("levels"), readField("price")];
          const budget = readFilledAmount(readField, "budget");
          const { conditionId, slug } = await request("POST /markets/{market}/house-maker/start", {
            params: { market: readField("market") },
            body: {
              maximumLoss: readAmount(readField, "maximumLoss"),
              kind: KINDS.find((kind) => kind === readField("kind")) ?? KINDS[0],
              reason: readField("reason"),
              ...(budget !== undefined && { budget }),
              ...(price !== "" && { price: decimal(price) }),
              ...(levels !== "" && { levels: Number(levels) }),
            },
          });
          return { words: words.started(slug || conditionId), subject: conditionId };
        }}
      >
        <TermFields />
      </ActionForm>
    </section>
  );
}

function TermFields() {
  const { house: words, residents } = useConsoleText();
  return (
    <>
      <TextField name="market" label={words.market} hint={words.marketHint} spellCheck={false} required />
      <SelectField name="kind" label={words.kind} hint={words.kindHint} defaultValue="lmsr">
        {KINDS.map((kind) => (
          <option key={kind} value={kind}>
            {residents.makers[kind]}
          </option>
        ))}
      </SelectField>
      <TextField
        name="maximumLoss"
        label={words.maximumLoss}
        hint={words.maximumLossHint}
        inputMode="decimal"
        required
      />
      <TextField name="budget" label={words.budgetGiven} hint={words.budgetHint} inputMode="decimal" />
      <TextField name="price" label={words.price} hint={words.priceHint} inputMode="decimal" />
      <TextField name="levels" label={words.levels} hint={words.levelsHint} type="number" min={1} />
    </>
  );
}
