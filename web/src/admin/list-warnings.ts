/** Lists what is wrong with the exchange now, in words for operators. */
import type { ConsoleText } from "./console-text.ts";
import type { Status } from "./status.ts";

type Watched = {
  readonly exchange: Pick<Status["exchange"], "mode" | "why" | "suspended" | "waiting">;
  readonly clock: Pick<Status["clock"], "why">;
};

export function listWarnings({ exchange, clock }: Watched, words: ConsoleText): string[] {
  const { mode, why, suspended, waiting } = exchange;
  return [
    ...(mode === "normal" ? [] : [`${words.mode.names[mode]}: ${words.mode.takes[mode]} (${why})`]),
    ...(clock.why === "" ? [] : [words.wrongClock(clock.why)]),
    ...(suspended === null ? [] : [words.suspended(suspended)]),
    ...(waiting === null ? [] : [words.waiting(waiting)]),
  ];
}
