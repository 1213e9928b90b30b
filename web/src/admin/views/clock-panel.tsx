/**
 * The clocks of the exchange's machine, shown while they disagree or engine time stands still. An operator can accept
 * the wall clock.
 */
import { useFormats } from "../../text/language.tsx";
import { ActionForm } from "../action/action-form.tsx";
import type { CompletedAction } from "../action/use-operator-action.ts";
import { useOperatorClient } from "../operator-session.tsx";
import { Facts } from "../parts/facts.tsx";
import type { Status } from "../status.ts";
import { useConsoleText } from "../console-text.ts";

type ClockProps = { readonly clock: Status["clock"]; readonly onDone: (done: CompletedAction) => void };

export function ClockPanel({ clock, onDone }: ClockProps) {
  const { clock: words } = useConsoleText();
  const formats = useFormats();
  const request = useOperatorClient();
  if (clock.why === "") return null;
  const shown = (time: string): string => formats.dateTime(Date.parse(time));
  return (
    <section className="panel">
      <h2>{words.title}</h2>
      <p className="figure warn">{clock.why}</p>
      <Facts
        facts={[
          [words.time, shown(clock.time)],
          [words.wall, shown(clock.wall)],
          [words.engine, shown(clock.engine)],
        ]}
      />
      {clock.partedSeconds !== null && (
        <ActionForm
          submit={words.accept}
          onDone={onDone}
          confirm={() => words.confirm(shown(clock.wall))}
          act={async (readField) => {
            const { time } = await request("POST /clock", { body: { reason: readField("reason") } });
            return { words: words.done(shown(time)), subject: time };
          }}
        />
      )}
    </section>
  );
}
