/** The health of the exchange: mode, database, clock and machine. */
import { Link } from "wouter";
import { useFormats } from "../../text/language.tsx";
import { Facts } from "../parts/facts.tsx";
import { formatDuration } from "../format-duration.ts";
import { formatTables } from "../format-tables.ts";
import type { Status } from "../status.ts";
import { useConsoleText } from "../console-text.ts";

type HealthProps = { readonly status: Status; readonly stale: boolean };

/** Seconds from which a write of the read tables is trouble. */
const SLOW_SECONDS = 5;

export function Health({ status, stale }: HealthProps) {
  const { exchange, clock, tables, uptimeSeconds, version } = status;
  const words = useConsoleText();
  const { overview } = words;
  const formats = useFormats();
  const followed = tables.failing === null && !tables.holdsWriter && tables.flushSeconds < SLOW_SECONDS;
  const well =
    exchange.mode === "normal" && exchange.suspended === null && clock.why === "" && followed && !stale;
  // A mode other than the operator's setting means that the exchange restricts itself.
  const itself = exchange.mode !== exchange.set;
  return (
    <section className="panel health">
      <h2>{overview.health}</h2>
      <p className={well ? "figure up" : "figure warn"}>
        <span aria-hidden="true">{well ? "● " : "▲ "}</span>
        {stale ? words.oldMark : words.mode.names[exchange.mode]}
      </p>
      {!stale && <p className="soft">{words.mode.takes[exchange.mode]}</p>}
      <Facts
        facts={[
          [overview.running, formatDuration(uptimeSeconds, formats.count, overview.units)],
          [overview.version, version],
          [overview.database, stale ? overview.unknown : (exchange.suspended ?? overview.databaseAnswers)],
          [overview.tables, stale ? overview.unknown : formatTables(tables, overview, formats.count)],
          [overview.clock, stale ? overview.unknown : clock.why || overview.clockWell],
          [overview.machine, stale ? overview.unknown : itself ? exchange.why : overview.machineWell],
        ]}
      />
      <p className="soft">{overview.itself}</p>
      <p>
        <Link href="/mode">{overview.changeMode}</Link>
      </p>
    </section>
  );
}
