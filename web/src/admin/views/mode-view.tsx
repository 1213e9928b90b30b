/** Shows and sets the mode of the exchange. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { MODES } from "../../../../src/core/exchange-mode.ts";
import type { ExchangeMode } from "../../../../src/core/exchange-mode.ts";
import type { Operations } from "../../api/generated/operator.ts";
import { Loaded } from "../../parts/loaded.tsx";
import { ActionForm } from "../action/action-form.tsx";
import { ActionNotice } from "../action/action-notice.tsx";
import type { CompletedAction } from "../action/use-operator-action.ts";
import { useOperatorClient } from "../operator-session.tsx";
import { Facts } from "../parts/facts.tsx";
import { CheckField } from "../parts/fields.tsx";
import { View } from "../parts/view.tsx";
import { useStatus } from "../status.ts";
import { useConsoleText } from "../console-text.ts";
import { ClockPanel } from "./clock-panel.tsx";

/** Modes that stop all clients, and so ask for a confirmation. */
const STOPPING: ReadonlySet<ExchangeMode> = new Set(["read-only", "halted"]);

export function ModeView() {
  const { mode: words } = useConsoleText();
  const request = useOperatorClient();
  const [done, setDone] = useState<CompletedAction>();
  const { data: status } = useStatus();
  const query = useQuery({
    queryKey: ["mode"],
    queryFn: ({ signal }) => request("GET /mode", { signal }),
    refetchInterval: 3_000,
  });
  return (
    <View title={words.title} lead={words.lead} role="market-admin">
      <Loaded query={query}>{(mode) => <CurrentMode mode={mode} />}</Loaded>
      {status && <ClockPanel clock={status.clock} onDone={setDone} />}
      <div role="status">{done && <ActionNotice done={done} />}</div>
      {query.data && <SetMode key={query.data.set} set={query.data.set} onDone={setDone} />}
    </View>
  );
}

type Mode = Operations["GET /mode"]["answer"];

function CurrentMode({ mode: { mode, set, why, suspended, waiting } }: { readonly mode: Mode }) {
  const { mode: words } = useConsoleText();
  const well = mode === "normal" && suspended === null && waiting === null;
  return (
    <section className="panel">
      <h2>{words.now}</h2>
      <p className={well ? "figure up" : "figure warn"}>{words.names[mode]}</p>
      <p>{words.takes[mode]}</p>
      <Facts
        facts={[
          [words.set, words.names[set]],
          ...(why === "" ? [] : [[words.why, why] as const]),
          ...(suspended === null ? [] : [[words.suspended, suspended] as const]),
          ...(waiting === null ? [] : [[words.waiting, waiting] as const]),
        ]}
      />
    </section>
  );
}

type SetModeProps = { readonly set: ExchangeMode; readonly onDone: (done: CompletedAction) => void };

function SetMode({ set, onDone }: SetModeProps) {
  const { mode: words } = useConsoleText();
  const request = useOperatorClient();
  return (
    <section className="panel">
      <h2>{words.change}</h2>
      <ActionForm
        submit={words.submit}
        onDone={onDone}
        confirm={(readField) => {
          const wanted = MODES.find((mode) => mode === readField("mode"));
          return wanted && STOPPING.has(wanted) ? words.confirm(words.names[wanted]) : undefined;
        }}
        act={async (readField) => {
          const mode = MODES.find((one) => one === readField("mode")) ?? set;
          const done = await request("POST /mode", { body: { mode, reason: readField("reason") } });
          return { words: words.done(words.names[done.set], words.names[done.mode]), subject: mode };
        }}
      >
        <fieldset>
          <legend>{words.choose}</legend>
          {MODES.map((mode) => (
            <CheckField
              key={mode}
              type="radio"
              name="mode"
              value={mode}
              label={words.names[mode]}
              hint={words.takes[mode]}
              defaultChecked={mode === set}
            />
          ))}
        </fieldset>
      </ActionForm>
    </section>
  );
}
