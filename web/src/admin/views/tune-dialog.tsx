/** A dialog for the terms of the residents in one market. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Operations } from "../../api/generated/operator.ts";
import { Failure } from "../../parts/states.tsx";
import { useFormats, useText } from "../../text/language.tsx";
import { useConsoleText } from "../console-text.ts";
import { useOperatorClient } from "../operator-session.tsx";
import { CheckField, SelectField, TextField } from "../parts/fields.tsx";
import { Modal } from "../parts/modal.tsx";
import { readForm } from "../parts/read-form.ts";
import type { FieldReader } from "../parts/read-form.ts";
import { useAmountReader } from "./transfer.tsx";

export type ResidentsOfMarket = Operations["GET /sandbox/residents"]["answer"]["markets"][number];

const MAKERS = ["fair-value", "lmsr"] as const satisfies readonly ResidentsOfMarket["maker"][];

type Props = { readonly residents: ResidentsOfMarket; readonly close: () => void };

export function TuneDialog({ residents, close }: Props) {
  const { market, maker } = residents;
  const { residents: words, action } = useConsoleText();
  const { common } = useText();
  const request = useOperatorClient();
  const queries = useQueryClient();
  const readAmount = useAmountReader();
  const tune = useMutation({
    mutationFn: async (readField: FieldReader) =>
      request("POST /sandbox/residents/{market}", {
        params: { market },
        body: {
          trading: readField("trading") === "on",
          maker: MAKERS.find((kind) => kind === readField("maker")) ?? maker,
          maximumLoss: readAmount(readField, "maximumLoss"),
          levels: Number(readField("levels")),
          ...(readField("maker") === "lmsr" ? {} : { spread: Number(readField("spread")) }),
        },
      }),
    onSuccess: close,
    onSettled: () => queries.invalidateQueries({ queryKey: ["residents"] }),
  });
  return (
    <Modal title={market} close={close}>
      <form
        className="stack action-form"
        onSubmit={(event) => {
          event.preventDefault();
          tune.mutate(readForm(event.currentTarget));
        }}
      >
        <TermFields residents={residents} />
        {tune.isError && <Failure error={tune.error} />}
        <div className="row">
          <button type="submit" className="primary" disabled={tune.isPending}>
            {tune.isPending ? action.working : words.tune}
          </button>
          <button type="button" onClick={close}>
            {common.cancel}
          </button>
        </div>
      </form>
    </Modal>
  );
}

function TermFields({ residents }: Pick<Props, "residents">) {
  const { residents: words } = useConsoleText();
  const { written } = useFormats();
  const { trading, maker, maximumLoss, levels, spread } = residents;
  return (
    <>
      <CheckField name="trading" label={words.trading} hint={words.tradingHint} defaultChecked={trading} />
      <SelectField name="maker" label={words.maker} hint={words.makerHint} defaultValue={maker}>
        {MAKERS.map((kind) => (
          <option key={kind} value={kind}>
            {words.makers[kind]}
          </option>
        ))}
      </SelectField>
      <TextField
        name="maximumLoss"
        label={words.maximumLoss}
        hint={words.maximumLossHint}
        inputMode="decimal"
        defaultValue={written(maximumLoss)}
        required
      />
      <TextField name="levels" label={words.levels} type="number" min={1} defaultValue={levels} required />
      <TextField
        name="spread"
        label={words.spread}
        hint={words.spreadHint}
        type="number"
        min={1}
        defaultValue={spread}
        required
      />
    </>
  );
}
