/** Credits the wallets of a list, pasted or from a file, after a rehearsal that names every line that is wrong. */
import { useMutation } from "@tanstack/react-query";
import type { Operations } from "../../api/generated/operator.ts";
import { Failure } from "../../parts/states.tsx";
import { useFormats } from "../../text/language.tsx";
import { ActionForm } from "../action/action-form.tsx";
import { useConsoleText } from "../console-text.ts";
import { formatExactMoney } from "../format-amounts.ts";
import { useOperatorClient } from "../operator-session.tsx";
import { CopyableText } from "../parts/copyable-text.tsx";
import { DataTable } from "../parts/data-table.tsx";
import { ListField } from "../parts/list-field.tsx";
import { TAB_TEXTS, useTabText } from "../parts/use-tab-text.ts";
import { View } from "../parts/view.tsx";

type Rehearsed = Operations["POST /accounts/fundings/rehearsal"]["answer"];

export function FundingsView() {
  const { fundings: words } = useConsoleText();
  const request = useOperatorClient();
  const { text: csv, set, forget } = useTabText(TAB_TEXTS.fundings);
  const rehearsal = useMutation({
    mutationFn: (text: string) => request("POST /accounts/fundings/rehearsal", { body: { csv: text } }),
  });
  const change = (text: string): void => {
    set(text);
    rehearsal.reset();
  };
  return (
    <View title={words.title} lead={words.lead} role="treasury">
      <form
        className="panel stack"
        onSubmit={(event) => {
          event.preventDefault();
          rehearsal.mutate(csv);
        }}
      >
        <ListField name="csv" label={words.list} hint={words.listHint} lines={csv} setLines={change} />
        {rehearsal.isError && <Failure error={rehearsal.error} />}
        <div className="row">
          <button type="submit" className="primary" disabled={rehearsal.isPending}>
            {words.rehearse}
          </button>
        </div>
      </form>
      <div role="status">
        {rehearsal.data && <Rehearsal csv={csv} rehearsed={rehearsal.data} forget={forget} />}
      </div>
    </View>
  );
}

type RehearsalProps = {
  readonly csv: string;
  readonly rehearsed: Rehearsed;
  /** Drops the list from what the tab keeps, once its credits are made. */
  readonly forget: () => void;
};

function Rehearsal({ csv, rehearsed, forget }: RehearsalProps) {
  const { fundings: words } = useConsoleText();
  const formats = useFormats();
  const { accounts, opens, total, lines, faults } = rehearsed;
  return (
    <section className="panel stack">
      <h2>{words.rehearsal}</h2>
      {faults.length > 0 ? (
        <>
          <p className="notice">{words.wrong(formats.count(faults.length))}</p>
          <DataTable
            caption={words.faults}
            columns={[
              { name: words.line, number: true, cell: ({ line }) => formats.count(line) },
              { name: words.fault, cell: ({ fault }) => fault },
            ]}
            rows={faults}
            keyOf={({ line }) => String(line)}
            empty={words.noFaults}
          />
        </>
      ) : (
        <p>{words.would(formats.count(accounts), formats.count(opens), formatExactMoney(total, formats))}</p>
      )}
      <Lines lines={lines} />
      {faults.length === 0 && <CarryOut csv={csv} rehearsed={rehearsed} forget={forget} />}
    </section>
  );
}

function Lines({ lines }: Pick<Rehearsed, "lines">) {
  const { fundings: words } = useConsoleText();
  const formats = useFormats();
  return (
    <DataTable
      caption={words.lines}
      columns={[
        { name: words.line, number: true, cell: ({ line }) => formats.count(line) },
        { name: words.wallet, cell: ({ address }) => <CopyableText text={address} /> },
        { name: words.amount, number: true, cell: ({ amount }) => formatExactMoney(amount, formats) },
        { name: words.account, cell: ({ opens }) => (opens ? words.opens : words.isOpen) },
        { name: words.note, cell: ({ note }) => note },
      ]}
      rows={lines}
      keyOf={({ line }) => String(line)}
      empty={words.none}
      atOnce={50}
    />
  );
}

function CarryOut({ csv, rehearsed: { accounts, total }, forget }: RehearsalProps) {
  const { fundings: words } = useConsoleText();
  const formats = useFormats();
  const request = useOperatorClient();
  return (
    <ActionForm
      submit={words.carryOut}
      confirm={() => words.sure(formats.count(accounts), formatExactMoney(total, formats))}
      act={async (readField) => {
        const body = { csv, reason: readField("reason") };
        const done = await request("POST /accounts/fundings", { body });
        forget();
        const [credited, opened] = [formats.count(done.accounts), formats.count(done.opened)];
        return {
          words: words.done(credited, opened, formatExactMoney(done.total, formats)),
          subject: "accounts",
        };
      }}
    />
  );
}
