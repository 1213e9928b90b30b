/**
 * The clocks of the exchange's machine, shown while they disagree or engine time stands still. An operator can accept
 * the wall clock.
 */
import { useFormats } from "../../text/language.tsx";
import { DeedForm } from "../deed/deed-form.tsx";
import type { Done } from "../deed/use-deed.ts";
import { useAsk } from "../operator-session.tsx";
import { Facts } from "../parts/facts.tsx";
import type { Status } from "../status.ts";
import { useWords } from "../words.ts";

type ClockProps = { readonly clock: Status["clock"]; readonly onDone: (done: Done) => void };

export function ClockPanel({ clock, onDone }: ClockProps) {
  const { clock: words } = useWords();
  const formats = useFormats();
  const ask = useAsk();
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
        <DeedForm
          submit={words.accept}
          onDone={onDone}
          confirm={() => words.confirm(shown(clock.wall))}
          act={async (given) => {
            const { time } = await ask("POST /clock", { body: { reason: given("reason") } });
            return { words: words.done(shown(time)), subject: time };
          }}
        />
      )}
    </section>
  );
}
