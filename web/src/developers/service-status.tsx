/** The status of the exchange: connection, mode and clock difference. */
import { useQuery } from "@tanstack/react-query";
import { trading } from "../api/interfaces.ts";
import { useStatus } from "../live/live-context.tsx";
import { Failure } from "../parts/states.tsx";
import { useFormats, useText } from "../text/language.tsx";

/** Reads the exchange's time in unix milliseconds, and how far this device's clock is ahead of it. */
async function readClock(): Promise<{ readonly at: number; readonly ahead: number }> {
  const answer = await trading("GET /time");
  const at = Number(answer) * 1000;
  return { at, ahead: Date.now() - at };
}

export function ServiceStatus() {
  const { developers, layout } = useText();
  const formats = useFormats();
  const { connection, mode } = useStatus();
  const clock = useQuery({ queryKey: ["clock"], queryFn: readClock, refetchInterval: 10_000 });
  return (
    <section className="panel" aria-labelledby="status">
      <h2 id="status">{developers.status}</h2>
      {clock.isError && <Failure error={clock.error} retry={() => void clock.refetch()} />}
      <dl className="pairs">
        <dt>{developers.connection}</dt>
        <dd>{developers.connections[connection]}</dd>
        <dt>{developers.mode}</dt>
        <dd>{layout.modes[mode] ?? developers.everything}</dd>
        <dt>{developers.clock}</dt>
        <dd>
          {clock.data &&
            `${formats.dateTime(clock.data.at)}; ${developers.clockHint(formats.count(Math.round(clock.data.ahead / 1000)))}`}
        </dd>
      </dl>
    </section>
  );
}
